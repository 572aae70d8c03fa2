"""Checks of the arguments that callers pass to the model, before any tensor work.

Reading tensor values costs time, and on a GPU it waits for the device. So code whose batches are
right by construction runs inside `unchecked()`, and compiled code skips the checks by itself.
"""

from contextlib import contextmanager

import torch

# Counts the open `unchecked()` blocks. Module-wide and not per thread, because
# `nn.DataParallel` calls the model from threads of its own.
_unchecked_depth = 0


@contextmanager
def unchecked():
    """Context manager: the model trusts its inputs, as in a training loop (`ch-model`)."""
    global _unchecked_depth
    _unchecked_depth += 1
    try:
        yield
    finally:
        _unchecked_depth -= 1


def skips_checks(tensor) -> bool:
    """Whether checks are skipped for this tensor and what comes with it."""
    if torch.compiler.is_compiling():
        return True
    return _unchecked_depth > 0 or (isinstance(tensor, torch.Tensor) and tensor.is_meta)


def _expect_indices(name, tensor, shape_words):
    if not isinstance(tensor, torch.Tensor):
        raise ValueError(f"{name}: expected a tensor {shape_words}, got {type(tensor).__name__}")
    if tensor.dtype not in (torch.int64, torch.int32):
        raise ValueError(f"{name}: expected whole numbers (torch.int64), got {tensor.dtype}")
    if tensor.dim() != 2 or tensor.numel() == 0:
        raise ValueError(f"{name}: expected shape {shape_words}, got {tuple(tensor.shape)}")


def _expect_range(name, tensor, end, unit):
    low, high = int(tensor.min()), int(tensor.max())
    if low < 0 or high >= end:
        found = low if low < 0 else high
        raise IndexError(f"{name}: expected {unit} from 0 to {end - 1}, got {found}")


def check_heads(num_hiddens: int, num_heads: int) -> None:
    """Raise ValueError unless the hidden units can be shared out evenly among the heads."""
    if num_hiddens % num_heads:
        raise ValueError(
            f"num_heads must divide num_hiddens, but {num_heads} heads do not divide "
            f"{num_hiddens} hidden units"
        )


def check_token_ids(tokens, vocab_size: int) -> None:
    """Raise IndexError for an id outside the vocabulary."""
    if not skips_checks(tokens):
        _expect_range("tokens", tokens, vocab_size, "token ids")


def check_sequences(tokens, segments, valid_lens, *, vocab_size: int, max_len: int) -> None:
    """Raise ValueError for a wrong type or shape, IndexError for an id out of range."""
    if skips_checks(tokens):
        return
    _expect_indices("tokens", tokens, "(batch, length)")
    _expect_indices("segments", segments, "(batch, length)")
    if segments.shape != tokens.shape:
        raise ValueError(
            f"segments: expected the shape of tokens, {tuple(tokens.shape)}, "
            f"got {tuple(segments.shape)}"
        )
    batch, length = tokens.shape
    if length > max_len:
        raise ValueError(
            f"tokens: expected at most max_len = {max_len} positions, got {length}; "
            "truncate the texts or build the model with a larger max_len"
        )
    check_token_ids(tokens, vocab_size)
    _expect_range("segments", segments, 2, "segment ids")
    if valid_lens is not None:
        _check_valid_lens(valid_lens, batch, length)


def _check_valid_lens(valid_lens, batch, length):
    if not isinstance(valid_lens, torch.Tensor) or tuple(valid_lens.shape) != (batch,):
        found = tuple(valid_lens.shape) if isinstance(valid_lens, torch.Tensor) else valid_lens
        raise ValueError(
            f"valid_lens: expected one length per sequence, shape ({batch},), got {found}"
        )
    # D2L's data set stores lengths as floats, so any real dtype will do.
    low, high = float(valid_lens.min()), float(valid_lens.max())
    if not (low >= 1 and high <= length):
        found = high if low >= 1 else low
        raise ValueError(f"valid_lens: expected lengths from 1 to {length}, got {found:g}")


def check_positions(pred_positions, X) -> None:
    """Raise ValueError for a wrong type or shape, IndexError for a position outside the sequences.

    Of `X` (B, T, ...), the sequences that `pred_positions` points into, only the shape is read.
    """
    if skips_checks(pred_positions):
        return
    if not isinstance(X, torch.Tensor) or X.dim() < 2:
        found = tuple(X.shape) if isinstance(X, torch.Tensor) else type(X).__name__
        raise ValueError(f"expected sequences of shape (batch, length, ...), got {found}")
    batch, length = X.shape[:2]
    _expect_indices("pred_positions", pred_positions, "(batch, predictions)")
    if pred_positions.shape[0] != batch:
        raise ValueError(
            f"pred_positions: expected {batch} rows, one per sequence, "
            f"got {pred_positions.shape[0]}"
        )
    _expect_range("pred_positions", pred_positions, length, "positions")
