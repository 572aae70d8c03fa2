"""The test of senses on CoarseWSD-20, for those who fetch it (CC BY-NC 4.0; nothing of it is kept).

The record's keys:

- `words`: by word the number of `senses` and of test sentences `asked`;
- `nearest sense`: by who is asked, for each layer three means of the share that is right, as one
  may count it: "sentences", all alike; "words", of the words' shares; "senses", of the words' mean
  recall per sense, with its interval over words;
- `triplets`: by who is asked, for each layer the mean over words and its interval, on the first
  `NUM_ASKED` test sentences of each sense that has as many as `LEAST_ASKED`; `triplet words`.

"last four" is the sum of the last four layers, as in the paper; the rest as in `experiment`.
Deviation from the paper: a sense is known by `NUM_KNOWN` of its training sentences at most.
"""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import torch
from torch import Tensor

from bert_core.model import BERTModel
from bert_lab.checkpoint.released import RELEASED, REVISION
from bert_lab.experiments.digests import digest_files
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.experiments.sense_test import Example, with_interval
from bert_lab.experiments.senses.experiment import (
    BAG,
    ROWS,
    TRAINED,
    UNTRAINED,
    load_released,
    untrained,
)
from bert_lab.experiments.senses.measures import nearest_sense, triplet_scores
from bert_lab.experiments.senses.sentences import COARSE_WORDS, check_coarse, coarse_examples
from bert_lab.experiments.senses.vectors import bags_of_words, layer_vectors, static_rows

if TYPE_CHECKING:
    from tokenizers import Tokenizer

NUM_KNOWN, NUM_ASKED, LEAST_ASKED = 100, 20, 10
LAST_FOUR, TRIPLETS = "last four", "triplets"


def first_of_each(examples: Sequence[Example], num: int, least: int = 1) -> list[Example]:
    """The first `num` of each sense that has at least `least`, in their order."""
    senses = [sense for *_, sense in examples]
    return [
        example
        for i, example in enumerate(examples)
        if senses.count(senses[i]) >= least and senses[:i].count(senses[i]) < num
    ]


def all_vectors(
    model: BERTModel, tokenizer: "Tokenizer", examples: Sequence[Example]
) -> dict[str, Tensor]:
    """By who is asked (layers, n, D)."""
    vectors = layer_vectors(model, tokenizer, examples)
    return {
        TRAINED: vectors,
        LAST_FOUR: vectors[-4:].sum(dim=0, keepdim=True),
        UNTRAINED: layer_vectors(untrained(model, seed=0), tokenizer, examples),
        ROWS: static_rows(model, tokenizer, examples)[None],
        BAG: bags_of_words(tokenizer, examples)[None],
    }


class CoarseSensesExperiment(Experiment):
    name = "coarse_senses"
    about = "the same on CoarseWSD-20 (evidence A)"
    needs: ClassVar = {"data": "folder CoarseWSD-20 of github.com/danlou/bert-disambiguation"}

    def inputs(self) -> dict[str, Any]:
        return {
            "model": f"{RELEASED}@{REVISION}",
            "known": NUM_KNOWN,
            "asked": [NUM_ASKED, LEAST_ASKED],
        }

    def given_inputs(self) -> dict[str, str]:
        check_coarse(self._folder)
        return {"data": digest_files(self._folder, "*/*.data.txt", "*/*.gold.txt")}

    @property
    def _folder(self) -> Path:
        return Path(self.given["data"])

    def rounds(self) -> list[list[Key]]:
        return [[(TRIPLETS,), *((word,) for word in COARSE_WORDS)]]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        model, tokenizer = load_released()
        (name,) = map(str, key)
        if name == TRIPLETS:
            return self._triplets(model, tokenizer)
        known, asked = (
            coarse_examples(self._folder, name, s, tokenizer) for s in ("train", "test")
        )
        known = first_of_each(known, NUM_KNOWN)
        senses = [sense for *_, sense in known]
        guesses = {
            who: [
                nearest_sense(layer[: len(known)], senses, layer[len(known) :]) for layer in found
            ]
            for who, found in all_vectors(model, tokenizer, known + asked).items()
        }
        return {"senses": [sense for *_, sense in asked], "guesses": guesses}

    def _triplets(self, model: BERTModel, tokenizer: "Tokenizer") -> dict[str, Any]:
        """By who is asked (layers, words), and the words with two senses or more to compare."""
        examples = {}
        for word in COARSE_WORDS:
            found = coarse_examples(self._folder, word, "test", tokenizer)
            found = first_of_each(found, NUM_ASKED, LEAST_ASKED)
            if len({sense for *_, sense in found}) > 1:
                examples[word] = found
        vectors = all_vectors(model, tokenizer, list(chain.from_iterable(examples.values())))
        scores = {who: triplet_scores(v, examples).tolist() for who, v in vectors.items()}
        return {"words": list(examples), "scores": scores}

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        parts = {str(word): part for (word,), part in found.items()}
        triplets = parts.pop(TRIPLETS)
        senses = [part["senses"] for part in parts.values()]
        first = next(iter(parts.values()))["guesses"]
        nearest = {
            who: [
                _three_means(senses, [part["guesses"][who][layer] for part in parts.values()])
                for layer in range(len(layers))
            ]
            for who, layers in first.items()
        }
        bands = {
            who: [with_interval(torch.tensor(layer)) for layer in layers]
            for who, layers in triplets["scores"].items()
        }
        return {
            "words": {
                word: {"senses": len(set(right)), "asked": len(right)}
                for word, right in zip(parts, senses, strict=True)
            },
            "nearest sense": nearest,
            "triplets": bands,
            "triplet words": triplets["words"],
        }


def _three_means(senses: list[list[str]], guesses: list[list[str]]) -> dict[str, Any]:
    """By way of counting, from each word's right senses and guesses."""
    right = [
        [a == b for a, b in zip(*pair, strict=True)] for pair in zip(senses, guesses, strict=True)
    ]
    recalls = []
    for word, hits in zip(senses, right, strict=True):
        of_each = [
            [hit for sense, hit in zip(word, hits, strict=True) if sense == name]
            for name in set(word)
        ]
        recalls.append(_mean([_mean(hits) for hits in of_each]))
    return {
        "sentences": _mean(list(chain.from_iterable(right))),
        "words": _mean([_mean(hits) for hits in right]),
        "senses": with_interval(torch.tensor(recalls)),
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
