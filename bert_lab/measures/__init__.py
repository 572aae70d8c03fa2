"""Measurements on trained models, and records of those that take too long for a notebook.

Each script in `research/` writes a record, which `recorded` reads.
"""

from bert_lab.measures.records import recorded

__all__ = ["recorded"]
