"""Train one variant: its data, its evaluation, and its steps."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import torch
from torch import nn

from _successor_variants import Variant
from bert_core.masking import mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData, pack_pairs
from bert_core.pretraining import Record
from bert_lab.checkpoint import load_mini_bert
from bert_lab.pretraining import Prepared, build_model
from bert_lab.pretraining.loop import PretrainingObjective
from bert_lab.pretraining.preparation import training_stories
from bert_lab.successors.albert import order_pairs
from bert_lab.successors.distilbert import DistillationObjective
from bert_lab.successors.electra import Electra, ElectraObjective
from bert_lab.successors.roberta import draw_once
from bert_lab.text.tokenization import encode
from bert_lab.training_loop.batches import MicroBatch, derive_seed, derived, read_share
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import Objective, take_steps

GENERATOR = {"num_hiddens": 32, "ffn_num_hiddens": 128, "num_heads": 2, "init_std": 0.098}


class Learner(NamedTuple):
    """The objective, and the module that is trained.

    `model` is the BERT in it that is kept; `pairs`: are its pooler and NSP head trained?
    """

    model: BERTModel
    objective: Objective
    trained: nn.Module
    pairs: bool = True


def make_learner(variant: Variant, world: Prepared[PairData], seed: int) -> Learner:
    """Untrained; all variants of a seed with the same sizes begin with the same weights."""
    model = variant.build(world, world.generator())
    if variant.replaced:
        small = build_model(world, derived(seed, "generator"), **GENERATOR)
        with torch.random.fork_rng(devices=[]):
            torch.default_generator.manual_seed(seed)  # of the head, an `nn` module
            electra = Electra(small, model)
        objective = ElectraObjective(electra, everywhere=variant.replaced == "all")
        return Learner(model, objective, objective.trained, False)
    if variant.soft:
        return Learner(model, DistillationObjective(model, load_mini_bert()[0]), model)
    both = variant.tells != "nothing"
    trained = model if both else nn.ModuleList([model.encoder, model.mlm])
    return Learner(model, PretrainingObjective(model, both), trained, both)


def order_data(world: Prepared[PairData], seed: int, held_out: bool = False) -> PairData:
    """The world's neighbouring sentences, in their order or swapped."""
    stories = training_stories(seed)[held_out]
    documents = [list(story.sentences) for story in stories]
    draw, length = derived(seed, "order of sentences"), world.train.tokens.shape[1]
    return pack_pairs(order_pairs(encode(world.tokenizer, documents), draw).pairs, length, draw)


def training_data(variant: Variant, world: Prepared[PairData], seed: int) -> PairData:
    data = order_data(world, seed) if variant.tells == "order" else world.train
    rows = torch.arange(len(data) if variant.num_pairs is None else variant.num_pairs)
    return data.select(rows.repeat(max(1, variant.masks)))


def train(
    learner: Learner, variant: Variant, world: Prepared[PairData], seed: int, **options: Any
) -> Iterator[Record]:
    """Train in place, one `Record` a step; `options` as of `take_steps`.

    A seed's variants read the same pairs in the same order, masked in the same places where they
    are masked at the same rate.
    """
    data, vocab_size = training_data(variant, world, seed), learner.model.config.vocab_size
    options |= variant.training
    if variant.masks:
        read = draw_once(data, vocab_size, derived(seed, "masks, once"))
    elif variant.last_rate is not None:
        rates = variant.rate, variant.last_rate
        read = _read_falling(rates, data, vocab_size, options["num_train_steps"])
    else:
        targets = None if variant.rate == 0.15 else _masking(vocab_size, variant.rate, seed)
        read = partial(read_share, data, targets, vocab_size)
    return take_steps(
        learner.objective,
        read,
        data,
        TrainingOptions(**options),
        seed,
        trained=learner.trained,
    )


def _read_falling(rates: tuple[float, float], data: PairData, vocab_size: int, num_steps: int):
    first, last = rates

    def read(rows: torch.Tensor, path: tuple[int, int, int]) -> MicroBatch:
        seed, step, _ = path
        rate = first + (last - first) * step / max(1, num_steps - 1)
        targets = _masking(vocab_size, rate, derive_seed(seed, step))
        return read_share(data, targets, vocab_size, rows, path)

    return read


def _masking(vocab_size: int, rate: float, seed: int):
    generator = derived(seed, f"masks at {rate}")
    return partial(mask_tokens, vocab_size=vocab_size, generator=generator, rate=rate)
