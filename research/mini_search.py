"""Which beginning fits a story's end: the mini-BERT trained to find it, and its controls.

The record's keys:

- `recipe`: options of `train_embedder`; `num_train`, `num_test`: stories; `seeds`;
- `searches`: by name a list over seeds, one where nothing is drawn, of the place of the right
  beginning for each test story, from 1;
- `losses`: of the trained ones by name, by seed, of each step;
- `widths`: so many first numbers of each vector; `cut`: for "trained" and "trained in widths" by
  seed, by width the share of the stories whose beginning comes first.
"""

from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from _run import Key, Result, Run, grammar_digest, mini_bert_digest, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.search.measures import places_of, recall, reciprocal_rank
from bert_lab.search.stories import split_stories
from bert_lab.search.training import train_embedder
from bert_lab.search.vectors import embed
from bert_lab.search.words import match_words
from bert_lab.world.mini_world import mini_world

NUM_TRAIN, NUM_TEST, SEEDS = 600, 200, (0, 1, 2)
WIDTHS = (4, 8, 16, 32, 64)
RECIPE: dict[str, Any] = {
    "num_train_steps": 100,
    "train_batch_size": 32,
    "learning_rate": 1e-3,
    "temperature": 0.05,
    "max_len": 64,
}
ARMS = "trained", "with hard negatives", "trained from random weights", "trained in widths"
UNTRAINED = "untrained"


KEYS = [(name, seed) for name in (UNTRAINED, *ARMS) for seed in SEEDS]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "mini-bert": mini_bert_digest(),
        "mini-world": grammar_digest(),
        "recipe": RECIPE,
        "stories": (NUM_TRAIN, NUM_TEST),
        "widths": WIDTHS,
        "seeds": SEEDS,
    }


def run_arm(name: str, seed: int) -> dict[str, Any]:
    """One arm; the untrained one also gives the deterministic baselines."""
    generator = torch.Generator().manual_seed(seed)
    mini, tokenizer = load_mini_bert()
    corpus = mini_world()
    queries, texts, right = split_stories(corpus.test[:NUM_TEST])

    def searched(model: BERTModel, width: int | None = None) -> Tensor:
        sides = (embed(model, tokenizer, side)[:, :width] for side in (queries, texts))
        questions, found = (F.normalize(side, dim=1) for side in sides)
        return questions @ found.T

    def first(scores: Tensor) -> list[int]:
        return (1 / reciprocal_rank(places_of(scores), right)).round().int().tolist()

    model = mini
    if name in (UNTRAINED, ARMS[2]):
        model = BERTModel.from_config(mini.config, generator=generator).eval()
    if name == UNTRAINED:
        fixed = {"shared words": match_words(queries, texts), "mini-BERT": searched(mini)}
        return {"places": first(searched(model))} | {n: first(x) for n, x in fixed.items()}
    training = split_stories(corpus.train[:NUM_TRAIN])
    wrong = match_words(training[0], training[1]).masked_fill(training[2], -1).argmax(dim=1)
    trained, losses = train_embedder(
        model,
        tokenizer,
        *training,
        generator=generator,
        hard=wrong if name == ARMS[1] else None,
        widths=WIDTHS[:-1] if name == ARMS[3] else (),
        **RECIPE,
    )
    cut = [float(recall(places_of(searched(trained, w)), right, 1).mean()) for w in WIDTHS]
    return {"places": first(searched(trained)), "losses": losses, "cut": cut}


def summarise(found: dict[Key, Result]) -> Result:
    by_arm = {name: [found[name, seed] for seed in SEEDS] for name in (UNTRAINED, *ARMS)}
    fixed = ("shared words", "mini-BERT")
    return {
        "recipe": RECIPE,
        "num_train": NUM_TRAIN,
        "num_test": NUM_TEST,
        "seeds": SEEDS,
        "searches": {name: [found[UNTRAINED, 0][name]] for name in fixed}
        | {name: [part["places"] for part in parts] for name, parts in by_arm.items()},
        "losses": {name: [part["losses"] for part in by_arm[name]] for name in ARMS},
        "widths": WIDTHS,
        "cut": {name: [part["cut"] for part in by_arm[name]] for name in (ARMS[0], ARMS[3])},
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("mini_search", __doc__, argv), inputs())
    run.write(summarise(run.cells(run_arm, KEYS)))


if __name__ == "__main__":
    main()
