"""Six bugs that public masking code has had, for the reader to find (chapter 5)."""

from typing import NamedTuple

from bert_lab.look.widgets import messages

_GITHUB = "https://github.com/"


class Bug(NamedTuple):
    """What is wrong, how a count shows it, what the code did, and the thread that reports it."""

    key: str
    name: str
    sign: str
    cause: str
    source: str
    url: str


_THREADS = {
    "none": ("", ""),
    "unknown": ("d2l-en, pull request 1979", f"{_GITHUB}d2l-ai/d2l-en/pull/1979"),
    "weights": ("d2l-en, issue 2582", f"{_GITHUB}d2l-ai/d2l-en/issues/2582"),
    "specials": ("Transformers, issue 1395", f"{_GITHUB}huggingface/transformers/issues/1395"),
    "unassigned": ("Hugging Face course, issue 291", f"{_GITHUB}huggingface/course/issues/291"),
    "alias": ("Transformers, issue 8619", f"{_GITHUB}huggingface/transformers/issues/8619"),
    "order": ("mlm-pytorch, issue 6", f"{_GITHUB}lucidrains/mlm-pytorch/issues/6"),
}

# `find_the_bug/procedures.js` draws with each of them; "none" is the right procedure.
BUGS = tuple(Bug(key, *messages.BUGS[key], *thread) for key, thread in _THREADS.items())
