"""Training a bi-encoder: each question has to pick its own answer out of a batch.

See `ch-practice`.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn

from bert_core.model import BERTModel
from bert_core.pretraining import make_optimizer
from bert_lab.search.vectors import mean_vectors
from bert_lab.training_loop.batches import batches, seeded

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def contrastive_loss(
    questions: Tensor, texts: Tensor, temperature: float, right: Tensor | None = None
) -> Tensor:
    """Mean negative log-probability of each question's own text among those of the batch.

    A row of the cosines between questions and texts, divided by the temperature, is a softmax.

    Args:
        questions: (B, D) of length 1.
        texts: (M, D) of length 1, M at least B: question i belongs to text i; further ones are
            wrong for all of them.
        temperature: above 0.
        right: (B, M) bool, texts that a question may have besides its own: they are left out.

    Returns:
        (), about ln M where nothing is known.

    Source: Reimers' MultipleNegativesRankingLoss, after Henderson et al. 2017. Deviation: what is
    right besides is no negative. See `ch-practice`.
    """
    scores = questions @ texts.T / temperature  # (B, M)
    if right is not None:
        own = torch.eye(*scores.shape, dtype=torch.bool)
        scores = scores.masked_fill(right & ~own, -torch.inf)
    return (scores.logsumexp(dim=1) - scores.diagonal()).mean()


def train_embedder(
    model: BERTModel,
    tokenizer: "Tokenizer",
    questions: list[str],
    texts: list[str],
    right: Tensor,
    *,
    generator: torch.Generator,
    num_train_steps: int,
    train_batch_size: int = 16,
    learning_rate: float = 2e-5,
    temperature: float = 0.05,
    max_len: int = 64,
) -> tuple[BERTModel, list[float]]:
    """Train a copy of a model so that questions come to lie near their texts.

    In a batch each question has one of its right texts, and those of the other questions are its
    wrong ones, unless they are right for it, too. Examples with labels are pairs as well: give the
    examples as both, and as right what has the same label.

    Args:
        model: stays as it is.
        tokenizer: as of `embed`.
        questions, texts: Q and P strings.
        right: (Q, P) bool, at least one in each row.
        generator: draws all that is drawn (CPU).
        num_train_steps, learning_rate: of AdamW, a tenth of the steps warm-up, then down to 0.
        train_batch_size: questions in a step.
        temperature: as of `contrastive_loss`.
        max_len: tokens of a text that training reads.

    Returns:
        The trained copy, in evaluation mode, and the loss of each step.

    See `ch-practice`.
    """
    model = deepcopy(model)

    def loss_of(rows: Tensor) -> Tensor:
        columns = right[rows].float().multinomial(1, generator=generator)[:, 0]  # (B,)
        sides = [questions[i] for i in rows], [texts[i] for i in columns]
        queries, passages = (mean_vectors(model, tokenizer, side, max_len) for side in sides)
        return contrastive_loss(queries, passages, temperature, right[rows][:, columns])

    options = len(questions), num_train_steps, train_batch_size, learning_rate
    return model, minimise(model, loss_of, *options, generator)


def minimise(
    model: nn.Module,
    loss_of: Callable[[Tensor], Tensor],
    num_rows: int,
    num_train_steps: int,
    train_batch_size: int,
    learning_rate: float,
    generator: torch.Generator,
) -> list[float]:
    """Train a model in place to lower `loss_of` a batch's rows (B,); returns each step's loss.

    Not by the engine, `bert_lab.training_loop`: it seeds dropout anew at each step, so that a run
    can stop and resume; here one seed serves all steps, and the recorded numbers are drawn so.
    """
    optimizer, schedule = make_optimizer(
        model, learning_rate, num_train_steps, num_train_steps // 10
    )
    seed, losses = int(torch.randint(2**62, (), generator=generator)), []
    model.train()
    with seeded(seed, torch.device("cpu")):  # dropout
        for _, rows in batches(num_rows, train_batch_size, range(num_train_steps), seed):
            loss = loss_of(rows)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            schedule.step()
            losses.append(float(loss.detach()))
    model.eval()
    return losses
