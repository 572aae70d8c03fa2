"""The test of senses on this book's sentences: a released encoder, layer by layer, and controls.

The record's keys:

- `words`: the senses of each word;
- `scores`: by measure ("triplets", "nearest sense") and by who is asked, for each layer the mean
  over words and its 95 % interval. The embeddings are layer 0. "untrained" is the mean of the same
  network with `SEEDS`; "static rows" and "bag of words" have one layer;
- `by_word`: the same word by word, without intervals.
"""

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.released import RELEASED, REVISION
from bert_lab.experiments.digests import digest_files
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.experiments.sense_test import with_interval
from bert_lab.experiments.senses.measures import halves_scores, triplet_scores
from bert_lab.experiments.senses.sentences import SENTENCES, own_examples, own_sentences
from bert_lab.experiments.senses.vectors import bags_of_words, layer_vectors, static_rows

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SEEDS = (0, 1, 2)
MEASURES = {"triplets": triplet_scores, "nearest sense": halves_scores}
TRAINED, UNTRAINED, ROWS, BAG = "trained", "untrained", "static rows", "bag of words"


def load_released() -> tuple[BERTModel, "Tokenizer"]:
    """The released encoder; its missing heads, which nobody asks here, are drawn quietly."""
    return load_bert(RELEASED, generator=torch.Generator().manual_seed(0))


def untrained(model: BERTModel, seed: int) -> BERTModel:
    """The same network as it was before it had read anything."""
    generator = torch.Generator().manual_seed(seed)
    return BERTModel.from_config(model.config, generator=generator).eval()


class SensesExperiment(Experiment):
    name = "senses"
    about = "whether a released encoder's vectors know senses, layer by layer (evidence A)"

    def inputs(self) -> dict[str, Any]:
        return {
            "sentences": digest_files(SENTENCES.parent, SENTENCES.name),
            "model": f"{RELEASED}@{REVISION}",
            "seeds": SEEDS,
        }

    def rounds(self) -> list[list[Key]]:
        return [[(TRAINED,), (ROWS,), (BAG,), *((UNTRAINED, seed) for seed in SEEDS)]]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        """By measure the scores, (layers, words)."""
        model, tokenizer = load_released()
        examples = own_examples(tokenizer)
        everything = list(chain.from_iterable(examples.values()))
        who, *seed = key
        if who == ROWS:
            vectors = static_rows(model, tokenizer, everything)[None]
        elif who == BAG:
            vectors = bags_of_words(tokenizer, everything)[None]
        else:
            asked = untrained(model, int(seed[0])) if seed else model
            vectors = layer_vectors(asked, tokenizer, everything)
        return {name: measure(vectors, examples).tolist() for name, measure in MEASURES.items()}

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        words = {word: list(senses) for word, senses in own_sentences().items()}
        scores: dict[str, dict[str, Any]] = {}
        by_word: dict[str, dict[str, Any]] = {}
        for name in MEASURES:
            tables: dict[str, list[Tensor]] = {}
            for (who, *_), part in found.items():
                tables.setdefault(str(who), []).append(torch.tensor(part[name]))
            means = {who: torch.stack(parts).mean(dim=0) for who, parts in tables.items()}
            scores[name] = {who: list(map(with_interval, table)) for who, table in means.items()}
            by_word[name] = {
                who: dict(zip(words, table.T.tolist(), strict=True)) for who, table in means.items()
            }
        return {"words": words, "scores": scores, "by_word": by_word}
