"""Six bugs that public masking code has had, for the reader to find (chapter 5)."""

from typing import NamedTuple

_GITHUB = "https://github.com/"


class Bug(NamedTuple):
    """What is wrong, how a count shows it, what the code did, and the thread that reports it."""

    key: str
    name: str
    sign: str
    cause: str
    source: str = ""
    url: str = ""


# `find_the_bug.procedures.js` draws with each of them; "none" is the right procedure.
BUGS = (
    Bug(
        "none", "nothing is wrong", "all counts fit.", "This is the rule as mask_tokens follows it."
    ),
    Bug(
        "unknown",
        "random words are <unk>",
        "where a random word should stand, the model reads <unk>.",
        "A random number was put among tokens, which were strings. The vocabulary has no such "
        "string, so it became <unk>.",
        "d2l-en, pull request 1979",
        f"{_GITHUB}d2l-ai/d2l-en/pull/1979",
    ),
    Bug(
        "weights",
        "weights have no effect",
        "the loss counts slots that only fill the row.",
        "The loss was already a mean when the weights came, and a weighted mean of one number is "
        "that number.",
        "d2l-en, issue 2582",
        f"{_GITHUB}d2l-ai/d2l-en/issues/2582",
    ),
    Bug(
        "specials",
        "special tokens are chosen",
        "<cls> and <sep> are chosen as often as words.",
        "The draw ran over all tokens; nobody had taken the special ones out.",
        "Transformers, issue 1395",
        f"{_GITHUB}huggingface/transformers/issues/1395",
    ),
    Bug(
        "unassigned",
        "labels are never assigned",
        "the loss asks for every token, chosen or not.",
        "Labels for the chosen tokens alone were made, and then forgotten: the old ones stayed, a "
        "copy of the whole text.",
        "Hugging Face course, issue 291",
        f"{_GITHUB}huggingface/course/issues/291",
    ),
    Bug(
        "alias",
        "masks get into the labels",
        "the label is what the model reads, mostly <mask>.",
        "labels = inputs makes no copy: one tensor, two names. (In the thread it went the other "
        "way: the labels came into the inputs.)",
        "Transformers, issue 8619",
        f"{_GITHUB}huggingface/transformers/issues/8619",
    ),
    Bug(
        "order",
        "it does 81 / 10 / 9",
        "one <mask> in a hundred too many, one kept word too few: that takes thousands of draws.",
        "First a tenth became random words, then nine tenths of the rest became <mask>: "
        "0.9 · 0.9 = 81 %.",
        "mlm-pytorch, issue 6",
        f"{_GITHUB}lucidrains/mlm-pytorch/issues/6",
    ),
)
