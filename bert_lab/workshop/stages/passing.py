"""Whether dropout is passed on: to the embeddings, and to both branches of every block."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn

from bert_core import BERTEncoder
from bert_lab.workshop.results import Wrong
from bert_lab.workshop.stages.dropping import drop_fault

EMBEDDINGS = -1
NOT_PASSED = {"no-dropout", "dropout-fixed"}  # faults of a site that isn't handed the rate
Site = tuple[int, str]  # block, branch


def sites(encoder: BERTEncoder) -> list[Site]:
    """All dropout sites of an encoder."""
    blocks = range(len(encoder.blks))
    return [(EMBEDDINGS, ""), *((n, branch) for n in blocks for branch in ("attention", "ffn"))]


def silence(encoder: BERTEncoder, site: Site) -> None:
    """Zero every other dropout site's input, in place."""
    blocks: Any = encoder.blks
    with torch.no_grad():
        for number, block in enumerate(blocks):
            for branch, last in (("attention", block.attention.W_o), ("ffn", block.ffn[2])):
                if (number, branch) != site:
                    last.weight.zero_()
                    last.bias.zero_()
        if site[0] != EMBEDDINGS:
            norms: Any = encoder.embedding_norm
            norms[0].weight.zero_()
            norms[0].bias.zero_()


def outcomes(encoder: BERTEncoder, X: Tensor, site: Site, masks: Tensor) -> Tensor:
    """The outputs (B, T, M, D) for all masks (M, D) at this site.

    X: (B, T, D), the embeddings before any dropout.
    """
    blocks: Any = encoder.blks
    X = X[..., None, :]
    if site[0] == EMBEDDINGS:
        X = X * masks
    for number, block in enumerate(blocks):
        if site == (number, "attention"):
            X = X + masks * block.attention(X[:, :, 0])[:, :, None]
        X = block.addnorm1.norm(X)
        if site == (number, "ffn"):
            X = X + masks * block.ffn(X)
        X = block.addnorm2.norm(X)
    return X


def faults(
    core: Callable[[], Any],
    called: Callable[[nn.Module], list[Tensor]],
    tokens: Tensor,
    segments: Tensor,
) -> dict[Site, str]:
    """What is wrong with the dropout of each site, if anything is.

    Args:
        core: makes an encoder of `bert_core`, or a model with one, always the same.
        called: what the reader's, with its weights, gives at two calls in training.
        tokens, segments: (B, T), of both.
    """
    found = {}
    for site in sites(getattr(first := core(), "encoder", first)):
        model = core()
        encoder = getattr(model, "encoder", model)
        silence(encoder, site)
        X = encoder.embed(tokens, segments)
        made = partial(outcomes, encoder, X, site)
        head = model.mlm.decode if model is not encoder else nn.Identity()
        results = lambda masks, made=made, head=head: head(made(masks))  # noqa: E731
        try:
            key = drop_fault(called(model), results, X.shape[-1])
        except Wrong as wrong:
            key = wrong.key
        if key:
            found[site] = key
    return found
