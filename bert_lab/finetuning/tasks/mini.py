"""Examples of the mini-world's four tasks: any number of them, in three splits that never meet."""

import zlib
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from bert_lab.checkpoint import MINI_BERT
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import TaskSpec
from bert_lab.finetuning.tasks.data import TaskData
from bert_lab.finetuning.tasks.packing import pack_examples
from bert_lab.finetuning.tasks.question import QUESTION, draw_question
from bert_lab.finetuning.tasks.relation import RELATION, draw_relation
from bert_lab.finetuning.tasks.sentiment import SENTIMENT, draw_sentiment
from bert_lab.finetuning.tasks.tagging import TAGGING, draw_tagging

if TYPE_CHECKING:
    from tokenizers import Tokenizer

TASKS: dict[str, TaskSpec[Any]] = {
    spec.name: spec for spec in (SENTIMENT, RELATION, TAGGING, QUESTION)
}
SPLITS = {"train": range(8), "valid": range(8, 9), "test": range(9, 10)}  # tenths of all texts
MAX_LEN = 32  # all texts of these tasks fit
_DRAWS = {
    SENTIMENT: draw_sentiment,
    RELATION: draw_relation,
    TAGGING: draw_tagging,
    QUESTION: draw_question,
}


def mini_examples(name: str, num_examples: int, split: str, seed: int = 0) -> list[Example]:
    """Labelled examples of one of the mini-world's tasks, as words.

    Each text belongs to one split for good: its checksum decides. So whatever the numbers and
    seeds, no test text is met in training. That is said of a single text, of the first of a pair
    and of the story that a question is about. Examples come as they fall, repetitions included:
    without them the classes would not be balanced.

    Args:
        name: "sentiment", "relation", "tagging" or "question", see `TASKS`.
        num_examples: 1 or more.
        split: "train", "valid" or "test".
        seed: of the generator; the same seed gives the same examples with every Python.

    Returns:
        `num_examples` examples; more of them begin with the same ones.

    Raises:
        ValueError: for another name or split, or a number below 1.

    See `ch-agnostic` and `ch-finetuning`.
    """
    for what, value, known in (("name", name, TASKS), ("split", split, SPLITS)):
        if value not in known:
            raise ValueError(f"{what}: expected one of {', '.join(known)}, got {value!r}")
    if num_examples < 1:
        raise ValueError(f"num_examples: expected 1 or more, got {num_examples}")
    rng, spec = Random(f"{name} {split} {seed}"), TASKS[name]
    found: list[Example] = []
    while len(found) < num_examples:
        example = _DRAWS[spec](rng)
        text = example.second if spec is QUESTION else example.first
        if zlib.crc32(" ".join(text or ()).encode()) % 10 in SPLITS[split]:
            found.append(example)
    return found


def mini_task(name: str, num_examples: int, split: str, seed: int = 0) -> TaskData:
    """`mini_examples`, packed with the mini-BERT's vocabulary into 32 positions.

    See `ch-agnostic`, `ch-finetuning`.
    """
    examples = mini_examples(name, num_examples, split, seed)
    return pack_examples(TASKS[name], examples, _tokenizer(), MAX_LEN)


@cache
def _tokenizer() -> "Tokenizer":
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(MINI_BERT / "tokenizer.json"))
