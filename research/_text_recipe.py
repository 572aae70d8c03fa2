"""D2L's data and recipe restated, with its two faults fixed one at a time, and with all fixed.

The data: whole words, single sentences, long pairs dropped; and D2L's masks.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor

from bert_core.config import BERTConfig
from bert_core.inputs import UNK
from bert_core.losses import Scores, score
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData, pack_pairs, sentence_pairs
from bert_core.validation import unchecked
from bert_lab.pretraining import pretrain
from bert_lab.text.corpora import Corpus, Documents
from bert_lab.text.tokenization import encode, train_word_level
from bert_lab.training_loop.batches import derive_seed, seeded
from bert_lab.training_loop.record import numbers

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_LEN, MIN_FREQUENCY = 64, 5  # D2L 15.9
NUM_HELD_OUT = 512


class TextData(NamedTuple):
    """The input of every recipe: training pairs, held-out pairs, and masks for the latter."""

    tokenizer: "Tokenizer"
    train: PairData
    held_out: PairData
    masked: MaskedTokens


def draw_text_data(corpus: Corpus, generator: torch.Generator) -> TextData:
    """D2L's vocabulary and pairs (D2L 15.9), from a corpus whose documents are paragraphs.

    As there, sentences lose their full stop but for the last one of a paragraph, and pairs above
    64 tokens are dropped. The first 512 pairs of the validation split are held out.
    Deviations: `sentence_pairs` draws no true next sentence as a false one; a paragraph of one
    sentence does not count for the vocabulary.
    """
    train, valid = without_full_stops(corpus.train), without_full_stops(corpus.valid)
    tokenizer = train_word_level(train, MIN_FREQUENCY)
    packed = []
    for documents in (train, valid):
        pairs = sentence_pairs(encode(tokenizer, documents), generator).pairs
        short = [pair for pair in pairs if len(pair.first) + len(pair.second) + 3 <= MAX_LEN]
        packed.append(pack_pairs(short, MAX_LEN))
    data, held_out = packed
    held_out = held_out.select(torch.arange(min(NUM_HELD_OUT, len(held_out))))
    masked = mask_as_text(held_out.tokens, tokenizer.get_vocab_size(), generator)
    return TextData(tokenizer, data, held_out, masked)


def without_full_stops(documents: Documents) -> Documents:
    """Sentences as D2L has them, which splits at " . " and throws that away."""
    return [[*(x.removesuffix(" .") for x in texts[:-1]), texts[-1]] for texts in documents]


def mask_as_text(tokens: Tensor, vocab_size: int, generator: torch.Generator) -> MaskedTokens:
    """`mask_tokens` as in D2L: `<unk>` is masked and drawn like any other word."""
    words = tokens.masked_fill(tokens == UNK, vocab_size)
    masked = mask_tokens(words, vocab_size + 1, generator=generator)
    inputs, labels = (
        ids.masked_fill(ids == vocab_size, UNK) for ids in (masked.inputs, masked.labels)
    )
    return masked._replace(inputs=inputs, labels=labels)


# As the mini preset: 0.05 is 0.02 * sqrt(768 / 128), and a run of two epochs needs no dropout.
_ORIGINAL = {
    "activation": "gelu",
    "embedding_norm": True,
    "tied_decoder": True,
    "norm_eps": 1e-12,
    "init_std": 0.05,
    "dropout": 0.0,
}


@dataclass(frozen=True)
class Recipe:
    """How to train D2L's model (D2L 15.10: D 128, F 256, 2 heads, 2 blocks).

    `masks_drawn_once`, `padded_slots_count`: D2L's masks and loss, else the package's.
    `changes`: fields of `BERTConfig`; none is D2L's model with PyTorch's initialisation.
    """

    what: str
    num_train_steps: int
    train_batch_size: int
    learning_rate: float
    padded_slots_count: bool
    masks_drawn_once: bool = True
    changes: dict | None = None

    def build(self, vocab_size: int, generator: torch.Generator) -> BERTModel:
        config = BERTConfig.preset("text", vocab_size=vocab_size, **(self.changes or {}))
        return BERTModel.from_config(config, generator=generator)

    def train(
        self, model: BERTModel, data: PairData, generator: torch.Generator
    ) -> Iterator[tuple[float, float]]:
        """Train step by step; yields the MLM and the NSP loss of each batch."""
        if self.masks_drawn_once:
            yield from _text_steps(self, model, data, generator)
            return
        for record in pretrain(
            model,
            data,
            generator=generator,
            num_train_steps=self.num_train_steps,
            train_batch_size=self.train_batch_size,
            learning_rate=self.learning_rate,
            targets=partial(mask_as_text, vocab_size=model.config.vocab_size, generator=generator),
        ):
            losses = numbers(record)
            yield losses["mlm_loss"], losses["nsp_loss"]


RECIPES = {
    "repaired": Recipe(
        "fresh masks, the original's switches, AdamW with warm-up and clipping, small batches",
        1_600,
        64,
        2e-3,
        padded_slots_count=False,
        masks_drawn_once=False,
        changes=_ORIGINAL,
    ),
    "text": Recipe("the text's recipe", 100, 512, 0.01, padded_slots_count=True),
    "loss": Recipe("the text's, only the loss mended", 50, 512, 0.01, padded_slots_count=False),
    "rate": Recipe("the text's, only the rate lowered", 50, 512, 1e-3, padded_slots_count=True),
}

# What D2L 15.10 printed, built with PyTorch: running means over its 50 steps. For each rate the
# lowest and the highest among 55 stored builds, 2021 to 2023.
PUBLISHED = {
    "source": "d2l",
    "num_train_steps": 50,
    "train_batch_size": 512,
    "vocab_size": 20_256,
    "builds": [
        {"learning_rate": 1e-3, "mlm_loss": [5.999, 6.190], "nsp_loss": [0.696, 0.700]},
        {"learning_rate": 0.01, "mlm_loss": [5.315, 5.885], "nsp_loss": [0.744, 0.790]},
    ],
}


def mean_over_all_slots(model: BERTModel, masked: MaskedTokens, *others: Tensor) -> Scores:
    """`score` with D2L's loss, whose MLM mean is over all slots, padding included.

    Those that only fill their row up all ask the vector of `<cls>` for token 0.
    Source: D2L 15.10, `_get_batch_loss_bert`: it multiplies a mean by the weights.
    """
    return score(model, masked._replace(weights=torch.ones_like(masked.weights)), *others)


def _text_steps(recipe, model, data, generator):
    """D2L 15.10: Adam at a constant rate, no warm-up, no clipping, masks drawn once for all."""
    masked = mask_as_text(data.tokens, model.config.vocab_size, generator)
    optimizer = torch.optim.Adam(model.parameters(), recipe.learning_rate)
    rows_of_batches = islice(
        _batches(len(data), recipe.train_batch_size, generator), recipe.num_train_steps
    )
    objective = mean_over_all_slots if recipe.padded_slots_count else score
    device, seed = torch.device("cpu"), generator.initial_seed()
    for step, rows in enumerate(rows_of_batches):
        batch, targets = data.select(rows), MaskedTokens(*(x[rows] for x in masked))
        model.train()
        with unchecked(), seeded(derive_seed(seed, "dropout", step), device):
            found = objective(model, targets, batch.segments, batch.valid_lens, batch.is_next)
        optimizer.zero_grad()
        (found.mlm_loss + found.nsp_loss).backward()
        optimizer.step()
        yield found[0].item(), found[1].item()


def _batches(num_pairs, batch_size, generator) -> Iterator[Tensor]:
    while True:
        yield from torch.randperm(num_pairs, generator=generator).split(batch_size)
