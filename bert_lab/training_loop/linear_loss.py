"""Decoder and cross-entropy in one, for vocabularies that don't fit into a CPU's caches."""

import math

import torch
from torch import Tensor

from bert_core.heads import MaskLM
from bert_core.losses import mlm_sums

MAX_LOGITS = 2**23  # that a processor computes at a time, 32 MB of them


def fast_mlm_sums(mlm: MaskLM, X: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
    """`mlm_sums`, in chunks where the logits don't fit into a CPU's caches."""
    decoder = mlm.decoder
    if X.device.type == "cpu" and len(labels) * decoder.out_features > MAX_LOGITS:
        X = mlm.transform(X)
        return linear_cross_entropy(X, decoder.weight, decoder.bias, labels, MAX_LOGITS)
    return mlm_sums(mlm, X, labels)


def linear_cross_entropy(
    X: Tensor, weight: Tensor, bias: Tensor, labels: Tensor, max_logits: int
) -> tuple[Tensor, Tensor]:
    """Loss in nats and number of right answers, each summed over the slots.

    The same as `cross_entropy(linear(X, weight, bias), labels, reduction="sum")` and its gradient,
    but never more than about `max_logits` logits exist at a time, and they are turned into their
    gradient where they stand: with p the softmax of a slot's logits, it is p, less 1 at the label.
    All S V logits at once would be read from memory and written there half a dozen times.

    Args:
        X: (S, D) vectors of S slots, at least one.
        weight: (V, D); bias: (V,).
        labels: (S,) int64.
        max_logits: at least one slot's V are computed at a time, whatever this says.

    Returns:
        Loss () and number of right answers () int64, which has no gradient.

    Source: Wijmans et al. 2025, "Cut your losses in large-vocabulary language models", which cuts
    the vocabulary too. Deviation: only first derivatives. See `ch-pretraining`.
    """
    grads_on = torch.is_grad_enabled()  # forward itself runs without
    num_slots = max(1, max_logits // len(weight))
    return _LinearCrossEntropy.apply(X, weight, bias, labels, num_slots, grads_on)


class _LinearCrossEntropy(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
    def forward(ctx, X, weight, bias, labels, num_slots, grads_on):
        # a frozen decoder's gradient would be a third of the work, for nobody
        wanted = [grads_on and needed for needed in ctx.needs_input_grad[:3]]
        grad_X, grad_weight, grad_bias = gradients = [
            torch.zeros_like(x) if needed else None
            for x, needed in zip((X, weight, bias), wanted, strict=True)
        ]
        loss, hits = X.new_zeros(()), labels.new_zeros(())
        chunks = torch.arange(len(X)).chunk(math.ceil(len(X) / num_slots))
        memory = X.new_empty(len(chunks[0]), len(weight))  # fresh memory is slow: one for all
        for slots in chunks:
            y, out = labels[slots], memory[: len(slots)]  # (s,), (s, V)
            logits = torch.addmm(bias, X[slots], weight.T, out=out)
            own = logits.gather(1, y[:, None])  # (s, 1)
            highest, guesses = logits.max(dim=1, keepdim=True)
            exps = logits.sub_(highest).exp_()  # in place, as all that follows
            sums = exps.sum(dim=1, keepdim=True)
            loss += (sums.log() + highest - own).sum()
            hits += (guesses == y[:, None]).sum()
            if not any(wanted):
                continue
            errors = exps.div_(sums).scatter_add_(1, y[:, None], -torch.ones_like(own))
            if grad_X is not None:
                grad_X[slots] = errors @ weight
            if grad_weight is not None:
                grad_weight.addmm_(errors.T, X[slots])
            if grad_bias is not None:
                grad_bias += errors.sum(dim=0)
        ctx.save_for_backward(*gradients)
        ctx.mark_non_differentiable(hits)
        return loss, hits

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, grad_loss, _):  # pyright: ignore[reportIncompatibleMethodOverride]
        gradients = [None if x is None else x * grad_loss for x in ctx.saved_tensors]
        return *gradients, None, None, None
