"""D2L's four task families, a class for each (`ch-finetuning`).

How labels stand at tokens, which output layer is added, what its output means in words, how answers
are measured, and what the two baselines of every task would answer.
"""

from bert_lab.finetuning.families.classification import SingleText, TextPair
from bert_lab.finetuning.families.question_answering import QuestionAnswering
from bert_lab.finetuning.families.spec import IGNORE, NO_WORD, TaskSpec
from bert_lab.finetuning.families.tagging import Tagging

__all__ = [
    "IGNORE",
    "NO_WORD",
    "QuestionAnswering",
    "SingleText",
    "Tagging",
    "TaskSpec",
    "TextPair",
]
