"""The second of two stages: a cross-encoder reads question and text together (`ch-practice`)."""

from copy import deepcopy
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

from bert_core.model import BERTModel
from bert_lab.search.training import check_pairs, minimise
from bert_lab.text.wordpiece import find_special_ids

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_LEN = 64  # tokens of a pair


class SideBySide(nn.Module):
    """A cross-encoder that reads a pair together and returns the cosine of its mean vectors.

    So it begins with what a bi-encoder knows, and no layer is new.

    Args:
        model: its encoder is copied.
        temperature: divides the cosine, above 0.

    Called with tokens and segments (B, T), 0 up to the first `<sep>` and 1 after it, and valid
    lengths (B,); returns (B, 1), as `SequenceClassifier` does. See `ch-practice`.
    """

    def __init__(self, model: BERTModel, temperature: float = 0.05):
        super().__init__()
        self.encoder, self.temperature = deepcopy(model.encoder), temperature

    def forward(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> Tensor:
        X = self.encoder(tokens, segments, valid_lens)  # (B, T, D)
        real = torch.arange(tokens.shape[1]) < valid_lens[:, None]  # (B, T)
        sides = [X * (real & (segments == side))[:, :, None] for side in (0, 1)]
        first, second = (side.sum(dim=1) for side in sides)  # (B, D)
        return F.cosine_similarity(first, second)[:, None] / self.temperature


def read_together(
    ranker: nn.Module, tokenizer: "Tokenizer", pairs: list[tuple[str, str]]
) -> Tensor:
    """The score of each text for its question, from their first tokens: (pairs,) of any size.

    A long question keeps half of the room, so that something of the text is read with it.
    """
    pad = find_special_ids(tokenizer).pad
    fitted = [
        # nothing may be left of empty texts, if no special tokens stand around them
        _fit(one.ids or [pad], one.type_ids or [0])
        for one in tokenizer.encode_batch(pairs)
    ]
    rows, segments = (list(map(torch.tensor, side)) for side in zip(*fitted, strict=True))
    tokens = pad_sequence(rows, True, pad)
    valid_lens = torch.tensor([len(row) for row in rows])
    return ranker(tokens, pad_sequence(segments, True), valid_lens)[:, 0]


def _fit(ids: list[int], segments: list[int]) -> tuple[list[int], list[int]]:
    """A pair truncated to the maximum length; a truncated question keeps its last token."""
    second = sum(segments)
    first, room = len(ids) - second, max(MAX_LEN // 2, MAX_LEN - second)
    places = [*range(room - 1), first - 1] if first > room else [*range(first)]
    places = [*places, *range(first, len(ids))][:MAX_LEN]
    return [ids[i] for i in places], [segments[i] for i in places]


@torch.no_grad()
def rerank(
    ranker: nn.Module,
    tokenizer: "Tokenizer",
    questions: list[str],
    texts: list[str],
    scores: Tensor,
    *,
    first: float = 0,
    num_candidates: int = 10,
) -> Tensor:
    """Reorder the top results of a first search by the scores of a second, which reads only those.

    Args:
        ranker: of `train_ranker`.
        tokenizer: as of `embed`.
        questions, texts: Q and P strings.
        scores: (Q, P) of the first search.
        first: how much of these is added to the second one's.
        num_candidates: texts that are read with each question.

    Returns:
        (Q, P): the candidates above all others, which stay in their order. Equals stay equal.

    Raises:
        ValueError: for scores of another shape, or fewer than no candidates.
    """
    if scores.shape != (len(questions), len(texts)) or num_candidates < 0:
        raise ValueError(
            f"expected scores of shape {(len(questions), len(texts))} and num_candidates of at "
            f"least 0, got {tuple(scores.shape)} and {num_candidates}"
        )
    found = scores.clone()
    if not min(num_candidates, len(texts)):
        return found
    best = scores.argsort(dim=1, descending=True, stable=True)  # of equals the earlier
    for i, candidates in enumerate(best[:, :num_candidates]):
        pairs = [(questions[i], texts[j]) for j in candidates]
        second = first * scores[i, candidates] + read_together(ranker, tokenizer, pairs)
        better = (second[:, None] > second).sum(dim=1)  # than so many
        found[i, candidates] = scores[i].max() + 1 + better
    return found


def train_ranker(
    ranker: nn.Module,
    tokenizer: "Tokenizer",
    questions: list[str],
    texts: list[str],
    right: Tensor,
    scores: Tensor,
    *,
    generator: torch.Generator,
    num_train_steps: int,
    train_batch_size: int = 4,
    num_wrong: int = 3,
    learning_rate: float = 2e-5,
) -> list[float]:
    """Train a cross-encoder in place to tell a question's right text from wrong ones found with it.

    Args:
        ranker: gives each pair one number, as `SideBySide` does; then in evaluation mode.
        tokenizer, questions, texts, right: as of `train_embedder`.
        scores: (Q, P) of the search that will fetch the candidates.
        generator: draws all that is drawn (CPU).
        num_train_steps, learning_rate, train_batch_size: as of `train_embedder`.
        num_wrong: wrong texts a question, drawn from the ten best of that search, or all it has.

    Returns:
        The loss of each step: minus the logarithm of the right text's share among `1 + num_wrong`.

    Raises:
        ValueError: as `train_embedder` does; if a question has fewer wrong texts than `num_wrong`,
            or that is below 1.

    Source: Nogueira and Cho 2019. Deviation: a softmax over a question's texts in place of a yes
    or no for each. See `ch-practice`.
    """
    check_pairs(questions, texts, right, train_batch_size)
    most = min(10, int((~right).sum(dim=1).min()))
    if not 1 <= num_wrong <= most:
        raise ValueError(
            f"num_wrong: expected 1 to {most}, the wrong texts that each question has, got "
            f"{num_wrong}"
        )
    wrong = scores.masked_fill(right, -torch.inf)  # (Q, P)
    wrong = wrong.argsort(dim=1, descending=True, stable=True)[:, :most]  # (Q, 10)

    def loss_of(rows: Tensor) -> Tensor:
        own = right[rows].float().multinomial(1, generator=generator)  # (B, 1)
        drawn = torch.rand(len(rows), most, generator=generator).argsort(dim=1)[:, :num_wrong]
        columns = torch.cat([own, wrong[rows].gather(1, drawn)], dim=1)
        pairs = [
            (questions[i], texts[j]) for i, row in zip(rows, columns, strict=True) for j in row
        ]
        logits = read_together(ranker, tokenizer, pairs).view(columns.shape)
        return F.cross_entropy(logits, torch.zeros(len(rows), dtype=torch.long))

    options = len(questions), num_train_steps, train_batch_size, learning_rate
    return minimise(ranker, loss_of, *options, generator)
