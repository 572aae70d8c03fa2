"""What the chapters report but a notebook has no time for, and the records of it.

`python -m bert_lab.experiments run NAME` runs an experiment, `publish NAME` makes what it found the
record that `recorded` reads; `list` says which there are, and which records are outdated.
"""

from bert_lab.experiments.records import recorded

__all__ = ["recorded"]
