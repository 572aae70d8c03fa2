"""What a step sees is a function of the seed and the step alone, so a run can stop and go on."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.pairs import PairData
from bert_core.validation import unchecked
from bert_lab.training.order import Shuffle


class Rows(Protocol):
    """Data of any kind: rows that can be counted and taken out, as a dataclass of tensors."""

    def __len__(self) -> int: ...

    def select(self, rows: Tensor) -> "Rows": ...


class Pairs(Rows, Protocol):
    """Pairs wherever they are: `PairData` in memory, or on disk (`bert_lab.pretraining.stored`)."""

    def select(self, rows: Tensor) -> PairData: ...


def derive(seed: int, *path: str | int) -> int:
    """A seed of its own for each purpose, such as ("masks", step): the hash of both together.

    Below 2**32, because PyTorch's CPU generator reads no more of a seed.
    """
    digest = hashlib.sha256(repr((seed, *path)).encode()).digest()
    return int.from_bytes(digest[:4], "big")


def derived(seed: int, *path: str | int) -> torch.Generator:
    """A CPU generator with such a seed."""
    return torch.Generator().manual_seed(derive(seed, *path))


@contextmanager
def seeded(seed: int, device: torch.device):
    """Dropout knows only PyTorch's own generators: seed those, for this block alone."""
    devices = [device] if device.type == "cuda" else []
    with torch.random.fork_rng(devices):
        torch.manual_seed(seed)
        yield


def batches(
    num_pairs: int, batch_size: int, steps: range, seed: int
) -> Iterator[tuple[int, Tensor]]:
    """Each step with its batch's rows (batch_size,); each pair once an epoch, in an order of the
    epoch's own.

    An epoch's incomplete last batch is left out.
    """
    per_epoch = num_pairs // batch_size
    for step in steps:
        epoch, place = divmod(step, per_epoch)
        if place == 0 or step == steps.start:
            order = Shuffle(num_pairs, derived(seed, "order", epoch))
        yield step, order(torch.arange(place * batch_size, (place + 1) * batch_size))


class Share(NamedTuple):
    """What a process takes at once: what the objective is called with, and a seed for dropout."""

    tensors: tuple[Tensor, ...]
    num_predictions: int
    dropout_seed: int


def read_share(
    data: Pairs,
    targets: Callable[[Tensor], MaskedTokens] | None,
    vocab_size: int,
    rows: Tensor,
    path: tuple[int, int, int],
) -> Share:
    """These rows, cropped and masked; `path` is seed, step and the share's place in the batch."""
    seed, *place = path
    batch = data.select(rows).crop()
    with unchecked():
        masked = (
            mask_tokens(batch.tokens, vocab_size, generator=derived(seed, "masks", *place))
            if targets is None
            else targets(batch.tokens)
        )
    tensors = (*masked, batch.segments, batch.valid_lens, batch.is_next)
    return Share(tensors, int(masked.weights.sum()), derive(seed, "dropout", *place))
