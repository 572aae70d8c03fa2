"""Text-pair classification: does the second sentence go on, contradict or tell something else?"""

from functools import cache
from random import Random
from typing import NamedTuple

from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import TextPair
from bert_lab.finetuning.tasks.data import pick
from bert_lab.world.grammar import Draw, StoryTemplate
from bert_lab.world.mini_world import grammar

RELATION = TextPair("relation", ("follows", "contradicts", "unrelated"))


class Link(NamedTuple):
    """Two neighbouring sentences of a story that share draws, each by what they show of it.

    `shown[d][r]` is the pair of values that row r of draw d gives to the two sentences.
    """

    topic: str
    story: StoryTemplate
    place: int
    shown: dict[int, tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]]


def _values(draw: Draw, sentence: str) -> list[tuple[str, ...]]:
    """For every row of a draw, what a sentence shows of it."""
    used = [i for i, name in enumerate(draw.names) if f"{{{name}}}" in sentence]
    return [tuple(row[i] for i in used) for row in draw.rows]


def _contradictions(pairs: tuple, row: int) -> list[int]:
    """The rows whose second values contradict this row's first values."""
    return [r for r, (_, second) in enumerate(pairs) if (pairs[row][0], second) not in pairs]


@cache
def links() -> tuple[Link, ...]:
    """All neighbouring sentences of the grammar whose draws can be made to contradict."""
    found = []
    for topic in grammar().topics:
        for story in topic.stories:
            for index in range(len(story.sentences) - 1):
                shown = {}
                for number, draw in enumerate(story.draws):
                    first, second = (_values(draw, s) for s in story.sentences[index : index + 2])
                    pairs = tuple(zip(first, second, strict=True))
                    if all(_contradictions(pairs, row) for row in range(len(pairs))):
                        shown[number] = pairs
                if shown:
                    found.append(Link(topic.name, story, index, shown))
    return tuple(found)


def _tell(link: Link, rows: list[int]) -> tuple[list[str], list[str]]:
    first, second = link.story.tell(rows)[link.place : link.place + 2]
    return first.split(), second.split()


def _rows(rng: Random, link: Link) -> list[int]:
    return [pick(rng, range(len(draw.rows))) for draw in link.story.draws]


def draw_relation(rng: Random) -> Example:
    """Two sentences and how the second relates to the first.

    All three kinds of second sentence are equally distributed: the one that follows in the story;
    the same with one of the things that both name exchanged; one from another topic. Seen alone
    neither text says anything; the words of both together say a little, for two topics have more
    different words than one (a linear model is right on 48 %, a guess on 33 %).
    """
    link, label = pick(rng, links()), pick(rng, range(3))
    rows = _rows(rng, link)
    first, second = _tell(link, rows)
    if label == 1:
        number = pick(rng, tuple(link.shown))
        rows[number] = pick(rng, _contradictions(link.shown[number], rows[number]))
        second = _tell(link, rows)[1]
    elif label == 2:
        other = link
        while other.topic == link.topic:
            other = pick(rng, links())
        second = _tell(other, _rows(rng, other))[1]
    return Example(first, second, label)
