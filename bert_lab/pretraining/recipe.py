"""The recipe of the shipped mini-BERT (`ch-pretraining`)."""

from dataclasses import dataclass

import torch

from bert_core.config import BERTConfig
from bert_core.model import BERTModel
from bert_lab.pretraining.preparation import Prepared
from bert_lab.training_loop.options import TrainingOptions


@dataclass(frozen=True, kw_only=True)
class PretrainingOptions(TrainingOptions):
    """All options of a pretraining run: text, model and training.

    Args:
        corpus, max_seq_length, vocab_size, seed: as `prepare` takes them.
        language, strip_accents: as `prepare` takes them.
        preset: sizes of a new model, a name of `PRESETS`.
        init: the model to go on from, as `load_bert` takes it; None for a new one.
        dropout: share that is set to zero in training, 0 to below 1; None for the model's own.
        masked_lm_prob: share of the tokens that are asked for, above 0 and at most 1; None draws
            it anew for each batch and hides all of them, as a model that is to write needs it.
        lora: rank of the adapter that is trained in place of its weights, for masked words
            alone; None trains the weights, for both tasks. An `init` with an adapter of this
            rank goes on with it.

    Raises:
        ValueError: for a number out of its range, an adapter without a model to go on from, or
            `strip_accents` with one.

    See `ch-pretraining`.
    """

    corpus: str
    preset: str
    max_seq_length: int
    vocab_size: int
    seed: int
    language: str = "en"
    strip_accents: bool = False
    init: str | None = None
    lora: int | None = None
    dropout: float | None = None
    masked_lm_prob: float | None = 0.15

    def __post_init__(self):
        super().__post_init__()
        if self.dropout is not None and not 0 <= self.dropout < 1:
            raise ValueError(f"dropout: expected at least 0 and below 1, got {self.dropout}")
        if self.masked_lm_prob is not None and not 0 < self.masked_lm_prob <= 1:
            raise ValueError(
                f"masked_lm_prob: expected above 0 and at most 1, got {self.masked_lm_prob}"
            )
        if self.strip_accents and self.init is not None:
            raise ValueError("strip_accents: expected a new model; --init brings its tokenizer")
        if self.lora is not None and self.init is None:
            raise ValueError("lora: expected a model that it adapts; give --init")


RECIPE = PretrainingOptions(
    corpus="mini-world",
    preset="mini",
    max_seq_length=32,
    vocab_size=8_192,  # for real text: the mini-world has as many as it has words
    seed=0,
    num_train_steps=1_800,
    train_batch_size=128,
    learning_rate=6e-3,
)


def build_model(
    prepared: Prepared, generator: torch.Generator, preset: str = RECIPE.preset, **changes
) -> BERTModel:
    """An untrained BERT for the vocabulary of `prepared`; `changes` are fields of `BERTConfig`."""
    sizes = {"vocab_size": prepared.tokenizer.get_vocab_size(), **changes}
    return BERTModel.from_config(BERTConfig.preset(preset, **sizes), generator=generator)
