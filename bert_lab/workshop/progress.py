"""Nine lamps, and the number of opened hints, which a small file next to the reader's keeps."""

import json
from pathlib import Path

from bert_lab.checkpoint import write_atomically
from bert_lab.workshop.stage import Stage

LIT, DARK = "●", "○"


def open_hint(path: Path, stage: Stage) -> list[str]:
    """Open one more hint of a stage; returns all that are open, up to three.

    Args:
        path: the reader's file; `my_bert.py` has its opened hints in `my_bert.hints.json`.
        stage: whose hints they are.

    Raises:
        OSError: if the number can't be kept.
    """
    file, hints = path.with_suffix(".hints.json"), stage.words["hints"]
    try:
        opened = dict(json.loads(file.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        opened = {}  # none yet, or somebody wrote into it: it is made again
    number = min(opened.get(stage.key, 0) + 1, len(hints))
    kept = json.dumps(opened | {stage.key: number}, allow_nan=False)
    write_atomically(file, f"{kept}\n".encode())
    return hints[:number]


def lamps(lit: list[bool]) -> str:
    """The lamps as text: "●●○○○○○○○"."""
    return "".join(LIT if on else DARK for on in lit)
