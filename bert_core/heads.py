"""The two heads of pretraining (`ch-mlm` and `ch-nsp`)."""

from torch import Tensor, nn

from bert_core.encoder import make_activation
from bert_core.validation import check_positions


class MaskLM(nn.Module):
    """Masked language modelling: a one-hidden-layer MLP at the chosen positions alone.

    Args:
        vocab_size, num_hiddens: V, D.
        activation: "relu" (D2L) or "gelu" (the original).
        norm_eps: epsilon of the layer norm.

    Called with `X` (B, T, D) and `pred_positions` (B, P), whole numbers in 0..T-1; returns logits
    (B, P, V). Raises ValueError for a wrong shape, IndexError for a position outside the sequence.
    Source: Devlin et al. 2019, section 3.1; interface of D2L 15.8.5.1. Deviations from the
    original: a decoder matrix of its own, unless `BERTModel` ties it. See `ch-mlm`.
    """

    def __init__(
        self, vocab_size: int, num_hiddens: int, *, activation: str = "relu", norm_eps: float = 1e-5
    ):
        super().__init__()
        self.transform = nn.Sequential(
            nn.Linear(num_hiddens, num_hiddens),
            make_activation(activation),
            nn.LayerNorm(num_hiddens, eps=norm_eps),
        )
        self.decoder = nn.Linear(num_hiddens, vocab_size)

    def forward(self, X: Tensor, pred_positions: Tensor) -> Tensor:
        check_positions(pred_positions, X)
        index = pred_positions[:, :, None].expand(-1, -1, X.shape[-1])  # (B, P, D)
        return self.decode(X.gather(1, index))  # (B, P, V)

    def decode(self, X: Tensor) -> Tensor:
        """Logits (..., V) for vectors (..., D) that were picked out already."""
        return self.decoder(self.transform(X))


class NextSentencePred(nn.Module):
    """Next sentence prediction: one linear layer with two outputs.

    Args:
        num_hiddens: D. Without it, as in D2L, D is read off the first input; such a layer
            holds no weights before its first call.

    Called with `X` (B, D), in BERT the pooled representation of `<cls>`; returns logits (B, 2),
    class 1 = the second text really came next.
    Source: Devlin et al. 2019, section 3.1; interface of D2L 15.8.5.2. Deviation: in the original
    class 0 is "next". See `ch-nsp`.
    """

    def __init__(self, *, num_hiddens: int | None = None):
        super().__init__()
        self.output = nn.LazyLinear(2) if num_hiddens is None else nn.Linear(num_hiddens, 2)

    def forward(self, X: Tensor) -> Tensor:
        return self.output(X)
