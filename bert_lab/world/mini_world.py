"""The mini-world: short stories in plain English from a hand-written grammar."""

import itertools
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from random import Random

from bert_lab.text.corpora import Corpus
from bert_lab.text.tokenization import train_word_level
from bert_lab.world.grammar import Grammar, Topic, parse_grammar

GRAMMAR = Path(str(resources.files("bert_lab") / "assets" / "mini_world.toml"))
_NUM_EVALUATION = 1_000


@dataclass(frozen=True)
class Story:
    """One story of the mini-world: its topic and its sentences, in order. See `ch-nsp`."""

    topic: str
    sentences: tuple[str, ...]


@cache
def grammar() -> Grammar:
    """The grammar of the mini-world, read once from `assets/mini_world.toml`."""
    return parse_grammar(GRAMMAR.read_text(encoding="utf-8"))


def _below(rng: Random, bound: int) -> int:
    # random() is the one method whose sequence Python promises to keep between versions
    return int(rng.random() * bound)


def _tell(topic: Topic, rng: Random) -> Story:
    template = topic.stories[_below(rng, len(topic.stories))]
    rows = [_below(rng, len(draw.rows)) for draw in template.draws]
    return Story(topic.name, template.tell(rows))


def generate_stories(num: int, seed: int) -> list[Story]:
    """Generate stories: a topic, a story of it and each of its draws, all uniform and independent.

    Args:
        num: number of stories, 0 or more.
        seed: of the generator; the same seed gives the same stories with every Python.

    Returns:
        `num` stories; the same story may come more than once.

    Raises:
        ValueError: if `num` is negative.

    See `ch-nsp`.
    """
    if num < 0:
        raise ValueError(f"expected num >= 0 stories, got {num}")
    rng, topics = Random(seed), grammar().topics
    return [_tell(topics[_below(rng, len(topics))], rng) for _ in range(num)]


def mini_world(num_stories: int = 20_000, seed: int = 0) -> Corpus:
    """The mini-world as a corpus: one story, one document.

    Training stories come as they fall, repetitions included. The 1,000 validation and 1,000 test
    stories are drawn on until they differ from every training story and from one another. Whole
    stories are new there, but the world is small: about 98 in 100 of their sentences occur in
    training too, and 86 in 100 of their pairs of neighbouring sentences.

    Args:
        num_stories: number of training stories, 1 or more.
        seed: of the generator.

    Returns:
        A `Corpus` named "mini-world".

    Raises:
        ValueError: if `num_stories` is below 1, or the grammar has too few stories to go round.

    Deviations from the original: BERT read BooksCorpus and Wikipedia. See `ch-context`.
    """
    splits = split_stories(num_stories, seed)
    return Corpus("mini-world", *([list(s.sentences) for s in split] for split in splits))


@cache  # the mini-world is asked for again and again
def split_stories(
    num_stories: int = 20_000, seed: int = 0
) -> tuple[list[Story], list[Story], list[Story]]:
    """The stories of `mini_world`, each with its topic: for training, validation and testing.

    Arguments and errors are those of `mini_world`. See `ch-context`.
    """
    if num_stories < 1:
        raise ValueError(f"expected num_stories >= 1, got {num_stories}")
    rng, topics = Random(seed), grammar().topics
    most = sum(story.num_stories for topic in topics for story in topic.stories)
    if most < num_stories + 2 * _NUM_EVALUATION:
        raise ValueError(f"expected num_stories <= {most - 2 * _NUM_EVALUATION}, got {num_stories}")
    train = [_tell(topics[_below(rng, len(topics))], rng) for _ in range(num_stories)]
    seen, unseen = {story.sentences for story in train}, []
    while len(unseen) < 2 * _NUM_EVALUATION:
        story = _tell(topics[_below(rng, len(topics))], rng)
        if story.sentences not in seen:
            seen.add(story.sentences)
            unseen.append(story)
    return train, unseen[:_NUM_EVALUATION], unseen[_NUM_EVALUATION:]


@cache
def vocabulary() -> dict[str, int]:
    """Token -> id in the order of the ids, as the mini-BERT and all systems beside it have them.

    See `ch-input`.
    """
    vocab = train_word_level(mini_world().train).get_vocab()
    return dict(sorted(vocab.items(), key=lambda pair: pair[1]))


def senses() -> dict[str, dict[str, str]]:
    """The ambiguous words: word -> topic -> the sense it has in that topic. See `ch-context`."""
    found: dict[str, dict[str, str]] = {}
    for topic in grammar().topics:
        for word, sense in topic.senses.items():
            found.setdefault(word, {})[topic.name] = sense
    return dict(sorted(found.items()))


def sense_examples(word: str, num: int, seed: int) -> list[tuple[str, int, str]]:
    """Distinct sentences with an ambiguous word, the senses taking turns.

    Args:
        word: one of the keys of `senses()`.
        num: number of sentences, 0 or more.
        seed: of the generator.

    Returns:
        `num` triples: sentence, position of the word in it (from 0, without `<cls>`), sense.

    Raises:
        ValueError: if the word is not ambiguous, `num` is negative, or a sense has fewer
            sentences than asked for.

    See `ch-context`.
    """
    if word not in senses():
        raise ValueError(f"expected one of {', '.join(senses())}, got {word!r}")
    rng, frames = Random(seed), sense_frames(word)
    most = len(frames) * min(sum(map(len, lists)) for lists in frames.values())
    if not 0 <= num <= most:
        raise ValueError(f"expected num from 0 to {most} for {word!r}, got {num}")
    examples = []
    for sense in itertools.islice(itertools.cycle(frames), num):
        # a frame first, so that one with many slots doesn't crowd out the others
        frame = frames[sense][_below(rng, len(frames[sense]))]
        sentence = frame.pop(_below(rng, len(frame)))
        frames[sense] = [frame for frame in frames[sense] if frame]
        examples.append((sentence, sentence.split().index(word), sense))
    return examples


def sense_frames(word: str) -> dict[str, list[list[str]]]:
    """The sentences of the grammar with an ambiguous word: sense -> frame -> its sentences.

    A frame is a sentence before its draws. No sentence comes twice. See `ch-context`.
    """
    frames: dict[str, list[list[str]]] = {}
    seen: set[str] = set()
    for topic in grammar().topics:
        for story in topic.stories if word in topic.senses else ():
            for index in range(len(story.sentences)):
                frame = [s for s in dict.fromkeys(story.readings(index)) if s not in seen]
                frame = [sentence for sentence in frame if word in sentence.split()]
                seen.update(frame)
                if frame:
                    frames.setdefault(topic.senses[word], []).append(frame)
    return frames
