"""Time one pretraining step beside its rivals, and the forward pass beside bare matrix products.

`python -m benchmarks.pretraining_step` prints two kinds of tables. The rivals share sizes, batch
and real predictions; a step is the loss forward and backward, gradients clipped, weights updated.
Each rival runs with the optimiser that people usually give it, and the text's model with ours too:

- bert_core: `make_optimizer` (AdamW, fused), gradients clipped at norm 1;
- the text: its model with `torch.optim.Adam` and no clipping (D2L 15.10);
- transformers: AdamW, fused, and clipping at norm 1 are the defaults of its `Trainer` already.
"""

import argparse
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn.functional import linear

from benchmarks.peers import Batch, Loss, draw_batch, ours, the_text, transformers
from benchmarks.timing import in_turns, table
from bert_core import BERTConfig
from bert_core.pretraining import make_optimizer
from bert_lab.training_loop.command import call

Step = Callable[[], None]


class Size(NamedTuple):
    """What is timed: `batch_size` pairs of `shortest` to `length` tokens."""

    config: BERTConfig
    batch_size: int
    length: int
    shortest: int
    repeats: int

    def batch(self) -> Batch:
        return draw_batch(self.config, self.batch_size, self.length, self.shortest)


# The text's pairs leave 32 % of the slots without a question; the original packs its pairs full.
SIZES = {
    "text": Size(BERTConfig.preset("text"), 64, 64, shortest=23, repeats=30),
    "base": Size(BERTConfig.preset("base"), 4, 128, shortest=128, repeats=10),
}


def multiply_adds(config: BERTConfig, batch_size: int, length: int, num_predictions: int) -> int:
    """Multiply-adds of one forward pass with full rows, in matrix products alone.

    B T (4 D D + 2 D F + 2 T D) for each block: four projections, the feed-forward network, scores
    and weighted sum; P (D D + D V) for the MLM head's P real slots, B (D D + 2 D) for pooler and
    NSP head. Backward takes twice as many.
    """
    D, F, V = config.num_hiddens, config.ffn_num_hiddens, config.vocab_size
    block = batch_size * length * (4 * D * D + 2 * D * F + 2 * length * D)
    heads = num_predictions * (D * D + D * V) + batch_size * (D * D + 2 * D)
    return config.num_blks * block + heads


def trained(model: nn.Module, loss: Loss) -> Step:
    """One training step as `pretrain` runs it."""
    optimizer, schedule = make_optimizer(model.train(), 1e-4, 10_000, 100)

    def step():
        loss().backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        schedule.step()

    return step


def trained_as_in_the_text(model: nn.Module, loss: Loss) -> Step:
    optimizer = torch.optim.Adam(model.train().parameters(), lr=1e-4)

    def step():
        optimizer.zero_grad()
        loss().backward()
        optimizer.step()

    return step


def time_steps(name: str, size: Size) -> dict[str, Any]:
    """All rivals' steps in turns: milliseconds, and the ratio to ours."""
    config, batch = size.config, size.batch()
    rivals = {
        "bert_core": trained(*ours(config, batch)),
        "D2L": trained_as_in_the_text(*the_text(config, batch)),
        "D2L, our optimiser": trained(*the_text(config, batch)),
        "transformers": trained(*transformers(config, batch)),
    }
    timing = in_turns(rivals, size.repeats, f"{name}, steps")
    return {
        "pairs": size.batch_size,
        "tokens": size.length,
        "predictions": int(batch.masked.weights.sum()),
        "slots": batch.masked.weights.numel(),
        "rivals": {
            rival: {
                "milliseconds": 1_000 * timing.median(rival),
                "times_ours": timing.ratios(rival, "bert_core"),
            }
            for rival in rivals
        },
    }


def time_forward(name: str, size: Size) -> dict[str, Any]:
    """Our forward pass and a block's largest products in turns, in multiply-adds per second."""
    batch, config = size.batch(), size.config
    model, loss = ours(config, batch)
    model.eval()
    D, F, tokens = config.num_hiddens, config.ffn_num_hiddens, size.batch_size * size.length
    shapes = ((tokens, D), (tokens, F), (F, D), (D, F))
    X, Y, up, down = map(torch.randn, shapes)

    def products():
        for _ in range(config.num_blks):
            linear(X, up)
            linear(Y, down)

    rivals = {"forward": torch.no_grad()(loss), "products": torch.no_grad()(products)}
    timing = in_turns(rivals, size.repeats, f"{name}, forward")
    predictions = int(batch.masked.weights.sum())
    work = {
        "forward": multiply_adds(config, size.batch_size, size.length, predictions),
        "products": config.num_blks * 2 * tokens * D * F,
    }
    shares = timing.ratios("products", "forward")
    return {
        "multiply_adds": work["forward"],
        "milliseconds": 1_000 * timing.median("forward"),
        "per_second": {rival: work[rival] / timing.median(rival) for rival in rivals},
        "share": [x * work["forward"] / work["products"] for x in shares],
    }


def measure() -> dict[str, Any]:
    """Steps at all sizes, and the forward pass of the base one."""
    return {
        "steps": {name: time_steps(name, size) for name, size in SIZES.items()},
        "forward": {"base": time_forward("base", SIZES["base"])},
    }


def report(found: dict[str, Any]) -> str:
    """The results of `measure` as tables."""
    parts = []
    for name, facts in found["steps"].items():
        size = (
            f"one step, {name}: {facts['pairs']} pairs of {facts['tokens']} tokens, "
            f"{facts['predictions']} predictions in {facts['slots']} slots"
        )
        rows = [
            [rival, f"{row['milliseconds']:.0f}", *(f"{x:.2f}" for x in row["times_ours"])]
            for rival, row in facts["rivals"].items()
        ]
        heads = [size, "ms", "lower quartile", "times ours", "upper quartile"]
        parts.append(table(heads, rows))
    for name, facts in found["forward"].items():
        rows = [
            ["multiply-adds in ours, 10^9", f"{facts['multiply_adds'] / 1e9:.1f}"],
            ["the same, 10^9 a second", f"{facts['per_second']['forward'] / 1e9:.0f}"],
            [
                "matrix products alone, 10^9 a second",
                f"{facts['per_second']['products'] / 1e9:.0f}",
            ],
            ["share of that, median", f"{facts['share'][1]:.0%}"],
            ["quartiles", " - ".join(f"{facts['share'][i]:.0%}" for i in (0, 2))],
        ]
        parts.append(table([f"forward pass, {name}", ""], rows))
    return "\n\n".join(parts)


def main() -> None:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    print(report(measure()))


if __name__ == "__main__":
    call(main)
