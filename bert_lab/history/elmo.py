"""ELMo: language models from the left and from the right."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.masking import NUM_SPECIALS
from bert_lab.history.lstm import LSTMPair
from bert_lab.history.system import System
from bert_lab.pretraining import prepare
from bert_lab.training_loop.options import TrainingOptions


class ELMo(System):
    """Two language models of two LSTM layers each, which share embedding and softmax.

    Its layers: the word's own vector twice, then each LSTM layer's two states side by side, all of
    2 `num_hiddens` numbers. A task mixes them, and does not train what is below.

    Args:
        vocab_size, num_hiddens: V, and the size of the embedding and of each direction.

    Source: Peters et al. 2018, sections 3.1 and 3.4. Deviations: words in place of characters,
    LSTMs without projection, no dropout; it reads the mini-BERT's pairs of sentences.
    See `ch-context`.
    """

    name, reads = "elmo", "both"
    options = TrainingOptions(1_000, 128, 6e-3)

    def __init__(self, vocab_size: int, num_hiddens: int = 48):
        super().__init__(vocab_size=vocab_size, num_hiddens=num_hiddens)
        self.embedding = nn.Embedding(vocab_size, num_hiddens)
        self.lstms = nn.ModuleList(LSTMPair(num_hiddens, num_hiddens) for _ in range(2))
        self.decoder = nn.Linear(num_hiddens, vocab_size)

    def states(self, tokens, segments, valid_lens):
        return [torch.cat(pair, dim=-1) for pair in self.directions(tokens, valid_lens)]

    def directions(self, tokens: Tensor, valid_lens: Tensor) -> list[tuple[Tensor, Tensor]]:
        """By layer the states from the left and from the right, (B, T, num_hiddens) each.

        The second layer adds to the first one's states (a residual connection).
        """
        X = self.embedding(tokens)
        first = self.lstms[0](X, X, valid_lens)
        second = self.lstms[1](*first, valid_lens)
        second = (first[0] + second[0], first[1] + second[1])
        return [(X, X), first, second]

    def examples(self, seed):
        pairs = prepare(seed=seed).train
        return pairs.tokens, pairs.valid_lens

    def loss(self, tokens, valid_lens):
        left, right = self.losses(tokens, valid_lens)
        return (left + right) / 2

    def losses(self, tokens: Tensor, valid_lens: Tensor) -> tuple[Tensor, Tensor]:
        """Mean loss (nats) of the words, each from those before it, and from those after it.

        Special tokens are read but not asked for.
        """
        tokens = tokens[:, : int(valid_lens.max())]
        left, right = self.directions(tokens, valid_lens)[-1]
        return self._loss(left[:, :-1], tokens[:, 1:]), self._loss(right[:, 1:], tokens[:, :-1])

    def _loss(self, states, labels):
        is_word = labels >= NUM_SPECIALS
        return F.cross_entropy(self.decoder(states[is_word]), labels[is_word])
