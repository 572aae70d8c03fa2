"""ALBERT's second way to fewer weights: a token embedding in two factors (chapter 11)."""

import torch
from torch import Tensor, nn

from bert_core.model import BERTModel


class FactorisedEmbedding(nn.Embedding):
    """Rows of size E, and one matrix that widens them to D: V E + E D weights instead of V D.

    Called with `tokens` (B, T); returns (B, T, D).
    Source: Lan et al. 2019, section 3.1. Deviation: there the sum with segments and positions is
    made, and normed, in E dimensions, and then widened with a bias. Chapter 11.
    """

    def __init__(self, vocab_size: int, size: int, num_hiddens: int):
        super().__init__(vocab_size, size)
        self.widen = nn.Linear(size, num_hiddens, bias=False)

    def forward(self, input: Tensor) -> Tensor:
        return self.widen(super().forward(input))  # (B, T, D)


def factorise(model: BERTModel, size: int, generator: torch.Generator) -> BERTModel:
    """Token vectors of `size` E, read and, where the decoder is tied, guessed by the same rows.

    E is 128 in ALBERT, whatever D. `generator` draws what is new: rows as `init_std` says, and what
    widens them so that the widened ones are spread alike.

    Raises:
        ValueError: for an E that is not below D, or a model without `init_std`.

    Source and deviation: see `FactorisedEmbedding`. Chapter 11.
    """
    config = model.config
    if not 1 <= size < config.num_hiddens or config.init_std is None:
        raise ValueError(
            f"expected 1 to {config.num_hiddens - 1} dimensions and an init_std, got {size} and "
            f"{config.init_std}"
        )
    embedding = FactorisedEmbedding(config.vocab_size, size, config.num_hiddens)
    narrow = nn.Linear(config.num_hiddens, size)
    spreads = (embedding.weight, config.init_std), (embedding.widen.weight, size**-0.5)
    for weight, std in (*spreads, (narrow.weight, config.init_std)):
        nn.init.trunc_normal_(weight, 0.0, std, -2 * std, 2 * std, generator=generator)
    nn.init.zeros_(narrow.bias)
    decoder = nn.Linear(size, config.vocab_size)
    decoder.bias = model.mlm.decoder.bias
    if config.tied_decoder:
        decoder.weight = embedding.weight
    norm = nn.LayerNorm(size, eps=config.norm_eps)
    model.encoder.token_embedding = embedding
    model.mlm.transform = nn.Sequential(narrow, model.mlm.transform[1], norm)
    model.mlm.decoder = decoder
    return model
