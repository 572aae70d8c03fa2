"""bert_lab.history.system: the loop against one written out, and vectors without traces."""

import pytest
import torch

from bert_lab.history import System
from bert_lab.training_loop.batches import batches
from bert_lab.training_loop.options import TrainingOptions
from tests.helpers.close import assert_close, near

V, D = 23, 5
BUDGET = TrainingOptions(num_train_steps=12, train_batch_size=4, learning_rate=0.1)


class Toy(System):
    """Fits the rows of a table to targets; a bias keeps the optimiser's second group busy."""

    name, reads = "toy", "word"

    def __init__(self):
        super().__init__(vocab_size=V)
        generator = torch.Generator().manual_seed(3)
        self.table = torch.nn.Parameter(torch.randn(V, D, generator=generator))
        self.bias = torch.nn.Parameter(torch.ones(D))
        self.drawn, self.modes = [], []

    def states(self, tokens, segments, valid_lens):
        self.modes.append((self.training, torch.is_grad_enabled(), valid_lens))
        return [self.table[tokens] + self.bias]

    def examples(self, seed):
        generator = torch.Generator().manual_seed(seed)
        targets = 20 * torch.randn(17, D, generator=generator)  # far off: gradients get clipped
        return torch.arange(17), targets

    def draw(self, *rows, generator):
        self.drawn.append(torch.rand((), generator=generator).item())
        return rows

    def loss(self, tokens, targets):
        return ((self.table[tokens] + self.bias - targets) ** 2).mean()


def test_the_loop_written_out():
    """Warm-up of one step and linear decay; decay on the matrix alone; norm of the gradient 1."""
    system, expected = Toy(), Toy()
    steps = list(system.learn(7, BUDGET))
    optimizer = torch.optim.AdamW(
        [
            {"params": [expected.table], "weight_decay": 0.01},
            {"params": [expected.bias], "weight_decay": 0.0},
        ]
    )
    examples = expected.examples(7)
    for step, rows in batches(17, 4, range(12), 7):
        rate = 0.1 if step == 0 else 0.1 * (12 - step) / 11
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = expected.loss(*(x[rows] for x in examples))
        expected.zero_grad()
        loss.backward()
        norm = sum(p.grad.square().sum() for p in expected.parameters()).sqrt()
        assert norm > 1
        for p in expected.parameters():
            p.grad /= norm
        optimizer.step()
        expected_numbers = step, pytest.approx(rate), near(loss.item(), measured=4e-7)
        assert steps[step][:3] == expected_numbers
    assert_close(system.table, expected.table, measured=4e-7)
    assert_close(system.bias, expected.bias, measured=4e-7)


def test_what_is_drawn_is_new_at_every_step_and_the_same_for_the_same_seed():
    systems = [Toy(), Toy(), Toy()]
    for system, seed in zip(systems, (7, 7, 8), strict=True):
        for _ in system.learn(seed, BUDGET):
            pass
    one, same, other = (system.drawn for system in systems)
    assert one == same
    assert len(set(one + other)) == 24


def test_vectors_are_asked_for_in_evaluation_mode_without_gradients():
    system = Toy().train()
    tokens = torch.tensor([[2, 7, 3], [2, 9, 3]])
    (layer,) = system.layers(tokens, torch.zeros_like(tokens))
    ((training, gradients, valid_lens),) = system.modes
    assert not training
    assert not gradients
    assert valid_lens.tolist() == [3, 3]
    assert not layer.requires_grad
    assert system.training  # as before
