"""The feature-based approach: frozen vectors as input of a model made for each task family.

`ch-agnostic` shows these four beside the one layer that BERT and GPT add.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from bert_lab.finetuning import best_spans
from bert_lab.finetuning.families import QuestionAnswering, SingleText, Tagging, TextPair
from bert_lab.history.lstm import LSTMPair

Layers = Callable[[Tensor, Tensor, Tensor], tuple[list[Tensor], list[Tensor]]]


class BiLSTM(nn.Module):
    """An LSTM from each side, their states joined: (B, T, C), (B,) -> (B, T, 2 num_hiddens)."""

    def __init__(self, num_inputs: int, num_hiddens: int):
        super().__init__()
        self.pair = LSTMPair(num_inputs, num_hiddens)

    def forward(self, X: Tensor, valid_lens: Tensor) -> Tensor:
        return torch.cat(self.pair(X, X, valid_lens), dim=-1)


class TextModel(nn.Module):
    """One answer for a text: a biLSTM, max-pooling over the tokens, a linear layer."""

    def __init__(self, num_features: int, num_hiddens: int, num_labels: int):
        super().__init__()
        self.read = BiLSTM(num_features, num_hiddens)
        self.output = nn.Linear(2 * num_hiddens, num_labels)

    def forward(self, X: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        valid = torch.arange(X.shape[1]) < valid_lens[:, None]  # (B, T)
        return self.output(highest(self.read(X, valid_lens), valid))

    def decode(self, logits: Tensor) -> Tensor:
        return logits.argmax(dim=1)


class PairModel(nn.Module):
    """One answer for two texts: each is read alone, then their vectors are compared.

    Source: the comparison is that of Conneau et al. 2017, section 3.1.
    """

    def __init__(self, num_features: int, num_hiddens: int, num_labels: int):
        super().__init__()
        self.read = BiLSTM(num_features, num_hiddens)
        self.output = nn.Sequential(
            nn.Linear(8 * num_hiddens, num_hiddens), nn.ReLU(), nn.Linear(num_hiddens, num_labels)
        )

    def forward(self, X: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        valid = torch.arange(X.shape[1]) < valid_lens[:, None]  # (B, T)
        first, second = valid & (segments == 0), valid & (segments == 1)
        u = highest(self.read(X, first.sum(dim=1)), first)  # (B, 2 H)
        starts = first.sum(dim=1, keepdim=True)
        places = (torch.arange(X.shape[1]) + starts).clamp(max=X.shape[1] - 1)  # (B, T)
        shifted = X.gather(1, places[:, :, None].expand_as(X))  # the second text comes first
        lengths = second.sum(dim=1)
        moved = torch.arange(X.shape[1]) < lengths[:, None]
        v = highest(self.read(shifted, lengths), moved)
        return self.output(torch.cat([u, v, (u - v).abs(), u * v], dim=1))

    def decode(self, logits: Tensor) -> Tensor:
        return logits.argmax(dim=1)


class TagModel(nn.Module):
    """An answer for every token: a biLSTM and a linear layer."""

    def __init__(self, num_features: int, num_hiddens: int, num_labels: int):
        super().__init__()
        self.read = BiLSTM(num_features, num_hiddens)
        self.output = nn.Linear(2 * num_hiddens, num_labels)

    def forward(self, X: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        return self.output(self.read(X, valid_lens))

    def decode(self, logits: Tensor) -> Tensor:
        return logits.argmax(dim=-1)


class QuestionModel(nn.Module):
    """Start and end of the answer: each token of the passage attends to the question.

    A biLSTM reads both; each token takes the mean of the question's tokens weighted by how alike
    they are; a second biLSTM reads token, mean and their product.
    Source: after Seo et al. 2017, sections 2.4 and 2.5, in one direction only.
    """

    def __init__(self, num_features: int, num_hiddens: int, num_labels: int):
        super().__init__()
        self.read = BiLSTM(num_features, num_hiddens)
        self.reread = BiLSTM(6 * num_hiddens, num_hiddens)
        self.output = nn.Linear(2 * num_hiddens, num_labels)

    def forward(self, X: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        inside = torch.arange(X.shape[1]) < valid_lens[:, None] - 1  # (B, T)
        question, passage = inside & (segments == 0), inside & (segments == 1)
        H = self.read(X, valid_lens)  # (B, T, 2 H)
        alike = (H @ H.mT).masked_fill(~question[:, None], float("-inf"))  # (B, T, T)
        read = alike.softmax(dim=-1) @ H
        scores = self.output(self.reread(torch.cat([H, read, H * read], dim=-1), valid_lens)).mT
        return scores.masked_fill(~passage[:, None], float("-inf"))  # (B, 2, T)

    def decode(self, scores: Tensor) -> Tensor:
        return best_spans(scores)


def highest(X: Tensor, chosen: Tensor) -> Tensor:
    """Max-pooling over the chosen tokens: (B, T, C), (B, T) bool -> (B, C)."""
    return X.masked_fill(~chosen[:, :, None], float("-inf")).amax(dim=1)


MODELS = {
    SingleText: TextModel,
    TextPair: PairModel,
    Tagging: TagModel,
    QuestionAnswering: QuestionModel,
}


FeatureModel = TextModel | PairModel | TagModel | QuestionModel


class OnFeatures(nn.Module):
    """A task's own model on the features of frozen systems.

    Args:
        layers: tokens, segments (B, T) and valid lengths (B,) -> two lists of tensors (B, T, C):
            those that are joined as they are, and those that are mixed first, by `mix`.
        mix: `ScalarMix` of as many layers; None if there are none.
        model: one of `MODELS`.
    """

    def __init__(self, layers: Layers, mix: nn.Module | None, model: FeatureModel):
        super().__init__()
        self.layers, self.mix, self.model = layers, mix, model

    def forward(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        joined, mixed = self.layers(tokens, segments, valid_lens)
        if self.mix is not None:
            joined = [*joined, self.mix(mixed)]
        return self.model(torch.cat(joined, dim=-1), segments, valid_lens)

    def decode(self, output: Tensor) -> Tensor:
        """See the family's own model."""
        return self.model.decode(output)
