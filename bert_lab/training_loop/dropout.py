"""Fast dropout on CPUs, four decisions per random number; the training loop switches it on."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

from bert_core.attention import attention_weights


def drop(X: Tensor, p: float) -> Tensor:
    """Set each element to zero with probability `p`, and divide the others by 1 - p.

    Args:
        X: floats of any shape, on a processor.
        p: above 0 and below 1; rounded to 1/65536.

    Returns:
        The shape of `X`; its expected value is `X`.

    Source: Srivastava et al. 2014. Deviations: the rounding. PyTorch's own dropout spends a random
    number of 64 bits on each element, a seventh of a step at D2L's size; 16 bits are enough.
    """
    numbers = torch.empty((X.numel() + 3) // 4, dtype=torch.int64).random_(-(2**63), None)
    bits = numbers.view(torch.int16)[: X.numel()].view(X.shape)  # uniform in -32768..32767
    kept = bits >= min(round(p * 2**16), 2**16 - 1) - 2**15
    return X * kept.to(X.dtype).div_(1 - p)


def fast_dropout(model: nn.Module) -> AbstractContextManager:
    """Context manager: the model's dropout uses `drop` where it applies, on a CPU.

    What calls PyTorch's dropout stays as plain as it is: the block takes the call's place. A model
    without dropout runs as it always does.
    """
    rates = [module.p for module in model.modules() if isinstance(module, nn.Dropout)]
    on_processor = next(model.parameters()).device.type == "cpu"
    return _FastDropout() if on_processor and any(rates) else nullcontext()


class _FastDropout(TorchFunctionMode):
    def __torch_function__(
        self, func: Callable, types: Any, args: tuple = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        if func is F.dropout:
            return _dropout(*args, **kwargs)
        if func is F.scaled_dot_product_attention:
            return _attention(*args, **kwargs)
        return func(*args, **kwargs)


def _dropout(X, p=0.5, training=True, inplace=False):
    if training and 0 < p < 1 and not inplace:
        return drop(X, p)
    return F.dropout(X, p, training, inplace)


def _attention(q, k, v, attn_mask=None, dropout_p=0.0, **others):
    if others or not 0 < dropout_p < 1 or (attn_mask is not None and attn_mask.is_floating_point()):
        return F.scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, **others)
    # with dropout PyTorch takes the plain formula too: it has no fused kernel for that
    return drop(attention_weights(q, k, attn_mask), dropout_p) @ v
