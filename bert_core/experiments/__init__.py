"""What the chapters report but a notebook has no time for: one command each, and its record.

`python -m bert_core.experiments.NAME` runs one and writes `assets/recorded/NAME.json`.
"""

from bert_core.experiments.records import recorded

__all__ = ["recorded"]
