"""Nine lamps and the number of opened hints, saved in a small file next to the reader's."""

import json
from pathlib import Path

from bert_lab.checkpoint import write_atomically
from bert_lab.workshop.stage import STAGES

LIT, DARK = "●", "○"


class Progress:
    """The saved progress: `lamps`, a bool for each stage, and `hints`, how many are open in each.

    `is_new`: nothing had been kept before.

    Args:
        path: the reader's file; `my_bert.py` has its progress in `my_bert.progress.json`.
    """

    def __init__(self, path: Path):
        self.path = path.with_suffix(".progress.json")
        self.is_new = not self.path.exists()
        kept = self._read()
        self.lamps: list[bool] = kept.get("lamps", [False] * len(STAGES))
        self.hints: dict[str, int] = kept.get("hints", {})

    def _read(self) -> dict:
        try:
            kept = json.loads(self.path.read_text("utf-8"))
            whole = len(kept["lamps"]) == len(STAGES) and isinstance(kept["hints"], dict)
            return kept if whole else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}  # none yet, or somebody wrote into it: it is soon made again

    def keep(self) -> None:
        """Save it."""
        kept = {"lamps": self.lamps, "hints": self.hints}
        write_atomically(self.path, (json.dumps(kept, allow_nan=False) + "\n").encode())

    def open_hint(self, number: int) -> list[str]:
        """Open one more hint of a stage; returns all that are open, up to three. Call `keep`."""
        hints = STAGES[number - 1].words["hints"]
        self.hints[str(number)] = min(self.hints.get(str(number), 0) + 1, len(hints))
        return hints[: self.hints[str(number)]]


def lamps(lit: list[bool]) -> str:
    """The lamps as text: "●●○○○○○○○"."""
    return "".join(LIT if on else DARK for on in lit)
