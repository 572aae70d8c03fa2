"""Ambiguous words in sentences of the mini-world, seen whole or cut off beside the word."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Protocol

from torch import Tensor

from bert_lab.text.tensors import batch_texts, vectors_at
from bert_lab.world.mini_world import sense_frames, senses

SIDES = ("left", "right", "both")
SPLITS = ("sentences", "frames")
PER_FRAME = 6  # a frame with many fillings must not crowd out the others
CONTEXT = 2  # words that must stand on either side


class Readable(Protocol):
    """What is asked: a system of the history, or a control that looks like one."""

    def layers(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> list[Tensor]:
        """Tokens and segments (B, T), lengths (B,) -> at each layer the vectors (B, T, D_l)."""
        ...


@dataclass(frozen=True)
class Occurrence:
    """An ambiguous word in a sentence: its place, its sense, and which half it is in, 0 or 1.

    There are two ways to halve: by "sentences", so that other sentences of the same frame are in
    the other half, or by "frames", so that none are. Chapter 1.
    """

    words: tuple[str, ...]
    place: int
    sense: str
    halves: dict[str, int]

    def seen(self, side: str) -> tuple[tuple[str, ...], int]:
        """The sentence with what stands on one `side` of the word, or "both"; the word's place."""
        if side == "left":
            return self.words[: self.place + 1], self.place
        if side == "right":
            return self.words[self.place :], 0
        return self.words, self.place


@cache
def occurrences(word: str) -> tuple[Occurrence, ...]:
    """The sentences of an ambiguous word that are asked about: the same in every run.

    Those with two words or more on either side of it, at most six of each frame. Sentences of a
    frame, or frames of a sense, go into the two halves in turns.

    Raises:
        ValueError: if the word is not ambiguous.

    Chapter 1.
    """
    if word not in senses():
        raise ValueError(f"expected one of {', '.join(senses())}, got {word!r}")
    rng, found = Random(f"occurrences of {word}"), []
    for sense, frames in sense_frames(word).items():
        usable = ([s.split() for s in frame] for frame in frames)
        usable = [[s for s in frame if _context(s, word)] for frame in usable]
        for number, frame in enumerate(filter(None, usable)):
            for turn in range(min(PER_FRAME, len(frame))):
                words = frame.pop(int(rng.random() * len(frame)))
                halves = {"sentences": (number + turn) % 2, "frames": number % 2}
                found.append(Occurrence(tuple(words), words.index(word), sense, halves))
    return tuple(found)


def _context(words: list[str], word: str) -> bool:
    place = words.index(word)
    return CONTEXT <= place < len(words) - CONTEXT


def system_vectors(
    system: Readable, seen: list[tuple[tuple[str, ...], int]], vocab: dict[str, int]
) -> list[Tensor]:
    """The word's vectors (n, D_l) at each of a system's layers, in n texts."""
    texts = [(" ".join(words), None) for words, _ in seen]
    return vectors_at(system.layers(*batch_texts(texts, vocab)), [place for _, place in seen])
