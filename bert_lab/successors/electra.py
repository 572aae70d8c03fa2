"""ELECTRA: a small BERT fills gaps, and the main one detects the replaced tokens (`ch-after`)."""

from typing import NamedTuple, cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.initialisation import initialise
from bert_core.losses import mlm_sums
from bert_core.masking import MaskedTokens
from bert_core.model import BERTModel
from bert_lab.training_loop.steps import Objective

WEIGHT = 50.0  # of the replaced-token loss


class Replaced(NamedTuple):
    """`inputs` (B, T) with the generator's words; `replaced` (B, T) bool: not what stood there;
    `sampled` (B, T) bool: where a word was drawn.

    A word that the generator happened to guess right counts as real.
    """

    inputs: Tensor
    replaced: Tensor
    sampled: Tensor


def before_masking(masked: MaskedTokens) -> Tensor:
    """The tokens (B, T) as they stood before `mask_tokens`."""
    rows, slots = masked.weights.nonzero(as_tuple=True)  # S real slots in all
    tokens = masked.inputs.clone()
    tokens[rows, masked.positions[rows, slots]] = masked.labels[rows, slots]
    return tokens


def replace_tokens(
    masked: MaskedTokens, logits: Tensor, generator: torch.Generator | None
) -> Replaced:
    """Words sampled from the generator's answers at the masked places.

    Args:
        masked: what `mask_tokens` made of the tokens.
        logits: (S, V), the generator's for the real slots in their order; no gradient flows
            through the draw.
        generator: all randomness (CPU); None for PyTorch's own, which a training step seeds.

    Source: Clark et al. 2020, section 2. Deviations: none. See `ch-after`.
    """
    tokens = before_masking(masked)
    rows, slots = masked.weights.nonzero(as_tuple=True)
    odds = logits.detach().softmax(dim=-1).cpu()  # (S, V)
    words = torch.multinomial(odds, 1, generator=generator)[:, 0].to(tokens.device)  # (S,)
    places = rows, masked.positions[rows, slots]
    inputs, sampled = tokens.clone(), torch.zeros_like(tokens, dtype=torch.bool)
    inputs[places], sampled[places] = words, True
    return Replaced(inputs, inputs != tokens, sampled)


class ReplacedTokenHead(nn.Module):
    """One logit for each token: is it a replacement?

    Called with `X` (B, T, D); returns (B, T).
    Source: `ElectraDiscriminatorPredictions`; Clark et al. 2020. Deviations: none. See `ch-after`.
    """

    def __init__(self, num_hiddens: int):
        super().__init__()
        self.dense = nn.Linear(num_hiddens, num_hiddens)
        self.gelu = nn.GELU()
        self.output = nn.Linear(num_hiddens, 1)

    def forward(self, X: Tensor) -> Tensor:
        return self.output(self.gelu(self.dense(X)))[..., 0]  # (B, T)


def replaced_loss(
    logits: Tensor,
    seen: Replaced,
    valid_lens: Tensor,
    *,
    everywhere: bool = True,
    num_tokens: int | None = None,
) -> Tensor:
    """Mean binary cross-entropy () in nats over all real tokens.

    Args:
        logits: (B, T), of the head.
        seen: what the model read.
        valid_lens: (B,).
        everywhere: False counts only the places where a word was drawn, as masked language
            modelling does; the paper's own control ("ELECTRA 15 %").
        num_tokens: by what the sum is divided, by default this batch's own number; for a share of
            a larger batch that batch's.

    Source: Clark et al. 2020, sections 2 and 3.4. Deviations: none. See `ch-after`.
    """
    counted = torch.arange(logits.shape[1], device=logits.device) < valid_lens[:, None]  # (B, T)
    if not everywhere:
        counted = counted & seen.sampled
    logits, replaced = logits[counted], seen.replaced[counted].to(logits.dtype)
    loss = F.binary_cross_entropy_with_logits(logits, replaced, reduction="sum")
    return loss / (len(logits) if num_tokens is None else num_tokens)


class Detected(NamedTuple):
    """The generator's loss () and right answers (), sums over the slots; what the discriminator
    read, and its logits (B, T)."""

    mlm_loss: Tensor
    mlm_hits: Tensor
    seen: Replaced
    logits: Tensor


class Electra(nn.Module):
    """Generator, discriminator and its head.

    Called with a batch's `MaskedTokens`, `segments` (B, T), `valid_lens` (B,), and a `generator` of
    randomness as of `replace_tokens`; returns `Detected`.

    Source: Clark et al. 2020, section 2. Deviation: there both share their token embeddings.
    See `ch-after`.
    """

    def __init__(self, generator: BERTModel, discriminator: BERTModel):
        super().__init__()
        self.generator, self.discriminator = generator, discriminator
        self.head = ReplacedTokenHead(discriminator.config.num_hiddens)
        initialise(self.head, discriminator.config.init_std)

    def forward(
        self,
        masked: MaskedTokens,
        segments: Tensor,
        valid_lens: Tensor,
        generator: torch.Generator | None = None,
    ) -> Detected:
        rows, slots = masked.weights.nonzero(as_tuple=True)
        X = self.generator.encoder(masked.inputs, segments, valid_lens)
        masked_X = X[rows, masked.positions[rows, slots]]  # (S, D)
        sums = mlm_sums(self.generator.mlm, masked_X, masked.labels[rows, slots])
        with torch.no_grad():
            seen = replace_tokens(masked, self.generator.mlm.decode(masked_X), generator)
        found = self.discriminator.encoder(seen.inputs, segments, valid_lens)  # (B, T, D)
        return Detected(*sums, seen, self.head(found))


class ElectraObjective(Objective):
    """The generator's loss, and 50 times the discriminator's.

    Args:
        model: has next-sentence heads and a decoder too many, which stay as they are.
        everywhere: as of `replaced_loss`.

    Source: Clark et al. 2020, section 2. Deviations: none. See `ch-after`.
    """

    def __init__(self, model: Electra, everywhere: bool = True):
        super().__init__(model)
        self.everywhere = everywhere

    @property
    def trained(self) -> nn.Module:
        """The modules to optimise: both encoders, the generator's decoder and the new head."""
        model = cast(Electra, self.model)
        small = model.generator
        return nn.ModuleList([small.encoder, small.mlm, model.discriminator.encoder, model.head])

    def count(self, *batch: Tensor) -> tuple[int, ...]:
        """Numbers of masked words and of judged tokens."""
        _, _, weights, _, _, valid_lens, _ = batch
        num_masked = int(weights.sum())
        return num_masked, int(valid_lens.sum()) if self.everywhere else num_masked

    def forward(self, *batch: Tensor, counts: tuple[int, ...]) -> tuple[Tensor, ...]:
        """The loss () and the generator's MLM loss ()."""
        num_predictions, num_tokens = counts
        *masked, segments, valid_lens, _ = batch
        found = self.model(MaskedTokens(*masked), segments, valid_lens)
        judged = {"everywhere": self.everywhere, "num_tokens": num_tokens}
        loss = replaced_loss(found.logits, found.seen, valid_lens, **judged)
        mlm_loss = found.mlm_loss / num_predictions
        return mlm_loss + WEIGHT * loss, mlm_loss
