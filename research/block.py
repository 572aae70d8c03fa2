"""What each part of an encoder block is worth.

The record has the keys of `ablations`, its baseline among them, and `parts`: of each cell its
`key`, the `seconds` that it took, and what it `found`.
"""

from dataclasses import dataclass
from typing import Any

import torch

import ablations
from _ablation_variants import Variant
from _run import Key, Result, Run, parse
from ablations import table, train_and_ask
from bert_core.model import BERTModel
from bert_lab.measures import recorded
from bert_lab.measures.block_parts import CHANGES, change_blocks
from bert_lab.measures.seeds import SEEDS
from bert_lab.pretraining import Prepared
from bert_lab.training_loop.identity import digest


@dataclass(frozen=True)
class BlockVariant(Variant):
    """A change to each block of the model, a name of `CHANGES`, before training."""

    change: str = ""

    def build(self, world: Prepared, generator: torch.Generator) -> BERTModel:
        """The untrained model."""
        return change_blocks(super().build(world, generator), self.change)


VARIANTS = (
    *(BlockVariant(name, change=name) for name in CHANGES),
    Variant("one head", switches={"num_heads": 1}),
)


def baseline_runs() -> list[dict[str, Any]]:
    """The baseline runs of the record `ablations`, as parts."""
    baseline = recorded("ablations")["variants"][0]
    return [{"variant": baseline["name"], **run} for run in baseline["runs"]]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return ablations.inputs(VARIANTS) | {"baseline": digest(baseline_runs())}


def run_change(name: str, seed: int) -> Result:
    """One of `VARIANTS` with one seed."""
    variant = next(variant for variant in VARIANTS if variant.name == name)
    return train_and_ask(variant, seed)


def summarise(found: dict[Key, Result]) -> Result:
    names = ["baseline", *(variant.name for variant in VARIANTS)]
    return table([*baseline_runs(), *found.values()], names)


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("block", __doc__, argv), inputs())
    # each change once, then one after the other with the other seeds
    first = [(variant.name, SEEDS[0]) for variant in VARIANTS]
    keys = [*first, *((variant.name, seed) for variant in VARIANTS for seed in SEEDS[1:])]
    run.write(summarise(run.cells(run_change, keys)) | {"parts": run.parts})


if __name__ == "__main__":
    main()
