"""The added output layer of each task family, on a pretrained encoder (`ch-finetuning`)."""

import torch
from torch import Tensor, nn

from bert_core.initialisation import initialise
from bert_core.model import BERTModel
from bert_core.validation import skips_checks

POOLINGS = ("cls", "mean", "last")


class SequenceClassifier(nn.Module):
    """One answer for a text or a pair of texts: a linear layer on one vector of the sequence.

    Args:
        bert: whose encoder and pooler are used, and trained with the rest.
        num_labels: C classes.
        pooling: which vector: "cls", what the pooler makes of `<cls>`; "mean" of all tokens,
            special ones included; "last", that of the last token, for a model that reads from left
            to right. The last two have no pooler.

    Called with `tokens`, `segments` (B, T) and `valid_lens` (B,); returns logits (B, C). Raises
    ValueError for another pooling, and what the encoder raises.
    Source: Devlin et al. 2019, section 4.1; "last": Radford et al. 2018, section 3.2.
    See `ch-finetuning`.
    """

    def __init__(self, bert: BERTModel, num_labels: int, pooling: str = "cls"):
        super().__init__()
        if pooling not in POOLINGS:
            raise ValueError(f"pooling: expected one of {', '.join(POOLINGS)}, got {pooling!r}")
        self.config, self.pooling = bert.config, pooling
        self.encoder = bert.encoder
        self.hidden = bert.hidden if pooling == "cls" else nn.Identity()
        self.dropout, self.output = _output(bert, num_labels)

    def forward(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        pooled = self.pool(tokens, segments, valid_lens)  # (B, D)
        return self.output(self.dropout(pooled))  # (B, C)

    def pool(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        """The vector of each sequence (B, D) that the added layer reads."""
        X = self.encoder(tokens, segments, valid_lens)  # (B, T, D)
        if self.pooling == "cls":
            return self.hidden(X[:, 0])
        if self.pooling == "last":
            return X[torch.arange(len(X), device=X.device), valid_lens - 1]
        valid = torch.arange(X.shape[1], device=X.device) < valid_lens[:, None]  # (B, T)
        return (X * valid[:, :, None]).sum(dim=1) / valid_lens[:, None]

    def decode(self, logits: Tensor) -> Tensor:
        """The most probable class (B,) int64."""
        return logits.argmax(dim=1)


class TokenTagger(nn.Module):
    """An answer for every token: one linear layer applied to each token's vector.

    Args:
        bert: whose encoder is used, and trained with the rest.
        num_labels: C classes.

    Called with `tokens`, `segments` (B, T) and `valid_lens` (B,); returns logits (B, T, C), of
    which those at a word's first token count.
    Source: Devlin et al. 2019, section 5.3. Deviations: none. See `ch-finetuning`.
    """

    def __init__(self, bert: BERTModel, num_labels: int):
        super().__init__()
        self.config, self.encoder = bert.config, bert.encoder
        self.dropout, self.output = _output(bert, num_labels)

    def forward(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        return self.output(self.dropout(self.encoder(tokens, segments, valid_lens)))  # (B, T, C)

    def decode(self, logits: Tensor) -> Tensor:
        """The most probable class of each token (B, T) int64."""
        return logits.argmax(dim=-1)


class SpanPredictor(nn.Module):
    """Where in the second text the answer starts and where it ends: two scores for each token.

    Args:
        bert: whose encoder is used, and trained with the rest.
        num_labels: 2, start and end.

    Called with `tokens`, `segments` (B, T) and `valid_lens` (B,); returns scores (B, 2, T), minus
    infinity at all positions outside the second text. A softmax over T makes probabilities of each
    row. Raises ValueError for a second text without a token: no place would be left.
    Source: Devlin et al. 2019, section 4.2. Deviations: the released code scores the first text and
    the padding too, and sorts such answers out afterwards. See `ch-finetuning`.
    """

    def __init__(self, bert: BERTModel, num_labels: int = 2):
        super().__init__()
        self.config, self.encoder = bert.config, bert.encoder
        self.dropout, self.output = _output(bert, num_labels)

    def forward(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        X = self.encoder(tokens, segments, valid_lens)  # (B, T, D)
        scores = self.output(self.dropout(X)).mT  # (B, 2, T)
        # the last valid token is the second text's <sep>
        inside = torch.arange(X.shape[1], device=X.device) < valid_lens[:, None] - 1  # (B, T)
        allowed = inside & (segments == 1)
        if not skips_checks(tokens) and not allowed.any(dim=1).all():
            raise ValueError("segments: expected a token in every second text, got one without")
        return scores.masked_fill(~allowed[:, None], float("-inf"))

    def decode(self, scores: Tensor) -> Tensor:
        """The start and end (B, 2) int64 of the most probable span."""
        return best_spans(scores)


TaskModel = SequenceClassifier | TokenTagger | SpanPredictor


def best_spans(scores: Tensor) -> Tensor:
    """The start and end with the highest sum among spans whose end isn't before their start.

    Args:
        scores: (B, 2, T), of starts and of ends; minus infinity where none is possible.

    Returns:
        (B, 2) int64.

    Source: Devlin et al. 2019, section 4.2. Deviation: the released code looks only at spans of at
    most 30 tokens. See `ch-finetuning`.
    """
    length = scores.shape[-1]
    start, end = scores.unbind(dim=1)  # (B, T) each
    sums = start[:, :, None] + end[:, None, :]  # (B, T, T), start in the rows
    early = torch.ones(length, length, dtype=torch.bool, device=scores.device).tril(-1)
    best = sums.masked_fill(early, float("-inf")).flatten(1).argmax(dim=1)  # (B,)
    return torch.stack([best // length, best % length], dim=1)


def _output(bert: BERTModel, num_labels: int) -> tuple[nn.Module, nn.Module]:
    """The added layer, untrained: dropout and a linear layer, initialised like the model."""
    output = nn.Linear(bert.config.num_hiddens, num_labels)
    initialise(output, bert.config.init_std)
    return nn.Dropout(bert.config.dropout), output
