"""What all systems share: vectors by layer for whoever asks, and one loop that trains them."""

import sys
from collections.abc import Iterator
from typing import ClassVar, NamedTuple

import torch
from torch import Tensor, nn

from bert_core.pretraining import make_optimizer
from bert_core.validation import check_sequences
from bert_lab.training.batches import batches, derived
from bert_lab.world.mini_world import vocabulary


class Budget(NamedTuple):
    """How long a system learns: steps, examples in each, the peak of the learning rate."""

    num_train_steps: int
    train_batch_size: int
    learning_rate: float


class Step(NamedTuple):
    """One training step, as plain numbers: the loss (nats) of its batch, before the update."""

    step: int
    learning_rate: float
    loss: float


class Judgement(NamedTuple):
    """Scores on held-out stories, and the lines that say what the scores are worth."""

    held_out: dict[str, float]
    lines: dict[str, float]


class Baseline(nn.Module):
    """A system that gives each token of a sequence one vector per layer.

    Each says in class attributes what it is: `name`; `reads`, on what a token's top vector depends
    ("word", "left" or "both" sides); `needs`, the system that it is built on; `budget`. `sizes` are
    the arguments that build it again. Chapters 1 and 2.
    """

    name: ClassVar[str]
    reads: ClassVar[str]
    needs: ClassVar[str | None] = None
    budget: ClassVar[Budget]

    def __init__(self, **sizes: int):
        super().__init__()
        self.sizes = sizes

    @classmethod
    def fresh(cls, *needed: "Baseline") -> "Baseline":
        """Untrained, for the vocabulary of the mini-world; `needed` as the class says."""
        return cls(*needed, vocab_size=len(vocabulary()))

    @torch.no_grad()
    def layers(
        self, tokens: Tensor, segments: Tensor, valid_lens: Tensor | None = None
    ) -> list[Tensor]:
        """The vectors of all tokens, in evaluation mode and without gradients.

        Args:
            tokens, segments: (B, T) int64, ids of the mini-BERT's vocabulary.
            valid_lens: (B,) tokens before padding; None if nothing is padding.

        Returns:
            float32 tensors (B, T, D_l) from the lowest layer to the top, one of them where the
            system knows no context; at padding they mean nothing.

        Raises:
            ValueError: for a wrong type or shape, or a sequence longer than the system reads.
            IndexError: for an id out of range.

        Chapter 1.
        """
        vocab_size = self.vocab_size
        check_sequences(tokens, segments, valid_lens, vocab_size=vocab_size, max_len=sys.maxsize)
        if valid_lens is None:
            valid_lens = tokens.new_full((len(tokens),), tokens.shape[1])
        was_training = self.training
        self.eval()
        found = self.states(tokens, segments, valid_lens.long())
        self.train(was_training)
        return list(found)

    @property
    def vocab_size(self) -> int:
        """V, how many ids it knows."""
        return self.sizes["vocab_size"]

    def states(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> list[Tensor]:
        """What `layers` returns, with gradients and without checks."""
        raise NotImplementedError

    def examples(self, seed: int) -> tuple[Tensor, ...]:
        """The training examples of a seed: tensors with one row each, what `loss` takes rows of."""
        raise NotImplementedError

    def loss(self, *batch: Tensor, generator: torch.Generator) -> Tensor:
        """What training lowers, () in nats; `generator` is for what is drawn anew at each step."""
        raise NotImplementedError

    def judge(self, seed: int) -> Judgement:
        """The trained system on the held-out stories; lines are counted on the seed's own."""
        raise NotImplementedError

    def learn(self, seed: int, budget: Budget) -> Iterator[Step]:
        """Train in place with the stories of this seed, one `Step` at a time.

        AdamW with the mini-BERT's schedule; gradients are clipped at norm 1.
        """
        examples = self.examples(seed)
        optimizer, schedule = make_optimizer(
            self, budget.learning_rate, budget.num_train_steps, budget.num_train_steps // 10
        )
        steps = range(budget.num_train_steps)
        self.train()
        for step, rows in batches(len(examples[0]), budget.train_batch_size, steps, seed):
            loss = self.loss(*(x[rows] for x in examples), generator=derived(seed, self.name, step))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.parameters(), 1.0)
            optimizer.step()
            rate = schedule.get_last_lr()[0]
            schedule.step()
            yield Step(step, rate, loss.item())
        self.eval()
