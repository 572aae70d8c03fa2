"""What each part of an encoder block is worth, and what one map for queries and keys does.

The record has the keys of `ablations`, its baseline among them, for each change that all seeds
have been trained with; `missing`, `parts`: see `Experiment`. The runs with W_q = W_k say
`symmetry`, the fields of `Symmetry` on the first held-out pairs, and `scores` (blocks, N, T, T)
of the text `EXAMPLE`, before mask and softmax.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import torch

from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.experiments import recorded
from bert_lab.experiments.ablations.experiment import AblationsExperiment
from bert_lab.experiments.ablations.papers import BLOCK_PAPERS
from bert_lab.experiments.ablations.parts import CHANGES, change_blocks
from bert_lab.experiments.ablations.summary import SEEDS
from bert_lab.experiments.ablations.variants import Variant
from bert_lab.experiments.digests import digest
from bert_lab.experiments.experiment import Key
from bert_lab.experiments.symmetry import all_scores, symmetry
from bert_lab.pretraining import Prepared
from bert_lab.text.tensors import batch_texts
from bert_lab.training_loop.evaluation import evaluating

EXAMPLE = "the crane saw the bank"
_ONE_MAP, _PAIRS = "W_q = W_k", 1_000


@dataclass(frozen=True)
class BlockVariant(Variant):
    """A change to each block of the model, a name of `CHANGES`, before it is trained."""

    change: str = ""

    def build(self, world: Prepared[PairData], generator: torch.Generator) -> BERTModel:
        """The untrained model."""
        return change_blocks(super().build(world, generator), self.change)


class BlockExperiment(AblationsExperiment):
    name = "block"
    about = "what each part of an encoder block is worth (chapter 4)"
    variants: ClassVar = (
        *(BlockVariant(name, change=name) for name in CHANGES),
        Variant("one head", switches={"num_heads": 1}),
    )
    papers: ClassVar = BLOCK_PAPERS

    def inputs(self) -> dict[str, Any]:
        return super().inputs() | {"baseline": digest(baseline_runs())}

    def rounds(self) -> list[list[Key]]:
        """Each change once, then one after the other with the other seeds."""
        names, (first, *others) = [v.name for v in self.variants], SEEDS
        return [
            [(name, first) for name in names],
            [(name, seed) for name in names for seed in others],
        ]

    def look(self, variant: Variant, model: BERTModel, world: Prepared[PairData]) -> dict[str, Any]:
        """With one map: how symmetric scores are on held-out pairs, and all of one text's."""
        return look_at_scores(model, world) if variant.name == _ONE_MAP else {}

    def summarise(self, found: dict[Key, dict[str, Any]]) -> dict[str, Any]:
        whole = [v.name for v in self.variants if all((v.name, s) in found for s in SEEDS)]
        runs = [part for (name, _), part in found.items() if name in whole]
        return self.tell([*baseline_runs(), *runs], ["baseline", *whole])


def baseline_runs() -> list[dict[str, Any]]:
    """Of the record `ablations`, as parts have them."""
    baseline = recorded("ablations")["variants"][0]
    return [{"variant": baseline["name"], **run} for run in baseline["runs"]]


def look_at_scores(model: BERTModel, world: Prepared[PairData]) -> dict[str, Any]:
    """`symmetry` and `scores`, as the record has them."""
    pairs = world.held_out.select(torch.arange(_PAIRS)).crop()
    text = batch_texts([(EXAMPLE, None)], world.tokenizer.get_vocab())
    with evaluating(model):
        found = symmetry(model.encoder, pairs.tokens, pairs.segments, pairs.valid_lens)
        scores = all_scores(model.encoder, *text)[:, 0]
    lists = {name: torch.as_tensor(x).tolist() for name, x in found._asdict().items()}
    return {"symmetry": lists, "scores": scores.tolist()}
