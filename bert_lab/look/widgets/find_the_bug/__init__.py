"""FindTheBug: masking code that may be wrong, beside counts of what it does (`ch-mlm`)."""

import math

import traitlets as t

from bert_core.inputs import SPECIAL_TOKENS, get_tokens_and_segments
from bert_lab.look.widgets.base import Record, Widget, room
from bert_lab.look.widgets.find_the_bug.bugs import BUGS, Bug
from bert_lab.look.widgets.find_the_bug.code import code_of
from bert_lab.look.widgets.words import say


def _with_code(bug: Bug) -> dict:
    code, line = code_of(bug.key)
    return bug._asdict() | {"code": code, "line": line}


class FindTheBug(Widget):
    """Read a procedure that has one of six bugs or none, draw with it, and say what is wrong.

    Args:
        sentence: text; the tokenizer's tokens between `<cls>` and `<sep>` are what is masked.
        tokenizer: a `tokenizers.Tokenizer` with the book's special tokens; of its vocabulary only
            the number of words counts here.

    Attributes, each of them the reader's choice as it stands: `mystery` (number of the procedure,
    from 0), `diagnosis` (the key of one of `BUGS`, or "") and `found` (the mysteries that are
    solved). The procedures are the page's own; which one a mystery is, no attribute tells.
    """

    _name = "find_the_bug"

    tokens = t.List(t.Unicode()).tag(sync=True)
    specials = t.List(t.Unicode(), list(SPECIAL_TOKENS)).tag(sync=True)
    num_words = t.Int(min=1).tag(sync=True)
    bugs = t.List(
        Record(
            dict.fromkeys(Bug._fields, t.Unicode())
            | {"code": t.List(t.Unicode()), "line": t.Int(min=0, help="the wrong one, from 1")}
        ),
        [_with_code(bug) for bug in BUGS],
    ).tag(sync=True)
    mystery = t.Int(0, min=0, max=len(BUGS) - 1).tag(sync=True)
    diagnosis = t.Enum(["", *(bug.key for bug in BUGS)], "").tag(sync=True)

    found = t.List(t.Int()).tag(sync=True)

    def __init__(self, sentence: str, tokenizer) -> None:
        words = tokenizer.encode(sentence, add_special_tokens=False).tokens
        super().__init__(
            tokens=get_tokens_and_segments(words)[0],
            num_words=tokenizer.get_vocab_size() - len(SPECIAL_TOKENS),
        )

    def _reserved(self) -> str:
        rows = len(self.tokens)  # beside the code, or in two columns under it
        return room(441 + max(205, 46 + 19 * rows), 684 + 15 * math.ceil(rows / 2))

    def _fallback_html(self) -> str:
        return self._table(
            [*(say(f"find_the_bug.bugs.{bug.key}.{part}") for part in ("name", "sign")), bug.source]
            for bug in BUGS
            if bug.source
        )
