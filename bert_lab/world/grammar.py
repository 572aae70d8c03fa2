"""A grammar of short stories: its parts, and the reader of the TOML file that holds it."""

import itertools
import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

MIN_WORDS, MAX_WORDS = 4, 13
_FIELD = re.compile(r"\{([^{}]*)\}")
_PLAIN = re.compile(r"[a-z]+( [a-z]+)*")


@dataclass(frozen=True)
class Draw:
    """One independent, uniform draw: `rows[i][j]` fills field `names[j]` if row i is drawn.

    A slot such as `person / he / his` is one draw with three names; a free choice such as
    `{red|blue}` is a draw with one name, made up from its number.
    """

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class StoryTemplate:
    """A story before its draws: `sentences` are format strings over the names of `draws`."""

    draws: tuple[Draw, ...]
    sentences: tuple[str, ...]

    @property
    def num_stories(self) -> int:
        """How many stories the template can become, all equally probable."""
        return math.prod(len(draw.rows) for draw in self.draws)

    def tell(self, rows: Sequence[int]) -> tuple[str, ...]:
        """The sentences of the story in which draw i came out as row `rows[i]`."""
        fields = {}
        for draw, row in zip(self.draws, rows, strict=True):
            fields.update(zip(draw.names, draw.rows[row], strict=True))
        return tuple(sentence.format_map(fields) for sentence in self.sentences)

    def readings(self, index: int) -> Iterator[str]:
        """Every possible version of `sentences[index]`, each as often as its draws allow."""
        used = set(_FIELD.findall(self.sentences[index]))
        draws = [draw for draw in self.draws if used & set(draw.names)]
        for rows in itertools.product(*(draw.rows for draw in draws)):
            fields = {}
            for draw, row in zip(draws, rows, strict=True):
                fields.update(zip(draw.names, row, strict=True))
            yield self.sentences[index].format_map(fields)


@dataclass(frozen=True)
class Topic:
    """A topic: its stories, all equally probable, and the sense in it of each ambiguous word."""

    name: str
    senses: dict[str, str]
    stories: tuple[StoryTemplate, ...]

    def sentences(self) -> Iterator[str]:
        """Every possible sentence of this topic."""
        for story in self.stories:
            for index in range(len(story.sentences)):
                yield from story.readings(index)


@dataclass(frozen=True)
class Grammar:
    """All topics, equally probable, and the sentences that no story may contain.

    The probability of a story is 1 / (topics * stories of its topic * `num_stories` of its
    template), so the entropy of the text is known exactly.
    """

    topics: tuple[Topic, ...]
    held_out: tuple[str, ...]


def parse_grammar(text: str) -> Grammar:
    """Read and check a grammar.

    Args:
        text: TOML with `held_out` (list of sentences), `[slots]` for all topics and one
            `[topics.NAME]` each, holding `stories` (strings, one sentence template a line),
            `[topics.NAME.slots]` and `[topics.NAME.senses]`. A template's `{name}` is a slot,
            drawn once per story; `{a|b|c}` is a free choice. A key `person / he` with values
            such as `anna / she` fills several slots by one draw.

    Returns:
        The parsed `Grammar`.

    Raises:
        ValueError: for TOML that can't be read, an unknown slot, an empty choice or an option
            given twice, anything but lower-case words, a sentence outside 4 to 13 words, a sense
            whose word never occurs, an ambiguous word in a topic that declares no sense for it,
            no topics, or a topic without stories.

    Source: none, the corpus is the book's own. `ch-context` uses what it tells.
    """
    data = tomllib.loads(text)
    if not data.get("topics"):
        raise ValueError("expected at least one topic, [topics.NAME], got none")
    shared = _parse_slots(data.get("slots", {}), "[slots]")
    topics = tuple(_parse_topic(name, table, shared) for name, table in data["topics"].items())
    _check_senses(topics)
    return Grammar(topics, tuple(data.get("held_out", ())))


def _parse_slots(table: dict[str, list[str]], where: str) -> dict[str, Draw]:
    """Map each slot name to the draw that fills it."""
    slots = {}
    for key, values in table.items():
        draw = _parse_draw(key, values, f"{where} {key}")
        slots |= dict.fromkeys(draw.names, draw)
    return slots


def _parse_draw(key: str, values: list[str], where: str) -> Draw:
    names = tuple(key.split(" / "))
    rows = tuple(tuple(value.split(" / ")) for value in values)
    if not rows or not all(option.strip() for row in rows for option in row):
        raise ValueError(f"{where}: a choice is empty; give at least one word")
    if len(set(rows)) < len(rows):
        raise ValueError(f"{where}: an option is given twice; options are equally probable")
    for row in rows:
        if len(row) != len(names):
            raise ValueError(f"{where}: expected {len(names)} parts, got {' / '.join(row)!r}")
    return Draw(names, rows)


def _parse_topic(name: str, table: dict, shared: dict[str, Draw]) -> Topic:
    slots = shared | _parse_slots(table.get("slots", {}), f"[topics.{name}.slots]")
    if not table.get("stories"):
        raise ValueError(f"topic {name!r}: expected at least one story under `stories`")
    stories = tuple(
        _parse_story(text, slots, f"topic {name!r}, story {number}")
        for number, text in enumerate(table["stories"], start=1)
    )
    return Topic(name, dict(table.get("senses", {})), stories)


def _parse_story(text: str, slots: dict[str, Draw], where: str) -> StoryTemplate:
    draws: list[Draw] = []

    def field(found: re.Match) -> str:
        inside = found[1]
        if "|" in inside or not inside:
            draw = _parse_draw(f"choice{len(draws)}", inside.split("|"), f"{where}: {found[0]}")
            name = draw.names[0]
        elif inside in slots:
            draw, name = slots[inside], inside
        else:
            raise ValueError(f"{where}: unknown slot {found[0]}; known are {', '.join(slots)}")
        if draw not in draws:
            draws.append(draw)
        return f"{{{name}}}"

    lines = [line.strip() for line in text.strip().splitlines()]
    story = StoryTemplate((), tuple(_FIELD.sub(field, line) for line in lines))
    story = StoryTemplate(tuple(draws), story.sentences)
    names = [name for draw in draws for name in draw.names]
    if len(set(names)) < len(names):
        raise ValueError(f"{where}: two slots share a name among {', '.join(names)}")
    for index in range(len(lines)):
        for sentence in story.readings(index):
            _check_sentence(sentence, where)
    return story


def _check_sentence(sentence: str, where: str) -> None:
    if not _PLAIN.fullmatch(sentence):
        raise ValueError(f"{where}: expected lower-case words and single spaces, got {sentence!r}")
    if not MIN_WORDS <= (num := len(sentence.split())) <= MAX_WORDS:
        raise ValueError(
            f"{where}: expected {MIN_WORDS} to {MAX_WORDS} words, got {num}: {sentence!r}"
        )


def _check_senses(topics: tuple[Topic, ...]) -> None:
    ambiguous = {word for topic in topics for word in topic.senses}
    for topic in topics:
        words = {word for sentence in topic.sentences() for word in sentence.split()}
        for word in sorted(ambiguous):
            if word in topic.senses and word not in words:
                raise ValueError(f"topic {topic.name!r}: sense of {word!r}, which never occurs")
            if word in words and word not in topic.senses:
                raise ValueError(f"topic {topic.name!r}: {word!r} occurs without a sense")
