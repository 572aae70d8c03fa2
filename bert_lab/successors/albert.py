"""ALBERT: one block's weights in every place, rows in two factors, sentence order (`ch-after`)."""

from itertools import pairwise

import torch
from torch import Tensor, nn

from bert_core.model import BERTModel
from bert_core.pairs import Document, Pair, PairDraw


def share_blocks(model: BERTModel) -> BERTModel:
    """The first block's weights in all places: fewer parameters, as many multiplications.

    Source: Lan et al. 2019, section 3.1 (all parameters shared). Deviations: none. See `ch-after`.
    """
    blks = model.encoder.blks
    model.encoder.blks = nn.ModuleList([blks[0]] * len(blks))
    return model


class FactorisedEmbedding(nn.Embedding):
    """Embeddings of size E and a matrix that widens them to D: V E + E D weights instead of V D.

    Called with `tokens` (B, T); returns (B, T, D).
    Source: Lan et al. 2019, section 3.1. Deviation: there the sum with segments and positions is
    made, and normed, in E dimensions, and then widened with a bias. See `ch-after`.
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

    Source and deviation: see `FactorisedEmbedding`. See `ch-after`.
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


def order_pairs(documents: list[Document], generator: torch.Generator) -> PairDraw:
    """Each two neighbouring sentences, swapped in half of the draws; `is_next`: in their order.

    The topic tells nothing here: both sentences always come from one text.

    Args:
        documents: those of one sentence are skipped.
        generator: all randomness.

    Raises:
        ValueError: if no document has two sentences.

    Source: Lan et al. 2019, section 3.1. Deviations: none. See `ch-after`.
    """
    usable = [document for document in documents if len(document) >= 2]
    if not usable:
        raise ValueError("documents: expected one with two sentences or more, got none")
    neighbours = [two for document in usable for two in pairwise(document)]
    in_order = (torch.rand(len(neighbours), generator=generator) < 0.5).tolist()
    pairs = [
        Pair(first, second, True) if right else Pair(second, first, False)
        for (first, second), right in zip(neighbours, in_order, strict=True)
    ]
    return PairDraw(pairs, len(documents) - len(usable))
