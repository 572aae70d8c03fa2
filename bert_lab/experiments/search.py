"""The book's own search, before and after training on it: the places of the right entries.

The record's keys:

- `entries`: how many the glossary and the questions had, each with its title one text;
- `questions`: the kind of each held-out question, in order;
- `recipe`: options of `train_embedder` and `train_ranker`; `seeds`;
- `weight`: of shared words beside meaning in "both, weighed", and `tried`, with the nDCG that each
  of those had on the training questions;
- `searches`: by name a list over seeds, one where nothing is drawn, of the places of all right
  entries for each held-out question, from 1, of equals the last;
- `losses`: of the trained ones by name, by seed, of each step.
"""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.search.measures import ndcg, places_of
from bert_lab.search.passages import Query, find_right, hand_written_queries, read_passages
from bert_lab.search.ranking import rerank, train_ranker
from bert_lab.search.training import train_embedder
from bert_lab.search.vectors import embed
from bert_lab.search.words import match_words, share_matched

MODEL, SEEDS = "all-MiniLM-L6-v2", (0, 1, 2)
EMBEDDER = {
    "num_train_steps": 40,  # three passes over the pairs
    "train_batch_size": 16,
    "learning_rate": 2e-5,
    "temperature": 0.05,
    "max_len": 40,
}
RANKER = {"num_train_steps": 30, "train_batch_size": 4, "num_wrong": 3, "learning_rate": 2e-5}
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0)
UNTRAINED, FIXED = "untrained", "fixed"
TRAINED = "meaning, trained", "two stages"


class Collection:
    """The texts, the questions of both parts, and what answers them."""

    def __init__(self) -> None:
        passages = read_passages()
        train, held_out = hand_written_queries()
        self.queries: dict[str, list[Query]] = {"train": train, "held out": held_out}
        self.titles = [passage.title for passage in passages]
        self.bare = [passage.text for passage in passages]
        self.texts = [f"{passage.title}. {passage.text}" for passage in passages]
        self.right = {part: find_right(some, passages) for part, some in self.queries.items()}

    def questions(self, part: str) -> list[str]:
        return [query.text for query in self.queries[part]]

    def pairs(self) -> tuple[list[str], list[str], Tensor]:
        """Questions, texts and what is right to train on: a title's text, with and without it."""
        own = torch.eye(len(self.titles), dtype=torch.bool)
        right = torch.cat([self.right["train"], own])
        questions = [*self.questions("train"), *self.titles]
        return questions, [*self.texts, *self.bare], torch.cat([right, right], dim=1)


def by_meaning(model: BERTModel, tokenizer: Any, questions: list[str], texts: list[str]) -> Tensor:
    """Cosines (Q, P)."""
    return embed(model, tokenizer, questions) @ embed(model, tokenizer, texts).T


def without_context(model: BERTModel, tokenizer: Any, texts: list[str]) -> Tensor:
    """(texts, D): the mean of the rows of the model's own token table, of length 1."""
    table = model.encoder.token_embedding.weight.detach()
    rows = [table[one.ids].mean(dim=0) for one in tokenizer.encode_batch(texts)]
    return F.normalize(torch.stack(rows), dim=1)


def places_of_right(scores: Tensor, right: Tensor) -> list[list[int]]:
    """For each question, first places first."""
    places = places_of(scores)
    return [sorted(row[own].tolist()) for row, own in zip(places, right, strict=True)]


