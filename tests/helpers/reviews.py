"""A few film reviews in SST-2's file format; one of two words decides the label."""

from pathlib import Path


def write_reviews(folder: Path) -> None:
    """Write 80 for each split, every second one positive."""
    (folder / "sst2").mkdir()
    lines = [f"{i % 2} the film was {('boring', 'great')[i % 2]}" for i in range(80)]
    for name in ("train", "dev", "test"):
        (folder / "sst2" / f"stsa.binary.{name}").write_text("\n".join(lines), "utf-8")
