"""What the chapters report but a notebook has no time for: one command each, and its record.

`python -m bert_lab.experiments.NAME` runs one and writes `assets/recorded/NAME.json`.
"""

from bert_lab.experiments.records import recorded

__all__ = ["recorded"]
