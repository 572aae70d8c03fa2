"""The picture that opens a chapter: the whole pass, with what the chapter is about lit."""

from typing import Any

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import messages
from bert_lab.look.widgets.bert_alive import EXAMPLES, BertAlive

_NEST = {key: EXAMPLES[0][key] for key in ("text", "second")}
_CRANES = {"lit": ["word", "state2"]}
OPENINGS: dict[str, dict[str, Any]] = {
    # Two pictures: in a pair, place and segment would tell the cranes apart before any word does.
    "1": _CRANES
    | {
        "text": "a crane is flying",
    },
    "1b": _CRANES
    | {
        "text": "a crane driver came",
    },
    "2": {
        "text": "i went to the bank to deposit cash",
        "hidden": [5],
        "lit": ["attention1", "attention2"],
    },
    "3": {
        "text": "this movie is great",
        "second": "i like it",
        "lit": ["embeddings"],
    },
    "5": {
        "text": "he took a match from the box to make a fire",
        "hidden": [4],
        "lit": ["tokens", "answers"],
    },
    "6": _NEST
    | {
        "lit": ["answers"],
    },
    "7": _NEST
    | {
        "hidden": EXAMPLES[0]["hidden"],
        "lit": ["block1", "block2"],
    },
    "8": {
        "text": "i went to the bank to deposit cash",
        "hidden": [5],
        "lit": ["training"],
    },
}


def opening(chapter: int | str) -> BertAlive:
    """The picture that opens this chapter, a key of `OPENINGS`; a KeyError for another."""
    traits, say = OPENINGS[str(chapter)], messages.OPENINGS[str(chapter)]
    return BertAlive(*load_mini_bert(), **traits, say=say, compact=True)
