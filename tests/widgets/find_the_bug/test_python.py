"""FindTheBug's Python side; the code that it shows has the bugs that its counts have."""

import random
import re

import numpy as np
import pytest

from bert_lab.look.widgets.find_the_bug.bugs import BUGS
from bert_lab.look.widgets.find_the_bug.code import code_of


def diagnose(places, reads, labels):
    """What a reader would conclude from the counts, of the page or of the code that it shows."""
    if places[0] or places[-1]:
        return "specials"
    if reads[1]:
        return "unknown"
    for kind, key in enumerate(("alias", "unassigned", "weights"), start=1):
        if labels[kind]:
            return key
    # 80,000 chosen tokens: half-way between 80 % and 81 % lies 3.5 standard deviations off
    return "order" if reads[0] > 0.805 * sum(reads) else "none"


def counts_of(code, draws):
    """The three piles of the page, by running the code: its loss tells what it asks."""
    tokens = ["<cls>", *["i", "went", "to", "the", "bank", "to", "deposit", "cash"], "<sep>"]
    vocabulary = [*dict.fromkeys(tokens[1:-1]), *(f"word {i}" for i in range(748))]
    known, rng = set(vocabulary), random.Random(1)
    each = np.random.default_rng(2)
    asked = []

    def nll(inputs, places, labels):
        losses = each.random(len(places))
        asked[:] = [(at, labels[at], loss) for at, loss in zip(places, losses, strict=True)]
        return losses

    names = {"row": range(len(tokens)), "n": 2, "WORDS": vocabulary, "V": len(vocabulary)}
    names |= {"tokens": tokens, "PAD": "<pad>", "nll": nll, "array": np.array}
    names |= {name: getattr(rng, name) for name in ("random", "choice", "sample", "randrange")}
    run = compile("\n".join(code), "shown", "exec")
    places, reads, labels = [0] * len(tokens), [0] * 4, [0] * 4
    for _ in range(draws):
        space = dict(names)
        exec(run, space)
        chosen = space["chosen"]
        for at in chosen:
            read, places[at] = space["inputs"][at], places[at] + 1
            kinds = read == "<mask>", read != "<mask>" and read not in known, read != tokens[at]
            reads[[*kinds, True].index(True)] += 1
        losses = [loss for *_, loss in asked]
        counted = len(asked)
        if "slots" in space and np.isclose(space["loss"], np.mean(losses[:-1])):
            counted -= 1  # the weights leave the last slot out
        else:
            assert np.isclose(space["loss"], np.mean(losses))
        for i, (at, label, _) in enumerate(asked[:counted]):
            fills = "slots" in space and i == len(asked) - 1
            labels[3 if fills else 2 if at not in chosen else int(label != tokens[at])] += 1
    return places, reads, labels


HIDDEN = ("none", "order")  # 81 / 10 / 9 hides well: it takes many draws


@pytest.mark.parametrize(
    "bug",
    [pytest.param(bug.key, marks=[pytest.mark.weekly] * (bug.key in HIDDEN)) for bug in BUGS],
)
def test_the_code_that_is_shown_has_its_bug_and_no_other(bug):
    lines, wrong = code_of(bug)
    assert diagnose(*counts_of(lines, 40_000 if bug in HIDDEN else 2_000)) == bug
    assert (wrong > 0) == (bug != "none")
    assert max(map(len, lines)) <= 50  # as wide as a phone


def test_each_bug_has_its_thread():
    assert len({bug.key for bug in BUGS}) == len(BUGS)
    for bug in BUGS[1:]:
        number = re.search(r"\d+$", bug.source)[0]
        assert re.fullmatch(rf"https://github\.com/[\w-]+/[\w-]+/(issues|pull)/{number}", bug.url)
