"""Six bugs that public masking code has had, for the reader to find (`ch-mlm`)."""

from typing import NamedTuple

_GITHUB = "https://github.com/"


class Bug(NamedTuple):
    """A procedure of `find_the_bug/procedures.ts`, and the thread that reports its bug.

    What is wrong, how a count shows it, what the code did: `bugs` in words.toml, by `key`. The code
    itself: code.py.
    """

    key: str
    source: str = ""
    url: str = ""


# "none" is the right procedure.
BUGS = (
    Bug("none"),
    Bug("unknown", "d2l-en, pull request 1979", f"{_GITHUB}d2l-ai/d2l-en/pull/1979"),
    Bug("weights", "d2l-en, issue 2582", f"{_GITHUB}d2l-ai/d2l-en/issues/2582"),
    Bug("specials", "Transformers, issue 1395", f"{_GITHUB}huggingface/transformers/issues/1395"),
    Bug("unassigned", "Hugging Face course, issue 291", f"{_GITHUB}huggingface/course/issues/291"),
    Bug("alias", "Transformers, issue 8619", f"{_GITHUB}huggingface/transformers/issues/8619"),
    Bug("order", "mlm-pytorch, issue 6", f"{_GITHUB}lucidrains/mlm-pytorch/issues/6"),
)
