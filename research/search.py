"""The book's own search, before and after training on it: the ranks of the right entries.

The record's keys:

- `entries`: how many the glossary and the questions had, each with its title one text;
- `questions`: the kind of each held-out question, in order;
- `recipe`: options of `train_embedder`, and by name those of `train_ranker`; `seeds`;
- `weight`: of shared words beside meaning in "both, weighed", and `tried`, with the nDCG that each
  of those had on the training questions;
- `searches`: by name a list over seeds, one where nothing is drawn, of the places of all right
  entries for each held-out question, from 1, of equals the last;
- `bytes`: of the encoder as the library has it and as the page's file has it, "packed" above;
- `losses`: of the trained ones by name, by seed, of each step.
"""

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from _run import Key, Result, Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.quantised import pack_small, unpack_small
from bert_lab.finetuning.heads import SequenceClassifier
from bert_lab.search.measures import ndcg, places_of
from bert_lab.search.passages import Query, find_right, hand_written_queries, read_passages
from bert_lab.search.ranking import SideBySide, rerank, train_ranker
from bert_lab.search.training import train_embedder
from bert_lab.search.vectors import embed
from bert_lab.search.words import match_words, share_matched
from bert_lab.training_loop.batches import seeded

MODEL, SEEDS = "all-MiniLM-L6-v2", (0, 1, 2)
EMBEDDER = {
    "num_train_steps": 40,  # three passes over the pairs
    "train_batch_size": 16,
    "learning_rate": 2e-5,
    "temperature": 0.05,
    "max_len": 40,
}
NEW_LAYER, COMPARED = "new layer", "two stages"
RANKERS = {  # their rates were chosen on the training questions
    name: {"num_train_steps": 60, "train_batch_size": 4, "num_wrong": 3, "learning_rate": rate}
    for name, rate in {NEW_LAYER: 2e-4, COMPARED: 5e-5}.items()
}
FIRST = 20  # so much of the first cosine beside that divided by 0.05
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0)
FIXED, PACKED, UNTRAINED = "fixed", "packed", "untrained"
TRAINED, HARD = "meaning, trained", "hard negatives"


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


def without_context(model: BERTModel, tokenizer: Any, texts: list[str]) -> Tensor:
    """(texts, D): the mean of the rows of the model's own token table, of length 1."""
    table = model.encoder.token_embedding.weight.detach()
    rows = [table[one.ids].mean(dim=0) for one in tokenizer.encode_batch(texts)]
    return F.normalize(torch.stack(rows), dim=1)


def places_of_right(scores: Tensor, right: Tensor) -> list[list[int]]:
    """The ranks of each question's right texts, ascending."""
    places = places_of(scores)
    return [sorted(row[own].tolist()) for row, own in zip(places, right, strict=True)]


def add_places(*searches: Tensor) -> Tensor:
    """Reciprocal rank fusion (Cormack et al. 2009): 1 / (60 + place), added up. (Q, P)."""
    return torch.stack([1 / (60 + places_of(scores)) for scores in searches]).sum(dim=0)


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
    words = match_words(parts[part], made.texts)
    questions, texts = (without_context(model, tokenizer, x) for x in (parts[part], made.texts))
    scores = {
        "shared words": words,
        "no context": questions @ texts.T,
        "meaning": meaning[part],
        "both, by place": add_places(meaning[part], words),
        "both, weighed": weighed(part, weight),
        "stages, untrained": rerank(
            SideBySide(model).eval(), tokenizer, parts[part], made.texts, meaning[part], first=FIRST
        ),
    }
    return {
        "entries": len(made.texts),
        "questions": [query.kind for query in made.queries[part]],
        "weight": weight,
        "tried": [list(one) for one in tried.items()],
        "places": {n: places_of_right(one, made.right[part]) for n, one in scores.items()},
    }


