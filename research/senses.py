"""The test of senses on this book's sentences: a released encoder, layer by layer, and controls.

*Triplets* are this book's: `word_senses`. *Nearest sense* is that of Loureiro et al. 2021: each
sense has the mean of the vectors of sentences in which it is known, and a vector gets the sense of
the nearest mean.

The record's keys:

- `words`: the senses of each word;
- `scores`: by measure ("triplets", "nearest sense") and by who is asked, for each layer the mean
  over words and its 95 % interval. The embeddings are layer 0. "untrained" is the mean of the same
  network with `SEEDS`; "static rows" and "bag of words" have one layer;
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

import torch
from torch import Tensor

from _run import Key, Result, Run, parse
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.released import RELEASED, REVISION
from bert_lab.measures.sense_sentences import SENTENCES, own_examples, own_sentences
from bert_lab.measures.sense_vectors import (
    bags_of_words,
    layer_vectors,
    load_released,
    nearest_sense,
    static_rows,
    untrained,
)
from bert_lab.measures.word_senses import Example, sense_scores, with_interval

SEEDS = (0, 1, 2)
TRAINED, UNTRAINED, ROWS, BAG = "trained", "untrained", "static rows", "bag of words"
KEYS: list[Key] = [(TRAINED,), (ROWS,), (BAG,), *((UNTRAINED, seed) for seed in SEEDS)]
LEAST_AT_A_PLACE = 20  # vectors whose mean counts as that of their position


def merge_places(examples: Iterable[Sequence[Example]]) -> list[list[Example]]:
    """Neighbouring positions merged until each has enough examples.

    A mean over few vectors would take away more than their position.
    """
    examples = list(map(list, examples))
    counts = Counter(at for found in examples for _, at, _ in found)
    before = accumulate((counts[at] for at in sorted(counts)), initial=0)
    total = sum(counts.values())
    places: dict[int, int] = {}
    first = reached = 0
    for at, seen in zip(sorted(counts), before, strict=False):
        enough, rest = seen - reached >= LEAST_AT_A_PLACE, total - seen >= LEAST_AT_A_PLACE
        if not places or (enough and rest):
            first, reached = at, seen
        places[at] = first
    return [[(text, places[at], sense) for text, at, sense in found] for found in examples]


def triplet_scores(vectors: Tensor, examples: Mapping[str, Sequence[Example]]) -> Tensor:
    """(layers, words): `sense_scores` of vectors (layers, n, D) of all words' examples in order."""
    merged = dict(zip(examples, merge_places(examples.values()), strict=True))
    sizes = [len(found) for found in examples.values()]
    return torch.stack(
        [
            sense_scores(dict(zip(merged, layer.split(sizes), strict=True)), merged)
            for layer in vectors
        ]
    )


def halves_scores(vectors: Tensor, examples: Mapping[str, Sequence[Example]]) -> Tensor:
    """(layers, words): the accuracy of `nearest_sense` over all examples.

    Each sense is known by half of its examples and asked of the other half, then the reverse: an
    asked sentence is never in a mean.
    """
    sizes = [len(found) for found in examples.values()]
    return torch.tensor(
        [
            [
                _halves_score(of_word, [sense for *_, sense in found])
                for of_word, found in zip(layer.split(sizes), examples.values(), strict=True)
            ]
            for layer in vectors
        ]
    )


def _halves_score(vectors: Tensor, senses: list[str]) -> float:
    seen = [senses[:i].count(sense) for i, sense in enumerate(senses)]
    first = [2 * before < senses.count(sense) for before, sense in zip(seen, senses, strict=True)]
    right = 0
    for half in (True, False):
        known, test = ([i for i, f in enumerate(first) if (f == half) == k] for k in (True, False))
        found = nearest_sense(vectors[known], [senses[i] for i in known], vectors[test])
        right += sum(guess == senses[i] for guess, i in zip(found, test, strict=True))
    return right / len(senses)


MEASURES = {"triplets": triplet_scores, "nearest sense": halves_scores}


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "sentences": digest_files(SENTENCES.parent, SENTENCES.name),
        "model": f"{RELEASED}@{REVISION}",
        "seeds": SEEDS,
    }


def ask(who: str, seed: int | None = None) -> dict[str, Any]:
    """The scores by measure, (layers, words)."""
    model, tokenizer = load_released()
    examples = own_examples(tokenizer)
    everything = list(chain.from_iterable(examples.values()))
    if who == ROWS:
        vectors = static_rows(model, tokenizer, everything)[None]
    elif who == BAG:
        vectors = bags_of_words(tokenizer, everything)[None]
    else:
        network = model if seed is None else untrained(model, seed)
        vectors = layer_vectors(network, tokenizer, everything)
    return {name: measure(vectors, examples).tolist() for name, measure in MEASURES.items()}


def summarise(found: dict[Key, Result]) -> Result:
    words = {word: list(senses) for word, senses in own_sentences().items()}
    scores: dict[str, dict[str, Any]] = {}
    for name in MEASURES:
        tables: dict[str, list[Tensor]] = {}
        for (who, *_), part in found.items():
            tables.setdefault(str(who), []).append(torch.tensor(part[name]))
        means = {who: torch.stack(parts).mean(dim=0) for who, parts in tables.items()}
        scores[name] = {who: list(map(with_interval, table)) for who, table in means.items()}
    return {"words": words, "scores": scores}


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("senses", __doc__, argv), inputs())
    run.write(summarise(run.cells(ask, KEYS)))


if __name__ == "__main__":
    main()
