"""Two LSTMs that read a text in opposite directions: what ELMo, TagLM and CoVe are made of."""

import torch
from torch import Tensor, nn


def flip(X: Tensor, valid_lens: Tensor) -> Tensor:
    """Reverse each sequence of X (B, T, ...), leaving its padding in place; its own inverse."""
    steps = torch.arange(X.shape[1], device=X.device)
    places = valid_lens[:, None] - 1 - steps  # (B, T), below 0 at padding
    places = torch.where(places >= 0, places, steps)
    return X[torch.arange(len(X), device=X.device)[:, None], places]


class LSTMPair(nn.Module):
    """One layer of a biLSTM: an LSTM from the left, another one from the right.

    Args:
        num_inputs, num_hiddens: numbers per token of the input, and of each direction's states.

    Called with `left`, `right` (B, T, num_inputs), what each direction reads, and `valid_lens`
    (B,); returns both directions' states, two tensors (B, T, num_hiddens). A state from the left
    depends on its token and those before it, one from the right on its token and those after it.
    Source: Hochreiter and Schmidhuber 1997, with a forget gate. See `ch-context`.
    """

    def __init__(self, num_inputs: int, num_hiddens: int):
        super().__init__()
        self.from_left = nn.LSTM(num_inputs, num_hiddens, batch_first=True)
        self.from_right = nn.LSTM(num_inputs, num_hiddens, batch_first=True)

    def forward(self, left: Tensor, right: Tensor, valid_lens: Tensor) -> tuple[Tensor, Tensor]:
        left, _ = self.from_left(left)
        right, _ = self.from_right(flip(right, valid_lens))
        return left, flip(right, valid_lens)
