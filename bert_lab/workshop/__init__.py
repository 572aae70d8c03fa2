"""The reader writes BERT in nine stages, and a judge says what is right and what is wrong first."""

from bert_lab.workshop.judging import judge

__all__ = ["judge"]