def pack(model: BERTModel, tokenizer: Any) -> dict[str, int]:
    """Replace a model by the page's packed weights; bytes before and after."""
    file = pack_small(model, tokenizer)
    whole = sum(weight.nbytes for weight in model.encoder.parameters())
    model.load_state_dict(unpack_small(file), strict=False)  # the heads aren't in it
    return {"whole": whole, PACKED: len(file)}


def train(
    made: Collection, model: BERTModel, tokenizer: Any, name: str, generator: torch.Generator
) -> tuple[BERTModel, list[float]]:
    questions, texts, right = made.pairs()
    hard = None
    if name == HARD:  # the best wrong one by shared words
        hard = match_words(questions, texts).masked_fill(right, -1).argmax(dim=1)
    pairs = questions, texts, right
    options = dict[str, Any](EMBEDDER)
    return train_embedder(model, tokenizer, *pairs, generator=generator, hard=hard, **options)


def train_second_stage(
    made: Collection, model: BERTModel, tokenizer: Any, name: str, generator: torch.Generator
) -> dict[str, Any]:
    """Trained on questions with their entries, and on titles with theirs."""
    train, held_out = (made.questions(part) for part in ("train", "held out"))
    sides = (train, made.texts), (made.titles, made.bare)
    scores = torch.block_diag(*(by_meaning(model, tokenizer, *side) for side in sides))
    own = torch.eye(len(made.titles), dtype=torch.bool)
    right = torch.block_diag(made.right["train"], own)
    fetched = by_meaning(model, tokenizer, held_out, made.texts)

    with seeded(int(torch.randint(2**31, (), generator=generator)), torch.device("cpu")):
        new = SequenceClassifier(model, num_labels=1, pooling="mean")
    ranker: nn.Module = SideBySide(model) if name == COMPARED else new
    known = [*train, *made.titles], [*made.texts, *made.bare], right, scores
    options = dict[str, Any](RANKERS[name])
    losses = train_ranker(ranker, tokenizer, *known, generator=generator, **options)
    first = FIRST if name == COMPARED else 0
    found = rerank(ranker, tokenizer, held_out, made.texts, fetched, first=first)
    return {"places": places_of_right(found, made.right["held out"]), "losses": losses}


DRAWN = UNTRAINED, TRAINED, HARD, *RANKERS
KEYS = [(FIXED, 0), (PACKED, 0), *((name, seed) for name in DRAWN for seed in SEEDS)]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "model": MODEL,
        "embedder": EMBEDDER,
        "rankers": RANKERS,
        "first": FIRST,
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
    if name in RANKERS:
        return train_second_stage(made, model, tokenizer, name, generator)
    if name == PACKED:
        found["bytes"] = pack(model, tokenizer)
    elif name == UNTRAINED:
        model = BERTModel.from_config(model.config, generator=generator).eval()
    else:
        model, found["losses"] = train(made, model, tokenizer, name, generator)
    scores = by_meaning(model, tokenizer, made.questions("held out"), made.texts)
    return found | {"places": places_of_right(scores, made.right["held out"])}


def summarise(found: dict[Key, Result]) -> Result:
    fixed = found[FIXED, 0]

    def parts(name: str, what: str = "places") -> list[Any]:
        return [found[name, seed][what] for seed in SEEDS]

    return {
        "entries": fixed["entries"],
        "questions": fixed["questions"],
        "recipe": {"embedder": EMBEDDER, "rankers": RANKERS, "first": FIRST},
        "seeds": SEEDS,
        "weight": fixed["weight"],
        "tried": fixed["tried"],
        "bytes": found[PACKED, 0]["bytes"],
        "searches": {name: [places] for name, places in fixed["places"].items()}
        | {PACKED: [found[PACKED, 0]["places"]]}
        | {name: parts(name) for name in DRAWN},
        "losses": {name: parts(name, "losses") for name in DRAWN if name != UNTRAINED},
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("search", __doc__, argv), inputs())
    found = summarise(run.cells(run_search, KEYS))
    run.write(found | {"parts": run.parts})


if __name__ == "__main__":
    main()
