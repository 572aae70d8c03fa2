"""The picture that opens a chapter: the whole pass, with what the chapter is about lit."""

from typing import Any

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets.bert_alive import EXAMPLES, BertAlive

# The first page's: one line, one word to guess.
FIRST_PAGE: dict[str, Any] = {"text": EXAMPLES[0]["text"], "hidden": [2]}
OPENINGS: dict[str, dict[str, Any]] = {
    "3": {
        "say": "This chapter: which word, in which text, at which place. “the” comes "
        "three times: its first strip stays, its sum changes.",
        "text": "the bird built the nest",
        "second": "the eggs were white",
        "lit": ["embeddings"],
    },
}


def opening(chapter: int | str) -> BertAlive:
    """The picture that opens this chapter, a key of `OPENINGS`; a KeyError for another."""
    return BertAlive(*load_mini_bert(), **OPENINGS[str(chapter)], compact=True)
