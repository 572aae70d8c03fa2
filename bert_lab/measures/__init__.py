"""What is asked of trained models, and what was found where a notebook has no time to ask.

Each script in `research/` writes a record, which `recorded` reads.
"""

from bert_lab.measures.records import recorded

__all__ = ["recorded"]
