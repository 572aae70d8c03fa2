"""Film reviews in the form of SST-2's files, in small: one of two words decides."""

from pathlib import Path


def write_reviews(folder: Path) -> None:
    """80 for each part, every second one positive."""
    (folder / "sst2").mkdir()
    lines = [f"{i % 2} the film was {('boring', 'great')[i % 2]}" for i in range(80)]
    for name in ("train", "dev", "test"):
        (folder / "sst2" / f"stsa.binary.{name}").write_text("\n".join(lines), "utf-8")
