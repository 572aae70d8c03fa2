"""Time one pretraining step beside its rivals, and the forward pass.

`python -m benchmarks` prints a table for each size. The rivals share sizes, batch
and real predictions; a step is the loss forward and backward, gradients clipped, weights updated.
Each rival runs with the optimiser that people usually give it, and the text's model with ours too:

- bert_core: `make_optimizer` (AdamW, fused), gradients clipped at norm 1;
- the text: its model with `torch.optim.Adam` and no clipping (D2L 15.10);
- transformers: AdamW, fused, and clipping at norm 1 are the defaults of its `Trainer` already.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import nn

from benchmarks.peers import Batch, Loss, draw_batch, ours, the_text, transformers
from benchmarks.timing import in_turns, table
from bert_core import BERTConfig
from bert_core.pretraining import make_optimizer

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


def time_forward(size: Size) -> dict[str, float]:
    """Milliseconds of our forward pass, the loss included: the median."""
    model, loss = ours(size.config, size.batch())
    model.eval()
    timing = in_turns({"forward": torch.no_grad()(loss)}, size.repeats, "base, forward")
    return {"milliseconds": 1_000 * timing.median("forward")}


def measure() -> dict[str, Any]:
    """Steps at all sizes, and the forward pass of the base one."""
    return {
        "steps": {name: time_steps(name, size) for name, size in SIZES.items()},
        "forward": {"base": time_forward(SIZES["base"])},
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
        parts.append(f"forward pass, {name}: {facts['milliseconds']:.0f} ms")
    return "\n\n".join(parts)
