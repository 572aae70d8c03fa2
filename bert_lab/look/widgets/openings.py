"""The picture that opens a chapter: the whole pass, with what the chapter is about lit."""

from typing import Any

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets.bert_alive import EXAMPLES, BertAlive

_NEST = {key: EXAMPLES[0][key] for key in ("text", "second")}
_CRANES = {"lit": ["word", "state2"]}
OPENINGS: dict[str, dict[str, Any]] = {
    # Two pictures: in a pair, place and segment would tell the cranes apart before any word does.
    "1": _CRANES
    | {
        "text": "a crane is flying",
        "say": "This chapter: “crane” comes in with the same vector in both sentences, and leaves "
        "with two.",
    },
    "1b": _CRANES
    | {
        "text": "a crane driver came",
        "say": "The same model, the other sentence. Point at a crane to see what it reads.",
    },
    "2": {
        "text": "i went to the bank to deposit cash",
        "hidden": [5],
        "lit": ["attention1", "attention2"],
        "say": "This chapter: which way may a model read? Here both ways: what tells the hidden "
        "word stands to the right of it.",
    },
    "3": {
        "text": "this movie is great",
        "second": "i like it",
        "lit": ["embeddings"],
        "say": "This chapter: which word, in which text, at which place. Three vectors, added, "
        "are all that the blocks get to see.",
    },
    "4": {
        "text": "he took a match from the box to make a fire",
        "hidden": [],
        "lit": ["attention1", "attention2"],
        "say": "This chapter: how one token reads the others. Point at a word to see what it "
        "takes from each of them.",
    },
    "5": {
        "text": "he took a match from the box to make a fire",
        "hidden": [4],
        "lit": ["tokens", "answers"],
        "say": "This chapter: words are hidden, and the model guesses them from both sides. "
        "Press other words to hide them, too.",
    },
    "6": _NEST
    | {
        "lit": ["answers"],
        "say": "This chapter: does the second text follow the first? The verdict is read from "
        "one vector, the one at <cls>.",
    },
    "7": _NEST
    | {
        "hidden": EXAMPLES[0]["hidden"],
        "lit": ["block1", "block2"],
        "say": "This chapter: the blocks. Tokens read one another in four heads, then each is "
        "worked on alone; and all that once more.",
    },
    "8": {
        "text": "i went to the bank to deposit cash",
        "hidden": [5],
        "lit": ["training"],
        "say": "This chapter: where the weights come from. Drag the training from its first "
        "step to its last, and a guess becomes an answer.",
    },
}


def opening(chapter: int | str) -> BertAlive:
    """The picture that opens this chapter, 1 to 8, or "1b" below it; a KeyError for another."""
    return BertAlive(*load_mini_bert(), **OPENINGS[str(chapter)], compact=True)
