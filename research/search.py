"""The book's own search, before and after training on it: the ranks of the right entries.

The record's keys:

- `entries`: how many the glossary and the questions had, each with its title one text;
- `questions`: the kind of each held-out question, in order;
- `recipe`: options of `train_embedder`; `seeds`;
- `weight`: of shared words beside meaning in "both, weighed", and `tried`, with the nDCG that each
  of those had on the training questions;
- `searches`: by name a list over seeds, one where nothing is drawn, of the places of all right
  entries for each held-out question, from 1, of equals the last;
- `losses`: of the trained ones by name, by seed, of each step.
"""

from typing import Any

import torch
from torch import Tensor

from _run import Key, Result, Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.search.measures import ndcg, places_of
from bert_lab.search.passages import Query, find_right, hand_written_queries, read_passages
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
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0)
FIXED, UNTRAINED, TRAINED = "fixed", "untrained", "meaning, trained"


class Collection:
    """The texts, the questions of both parts, and their right answers."""

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


def places_of_right(scores: Tensor, right: Tensor) -> list[list[int]]:
    """The ranks of each question's right texts, ascending."""
    places = places_of(scores)
    return [sorted(row[own].tolist()) for row, own in zip(places, right, strict=True)]


def search_untrained(made: Collection, model: BERTModel, tokenizer: Any) -> dict[str, Any]:
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
    scores = {
        "shared words": match_words(parts[part], made.texts),
        "meaning": meaning[part],
        "both, weighed": weighed(part, weight),
    }
    return {
        "entries": len(made.texts),
        "questions": [query.kind for query in made.queries[part]],
        "weight": weight,
        "tried": [list(one) for one in tried.items()],
        "places": {n: places_of_right(one, made.right[part]) for n, one in scores.items()},
    }


def train(
    made: Collection, model: BERTModel, tokenizer: Any, generator: torch.Generator
) -> tuple[BERTModel, list[float]]:
    options = dict[str, Any](EMBEDDER)
    return train_embedder(model, tokenizer, *made.pairs(), generator=generator, **options)


DRAWN = UNTRAINED, TRAINED
KEYS = [(FIXED, 0), *((name, seed) for name in DRAWN for seed in SEEDS)]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "model": MODEL,
        "embedder": EMBEDDER,
        "weights": WEIGHTS,
        "seeds": SEEDS,
    }


def run_search(name: str, seed: int) -> dict[str, Any]:
    """The results of one way of searching; `FIXED` are the deterministic ones."""
    generator = torch.Generator().manual_seed(seed)
    made, found = Collection(), dict[str, Any]()
    model, tokenizer = load_bert(MODEL, generator=torch.Generator())  # its heads go
    if name == FIXED:
        return search_untrained(made, model, tokenizer)
    if name == UNTRAINED:
        model = BERTModel.from_config(model.config, generator=generator).eval()
    else:
        model, found["losses"] = train(made, model, tokenizer, generator)
    scores = by_meaning(model, tokenizer, made.questions("held out"), made.texts)
    return found | {"places": places_of_right(scores, made.right["held out"])}


def summarise(found: dict[Key, Result]) -> Result:
    fixed = found[FIXED, 0]

    def parts(name: str, what: str = "places") -> list[Any]:
        return [found[name, seed][what] for seed in SEEDS]

    return {
        "entries": fixed["entries"],
        "questions": fixed["questions"],
        "recipe": {"embedder": EMBEDDER},
        "seeds": SEEDS,
        "weight": fixed["weight"],
        "tried": fixed["tried"],
        "searches": {name: [places] for name, places in fixed["places"].items()}
        | {name: parts(name) for name in DRAWN},
        "losses": {name: parts(name, "losses") for name in DRAWN if name != UNTRAINED},
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("search", __doc__, argv), inputs())
    found = summarise(run.cells(run_search, KEYS))
    run.write(found | {"parts": run.parts})


if __name__ == "__main__":
    main()
