"""Stage 1, its first part: one text or two as one sequence."""

from bert_core import get_tokens_and_segments
from bert_lab.workshop.compare import case, describe_index, expect_tuple
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.submission import Trial

FIRST, SECOND = ["a", "crane"], ["it", "flies", "south"]


def check_tokens(trial: Trial) -> None:
    for args, kind in (((FIRST,), "single"), ((FIRST, SECOND), "pair")):
        tokens, segments = expect_tuple(trial.call(*args), ("tokens", "segments"))
        for value, what in ((tokens, "tokens"), (segments, "segments")):
            if not isinstance(value, list):
                raise Wrong("type", what=what, expected="a list", found=type(value).__name__)
        right_tokens, right_segments = get_tokens_and_segments(*args)
        _compare_lists(tokens, right_tokens, "token", _wrong_tokens(*args))
        trial.right(f"{kind}-tokens")
        _check_whole(segments)
        _compare_lists(segments, right_segments, "segment", _wrong_segments(right_tokens, *args))
        trial.right(f"{kind}-segments")
    for name, args in _texts():
        with case(name):
            found = expect_tuple(trial.call(*args), ("tokens", "segments"))
            right = get_tokens_and_segments(*args)
            _compare_lists(found[0], right[0], "token", _wrong_tokens(*args))
            _compare_lists(found[1], right[1], "segment", _wrong_segments(right[0], *args))
    trial.again(trial.call(FIRST, SECOND), FIRST, SECOND)


def _texts() -> list[tuple[str, tuple[list[str], ...]]]:
    other = "texts of other lengths"
    return [
        *((other, args) for args in ((SECOND[:1], FIRST[:1]), (SECOND + FIRST, SECOND))),
        (other, (FIRST[:1],)),
        ("an empty first text", ([],)),
        ("an empty second text", (FIRST, [])),
        ("a space in a token", (["New York"], FIRST)),
        ("an empty token", (["", "a"], FIRST)),
    ]


def _check_whole(segments):
    for segment in segments:
        if not isinstance(segment, int):
            kind = type(segment).__name__
            raise Wrong("type", what="segments", expected="whole numbers", found=kind)


def _wrong_tokens(a, b=None):
    if b is None:
        return {
            "no-cls": [*a, "<sep>"],
            "no-sep": ["<cls>", *a],
            "sep-too-many": ["<cls>", *a, "<sep>", "<sep>"],
        }
    whole = ["<cls>", *a, "<sep>", *b, "<sep>"]
    if not b:
        return {"empty-for-none": ["<cls>", *a, "<sep>"]}
    return {
        "tokens-split": " ".join(whole).split(),
        "no-last-sep": ["<cls>", *a, "<sep>", *b],
        "no-first-sep": ["<cls>", *a, *b, "<sep>"],
        "second-cls": ["<cls>", *a, "<sep>", "<cls>", *b, "<sep>"],
        "second-ignored": ["<cls>", *a, "<sep>"],
        "texts-swapped": ["<cls>", *b, "<sep>", *a, "<sep>"],
    }


def _wrong_segments(tokens, a, b=()):
    n, m = len(a), len(b)
    wrong = {
        "segments-from-one": [1] * (n + 2) + [2] * (m + 1 if m else 0),
        "segments-too-short": [0] * n + [1] * m,
    }
    if m:
        wrong |= {
            "sep-in-second": [0] * (n + 1) + [1] * (m + 2),
            "cls-forgotten": [0] * (n + 1) + [1] * (m + 1),
            "last-sep-in-first": [0] * (n + 2) + [1] * m + [0],
            "segments-all-zero": [0] * len(tokens),
        }
    return wrong


def _compare_lists(found, expected, what, suspects):
    if found == expected:
        return
    for key, value in suspects.items():
        if found == value:
            raise Wrong(key, found=found, expected=expected)
    if len(found) != len(expected):
        raise Wrong("list-length", what=f"{what}s", found=len(found), expected=len(expected))
    place = next(
        i for i, pair in enumerate(zip(found, expected, strict=True)) if pair[0] != pair[1]
    )
    fields = {
        "place": describe_index((place,), (what,)),
        "found": found[place],
        "expected": expected[place],
    }
    raise Wrong("different-list", what=f"{what}s", **fields)
