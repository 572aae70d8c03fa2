"""The second of two stages: a cross-encoder reads question and text together (chapter 11)."""

from copy import deepcopy
from typing import TYPE_CHECKING

import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

from bert_core.model import BERTModel
from bert_lab.finetuning.heads import SequenceClassifier
from bert_lab.search.training import take_steps
from bert_lab.text.wordpiece import find_special_ids
from bert_lab.training_loop.batches import seeded

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_LEN = 56  # tokens of a pair


def read_together(
    ranker: SequenceClassifier, tokenizer: "Tokenizer", pairs: list[tuple[str, str]]
) -> Tensor:
    """How well each text fits its question, from their first tokens: (pairs,) of any size."""
    encoded = tokenizer.encode_batch(pairs)
    rows = [torch.tensor(one.ids[:MAX_LEN]) for one in encoded]
    segments = [torch.tensor(one.type_ids[:MAX_LEN]) for one in encoded]
    tokens = pad_sequence(rows, True, find_special_ids(tokenizer).pad)
    valid_lens = torch.tensor([len(row) for row in rows])
    return ranker(tokens, pad_sequence(segments, True), valid_lens)[:, 0]


@torch.no_grad()
def rerank(
    ranker: SequenceClassifier,
    tokenizer: "Tokenizer",
    questions: list[str],
    texts: list[str],
    scores: Tensor,
    num_candidates: int = 10,
) -> Tensor:
    """Put what a first search finds in the order of a second one, which reads no more than that.

    Args:
        ranker: of `train_ranker`.
        tokenizer: as of `embed`.
        questions, texts: Q and P strings.
        scores: (Q, P) of the first search.
        num_candidates: texts that are read with each question.

    Returns:
        (Q, P): the candidates above all others, which stay in their order.
    """
    found = scores.clone()
    for i, candidates in enumerate(scores.topk(num_candidates).indices):
        pairs = [(questions[i], texts[j]) for j in candidates]
        order = read_together(ranker, tokenizer, pairs).argsort().argsort()
        found[i, candidates] = scores[i].max() + 1 + order
    return found


def train_ranker(
    model: BERTModel,
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
) -> tuple[SequenceClassifier, list[float]]:
    """Train a copy of a model to tell a question's right text from wrong ones found with it.

    Args:
        model: stays as it is.
        tokenizer, questions, texts, right: as of `train_embedder`.
        scores: (Q, P) of the search that will fetch the candidates.
        generator: draws all that is drawn (CPU).
        num_train_steps, learning_rate, train_batch_size: as of `train_embedder`.
        num_wrong: wrong texts a question, drawn from the ten best of that search.

    Returns:
        The trained cross-encoder, in evaluation mode, and the loss of each step: minus the
        logarithm of the right text's share among `1 + num_wrong`.

    Source: Nogueira and Cho 2019. Deviation: a softmax over a question's texts in place of a yes
    or no for each. Chapter 11.
    """
    with seeded(int(torch.randint(2**31, (), generator=generator)), torch.device("cpu")):
        ranker = SequenceClassifier(deepcopy(model), num_labels=1, pooling="mean")
    wrong = scores.masked_fill(right, -torch.inf).topk(10).indices  # (Q, 10)

    def loss_of(rows: Tensor) -> Tensor:
        own = right[rows].float().multinomial(1, generator=generator)  # (B, 1)
        drawn = torch.rand(len(rows), 10, generator=generator).argsort(dim=1)[:, :num_wrong]
        columns = torch.cat([own, wrong[rows].gather(1, drawn)], dim=1)
        pairs = [
            (questions[i], texts[j]) for i, row in zip(rows, columns, strict=True) for j in row
        ]
        logits = read_together(ranker, tokenizer, pairs).view(columns.shape)
        return F.cross_entropy(logits, torch.zeros(len(rows), dtype=torch.long))

    options = len(questions), num_train_steps, train_batch_size, learning_rate
    return ranker, take_steps(ranker, loss_of, *options, generator)
