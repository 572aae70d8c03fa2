"""The two words that give a pair of sentences away, or mislead: counted, not weighed by a model."""

from functools import cache
from itertools import pairwise, product
from math import log
from typing import NamedTuple

from bert_lab.world.mini_world import split_stories


class Clue(NamedTuple):
    """Words of the first and of the second sentence that count most, and their numbers.

    `met`: in how many neighbouring sentences of the training stories they stand, in either order;
    `chance`: in how many they would if sentences followed one another by chance.
    """

    first: str
    second: str
    met: int
    chance: float


class _Neighbours(NamedTuple):
    num: int
    places: tuple[dict[str, set[int]], dict[str, set[int]]]  # word -> where it stands first, second
    common: set[str]  # words of more than a third of the topics: they tell nothing about one


@cache
def _neighbours() -> _Neighbours:
    places: tuple[dict, dict] = ({}, {})
    topics: dict[str, set[str]] = {}
    num = 0
    for story in split_stories()[0]:
        for pair in pairwise(story.sentences):
            for side, sentence in zip(places, pair, strict=True):
                for word in sentence.split():
                    side.setdefault(word, set()).add(num)
            num += 1
        for word in " ".join(story.sentences).split():
            topics.setdefault(word, set()).add(story.topic)
    most = len(set().union(*topics.values())) / 3
    return _Neighbours(num, places, {word for word, found in topics.items() if len(found) > most})


@cache
def _counted(a: str, b: str) -> Clue:
    num, (first, second), _ = _neighbours()
    none: set[int] = set()
    a1, a2, b1, b2 = (side.get(word, none) for word in (a, b) for side in (first, second))
    ways = len(a1) * len(b2) + len(b1) * len(a2) - len(a1 & b1) * len(a2 & b2)
    chance = ways / num
    return Clue(a, b, len((a1 & b2) | (b1 & a2)), round(chance, 0 if chance >= 10 else 1))


def _ratio(clue: Clue) -> float:
    """How much the two words speak for "next": their log ratio, one added to each count."""
    return log((clue.met + 1) / (clue.chance + 1))


def clue_of(first: str, second: str) -> Clue | None:
    """The clue of a pair of sentences; None where no word that tells a topic is known.

    All words of the first with all of the second, but the common ones, say by their mean ratio
    whether the second is next; the two words that speak most for that are the clue. So where the
    count is wrong, it is the two words that mislead. See `ch-nsp`.
    """
    _, places, common = _neighbours()
    known = set().union(*places) - common
    words = [[word for word in text.split() if word in known] for text in (first, second)]
    pairs = [_counted(a, b) for a, b in product(*words)]
    if not pairs:
        return None
    sign = 1 if sum(map(_ratio, pairs)) > 0 else -1
    return max(pairs, key=lambda clue: (sign * _ratio(clue), clue))
