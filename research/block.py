"""What each part of an encoder block is worth, and what one map for queries and keys does.

The record has the keys of `ablations`, its baseline among them, and `parts`: of each cell its
`key`, the `seconds` that it took, and what it `found`. The runs with W_q = W_k say `symmetry`, the
fields of `Symmetry` on the first held-out pairs, and `scores` (blocks, N, T, T) of the text
`EXAMPLE`, before mask and softmax.
"""

from dataclasses import dataclass
from typing import Any

import torch

import ablations
from _ablation_variants import Variant
from _papers import BLOCK_PAPERS
from _run import Key, Result, Run, parse
from ablations import table, train_and_ask
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.measures import recorded
from bert_lab.measures.block_parts import CHANGES, change_blocks
from bert_lab.measures.seeds import SEEDS
from bert_lab.measures.symmetry import EXAMPLE, all_scores, symmetry
from bert_lab.pretraining import Prepared
from bert_lab.text.tensors import batch_texts
from bert_lab.training_loop.evaluation import evaluating
from bert_lab.training_loop.identity import digest

_ONE_MAP, _PAIRS = "W_q = W_k", 1_000


@dataclass(frozen=True)
class BlockVariant(Variant):
    """A change to each block of the model, a name of `CHANGES`, before training."""

    change: str = ""

    def build(self, world: Prepared[PairData], generator: torch.Generator) -> BERTModel:
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


def look_at_scores(model: BERTModel, world: Prepared[PairData]) -> dict[str, Any]:
    """`symmetry` and `scores`, in the record's form."""
    pairs = world.held_out.select(torch.arange(_PAIRS)).crop()
    text = batch_texts([(EXAMPLE, None)], world.tokenizer.get_vocab())
    with evaluating(model):
        found = symmetry(model.encoder, pairs.tokens, pairs.segments, pairs.valid_lens)
        scores = all_scores(model.encoder, *text)[:, 0]
    lists = {name: torch.as_tensor(x).tolist() for name, x in found._asdict().items()}
    return {"symmetry": lists, "scores": scores.tolist()}


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return ablations.inputs(VARIANTS) | {"baseline": digest(baseline_runs())}


def run_change(name: str, seed: int) -> Result:
    """One of `VARIANTS` with one seed; with one map, how symmetric its scores are."""
    variant = next(variant for variant in VARIANTS if variant.name == name)
    found, model, world = train_and_ask(variant, seed)
    return found | (look_at_scores(model, world) if name == _ONE_MAP else {})


def summarise(found: dict[Key, Result]) -> Result:
    names = ["baseline", *(variant.name for variant in VARIANTS)]
    return table([*baseline_runs(), *found.values()], names, BLOCK_PAPERS)


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("block", __doc__, argv), inputs())
    # each change once, then one after the other with the other seeds
    first = [(variant.name, SEEDS[0]) for variant in VARIANTS]
    keys = [*first, *((variant.name, seed) for variant in VARIANTS for seed in SEEDS[1:])]
    run.write(summarise(run.cells(run_change, keys)) | {"parts": run.parts})


if __name__ == "__main__":
    main()
