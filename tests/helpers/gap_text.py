"""A small text in the format of `tools.gap_text`: a paragraph per document."""

from pathlib import Path

NOUNS = ("bank", "river", "house", "garden", "teacher", "doctor", "window", "market")


def write_text(folder: Path) -> None:
    """Write the training file and the held-out file."""
    texts = [
        f"The old {a} is near the {b}. She went to the {b} to see the {a}."
        for a in NOUNS
        for b in NOUNS
    ]
    for name in ("train.txt", "held-out.txt"):
        (folder / name).write_text("\n\n".join(texts), "utf-8")
