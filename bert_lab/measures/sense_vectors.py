"""Vectors of a word in its sentences: a network's layer by layer, and two baselines."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.released import RELEASED
from bert_lab.measures.word_senses import Example, word_vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_BATCH = 32


def load_released() -> tuple[BERTModel, "Tokenizer"]:
    """The released encoder; its missing heads, which are unused, are drawn without a warning."""
    return load_bert(RELEASED, generator=torch.Generator().manual_seed(0))


def untrained(model: BERTModel, seed: int) -> BERTModel:
    """The same network with random initial weights."""
    generator = torch.Generator().manual_seed(seed)
    return BERTModel.from_config(model.config, generator=generator).eval()


def layer_vectors(model: BERTModel, tokenizer: "Tokenizer", examples: Sequence[Example]) -> Tensor:
    """(layers, n, D): as `word_vectors`, sentences of like lengths together."""
    order = sorted(range(len(examples)), key=lambda i: len(examples[i][0].split()))
    batches = (order[i : i + _BATCH] for i in range(0, len(order), _BATCH))
    found = [
        torch.stack(word_vectors(model, tokenizer, [examples[i] for i in batch]))
        for batch in batches
    ]
    return torch.cat(found, dim=1)[:, torch.tensor(order).argsort()]


def bags_of_words(tokenizer: "Tokenizer", examples: Sequence[Example]) -> Tensor:
    """(n, pieces that occur): 1 for each other piece of the sentence, once."""
    others = [set(_others(tokenizer, example)) for example in examples]
    columns = {piece: i for i, piece in enumerate(sorted(set(chain.from_iterable(others))))}
    bags = torch.zeros(len(examples), len(columns))
    for bag, pieces in zip(bags, others, strict=True):
        bag[[columns[piece] for piece in pieces]] = 1
    return bags


def static_rows(model: BERTModel, tokenizer: "Tokenizer", examples: Sequence[Example]) -> Tensor:
    """(n, D): the mean of the model's token embeddings of all other pieces."""
    table = model.encoder.token_embedding.weight.detach()
    return torch.stack([table[_others(tokenizer, e)].mean(dim=0) for e in examples])


def nearest_sense(known: Tensor, senses: Sequence[str], queries: Tensor) -> list[str]:
    """For each query (n, D) the sense whose known vectors (m, D) have the nearest mean."""
    names = sorted(set(senses))
    means = [known[[sense == name for sense in senses]].mean(dim=0) for name in names]
    similar = F.cosine_similarity(queries[:, None], torch.stack(means)[None], dim=-1)
    return [names[i] for i in similar.argmax(dim=1).tolist()]


def _others(tokenizer: "Tokenizer", example: Example) -> list[int]:
    text, at, _ = example
    pieces = text.split()
    ids = map(tokenizer.token_to_id, pieces[:at] + pieces[at + 1 :])
    return [i for i in ids if i is not None]
