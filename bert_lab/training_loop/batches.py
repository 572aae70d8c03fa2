"""A step's batch depends on the seed and the step alone, so a run can stop and resume."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, Protocol

import torch
from torch import Tensor

from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.pairs import PairData
from bert_core.validation import unchecked
from bert_lab.training_loop.any_share import mask_any_share


class Rows(Protocol):
    """Data of any kind whose rows can be counted and selected, as an object with tensors."""

    def __len__(self) -> int: ...

    def select(self, rows: Tensor) -> Any: ...


def derive_seed(seed: int, *path: str | int) -> int:
    """A separate seed for each purpose, such as ("masks", step): a hash of both.

    Below 2**32, because PyTorch's CPU generator reads no more of a seed.
    """
    digest = hashlib.sha256(repr((seed, *path)).encode()).digest()
    return int.from_bytes(digest[:4], "big")


def derived(seed: int, *path: str | int) -> torch.Generator:
    """A CPU generator with a derived seed."""
    return torch.Generator().manual_seed(derive_seed(seed, *path))


@contextmanager
def seeded(seed: int, device: torch.device) -> Iterator[None]:
    """Seed PyTorch's global generators, which dropout uses, within this block.

    The processor's and the device's; `torch.manual_seed` would reseed every other GPU too, and
    nobody would set those back.
    """
    on_gpu = device.type == "cuda"
    with torch.random.fork_rng([device] if on_gpu else []):
        torch.default_generator.manual_seed(seed)
        if on_gpu:
            with torch.cuda.device(device):
                torch.cuda.manual_seed(seed)
        yield


def batches(
    num_pairs: int, batch_size: int, steps: range, seed: int
) -> Iterator[tuple[int, Tensor]]:
    """Each step with its batch's rows (batch_size,); an epoch visits each pair once, reshuffled.

    An epoch's incomplete last batch is left out.
    """
    per_epoch = num_pairs // batch_size
    order, shuffled = torch.arange(0), -1
    for step in steps:
        epoch, place = divmod(step, per_epoch)
        if epoch != shuffled:
            generator = derived(seed, "order", epoch)
            order, shuffled = torch.randperm(num_pairs, generator=generator), epoch
        yield step, order[place * batch_size : (place + 1) * batch_size]


def check_length(data: Rows, max_len: int) -> None:
    """Raise ValueError for no rows, or rows longer than a model's `max_len`."""
    if not hasattr(data, "select"):
        raise ValueError(f"data: expected rows of pairs or examples, got {type(data).__name__}")
    if not len(data):
        raise ValueError("data: expected at least one row, got none")
    length = data.select(torch.tensor([0])).tokens.shape[1]
    if length > max_len:
        raise ValueError(
            f"data: expected at most max_len = {max_len} positions, got {length}; pack shorter "
            "texts or build a longer model"
        )


class Batch(NamedTuple):
    """The objective's arguments, and a seed for dropout."""

    tensors: tuple[Tensor, ...]
    seed: int


def read_pairs(
    data: PairData,
    targets: Callable[[Tensor], MaskedTokens] | None,
    vocab_size: int,
    rows: Tensor,
    seed: int,
    step: int,
    rate: float | None = 0.15,
) -> Batch:
    """These rows, cropped and masked.

    Without a `rate` any share of the tokens is hidden, see `mask_any_share`.
    """
    batch = data.select(rows).crop()
    mask = mask_any_share if rate is None else partial(mask_tokens, rate=rate)
    with unchecked():
        masked = (
            mask(batch.tokens, vocab_size, generator=derived(seed, "masks", step, 0))
            if targets is None
            else targets(batch.tokens)
        )
    tensors = (*masked, batch.segments, batch.valid_lens, batch.is_next)
    return Batch(tensors, derive_seed(seed, "dropout", step, 0))
