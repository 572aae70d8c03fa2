"""What all systems share: vectors by layer, and training by the common loop."""

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import ClassVar, cast

import torch
from torch import Tensor, nn

from bert_core.validation import check_sequences
from bert_lab.training_loop.batches import Batch, derive_seed
from bert_lab.training_loop.evaluation import evaluating
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import Objective, Steps, take_steps
from bert_lab.world.mini_world import vocabulary


class System(nn.Module):
    """A system that gives each token of a sequence one vector per layer.

    Each says in class attributes what it is: `name`; `reads`, on what a token's top vector depends
    ("word", "left" or "both" sides); `needs`, the system that it is built on; `options`, of its
    training. `sizes` are the arguments that build it again. See `ch-context` and `ch-agnostic`.
    """

    name: ClassVar[str]
    reads: ClassVar[str]
    needs: ClassVar[str | None] = None
    options: ClassVar[TrainingOptions]

    # what training lowers, () in nats: called with what `draw` makes of rows of `examples`
    loss: Callable[..., Tensor]

    def __init__(self, **sizes: int):
        super().__init__()
        self.sizes = sizes

    @classmethod
    def fresh(cls, *needed: "System") -> "System":
        """An untrained system for the mini-world's vocabulary; `needed` as in the class."""
        return cls(*needed, vocab_size=len(vocabulary()))

    def layers(
        self, tokens: Tensor, segments: Tensor, valid_lens: Tensor | None = None
    ) -> list[Tensor]:
        """The vectors of all tokens at each layer, in evaluation mode and without gradients.

        Args:
            tokens, segments: (B, T) int64, ids of the mini-BERT's vocabulary.
            valid_lens: (B,) tokens before padding; None if nothing is padding.

        Returns:
            float32 tensors (B, T, D_l) from the lowest layer to the top, one of them where the
            system knows no context; at padding they mean nothing.

        Raises:
            ValueError: for a wrong type or shape, or a sequence longer than the system reads.
            IndexError: for an id out of range.

        See `ch-context`.
        """
        vocab_size = self.vocab_size
        check_sequences(tokens, segments, valid_lens, vocab_size=vocab_size, max_len=sys.maxsize)
        if valid_lens is None:
            valid_lens = tokens.new_full((len(tokens),), tokens.shape[1])
        with evaluating(self):
            return list(self.states(tokens, segments, valid_lens.long()))

    @property
    def vocab_size(self) -> int:
        """V, the size of the vocabulary."""
        return self.sizes["vocab_size"]

    def states(self, tokens: Tensor, segments: Tensor, valid_lens: Tensor) -> list[Tensor]:
        """As `layers`, with gradients and without checks."""
        raise NotImplementedError

    def examples(self, seed: int) -> tuple[Tensor, ...]:
        """The training examples of a seed: tensors with one row each, the input of `loss`."""
        raise NotImplementedError

    def draw(self, *rows: Tensor, generator: torch.Generator) -> tuple[Tensor, ...]:
        """Rows of `examples`, with what is drawn at random in each step."""
        return rows

    def learn(self, seed: int, options: TrainingOptions) -> Steps:
        """Train in place on this seed's stories; each `next()` runs one step."""
        examples = self.examples(seed)

        def read(rows: Tensor, _: int, step: int) -> Batch:
            own = derive_seed(seed, self.name, step)
            generator = torch.Generator().manual_seed(own)
            return Batch(self.draw(*(x[rows] for x in examples), generator=generator), own)

        choices = {"system": self.name, "sizes": self.sizes}
        return take_steps(
            _Objective(self), read, _Columns(examples), options, seed, choices=choices
        )


class _Columns:
    """Training examples as rows that can be counted and selected."""

    def __init__(self, columns: tuple[Tensor, ...]):
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns[0])

    def select(self, rows: Tensor) -> SimpleNamespace:
        return SimpleNamespace(**{str(i): column[rows] for i, column in enumerate(self.columns)})


class _Objective(Objective):
    """A system's loss."""

    def forward(self, *batch: Tensor) -> tuple[Tensor]:
        return (cast(System, self.model).loss(*batch),)