class SearchExperiment(Experiment):
    name = "search"
    about = "the book's own search, by words and by meaning, before and after training (chapter 11)"
    partly = True

    def inputs(self) -> dict[str, Any]:
        return {
            "model": MODEL,
            "embedder": EMBEDDER,
            "ranker": RANKER,
            "weights": WEIGHTS,
            "seeds": SEEDS,
        }

    def rounds(self) -> list[list[Key]]:
        return [[(FIXED, 0)], *[[(name, s) for s in SEEDS] for name in (UNTRAINED, *TRAINED)]]

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        """What one way of searching finds; with `FIXED`, all in which nothing is drawn."""
        name, seed = str(key[0]), int(key[1])
        made = Collection()
        model, tokenizer = load_bert(MODEL, generator=torch.Generator())  # its heads go
        if name == FIXED:
            return _fixed(made, model, tokenizer)
        generator = torch.Generator().manual_seed(seed)
        questions, losses = made.questions("held out"), []
        if name == UNTRAINED:
            model = BERTModel.from_config(model.config, generator=generator).eval()
        elif name == TRAINED[0]:
            pairs, options = made.pairs(), dict[str, Any](EMBEDDER)
            model, losses = train_embedder(model, tokenizer, *pairs, generator=generator, **options)
        scores = by_meaning(model, tokenizer, questions, made.texts)
        if name == TRAINED[1]:
            scores, losses = _two_stages(made, model, tokenizer, scores, generator)
        return {"places": places_of_right(scores, made.right["held out"]), "losses": losses}

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        fixed = found[FIXED, 0]
        drawn = {
            name: [found[name, seed] for seed in SEEDS if (name, seed) in found]
            for name in (UNTRAINED, *TRAINED)
        }
        return {
            "entries": fixed["entries"],
            "questions": fixed["questions"],
            "recipe": {"embedder": EMBEDDER, "ranker": RANKER},
            "seeds": SEEDS,
            "weight": fixed["weight"],
            "tried": fixed["tried"],
            "searches": {name: [places] for name, places in fixed["places"].items()}
            | {name: [part["places"] for part in parts] for name, parts in drawn.items()},
            "losses": {name: [part["losses"] for part in drawn[name]] for name in TRAINED},
        }


def add_places(*searches: Tensor) -> Tensor:
    """Reciprocal rank fusion (Cormack et al. 2009): 1 / (60 + place), added up. (Q, P)."""
    return torch.stack([1 / (60 + places_of(scores)) for scores in searches]).sum(dim=0)


def _fixed(made: Collection, model: BERTModel, tokenizer: Any) -> dict[str, Any]:
    parts = {part: made.questions(part) for part in made.queries}
    meaning = {n: by_meaning(model, tokenizer, some, made.texts) for n, some in parts.items()}
    shares = {n: share_matched(some, made.texts) for n, some in parts.items()}

    def weighed(part: str, weight: float) -> Tensor:
        return meaning[part] + weight * shares[part]

    tried = {
        weight: float(ndcg(places_of(weighed("train", weight)), made.right["train"]).mean())
        for weight in WEIGHTS
    }
    weight = max(tried, key=lambda one: tried[one])
    part = "held out"
    words = match_words(parts[part], made.texts)
    questions, texts = (without_context(model, tokenizer, x) for x in (parts[part], made.texts))
    scores = {
        "shared words": words,
        "no context": questions @ texts.T,
        "meaning": meaning[part],
        "both, by place": add_places(meaning[part], words),
        "both, weighed": weighed(part, weight),
    }
    return {
        "entries": len(made.texts),
        "questions": [query.kind for query in made.queries[part]],
        "weight": weight,
        "tried": [list(one) for one in tried.items()],
        "places": {n: places_of_right(one, made.right[part]) for n, one in scores.items()},
    }


def _two_stages(
    made: Collection, model: BERTModel, tokenizer: Any, scores: Tensor, generator: torch.Generator
) -> tuple[Tensor, list[float]]:
    asked = made.questions("train")
    fetched = by_meaning(model, tokenizer, asked, made.texts)
    ranker, losses = train_ranker(
        model,
        tokenizer,
        asked,
        made.texts,
        made.right["train"],
        fetched,
        generator=generator,
        **dict[str, Any](RANKER),
    )
    found = rerank(ranker, tokenizer, made.questions("held out"), made.texts, scores)
    return found, losses
