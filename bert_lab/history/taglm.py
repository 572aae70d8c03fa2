"""TagLM: a tagger with the states of frozen language models as further input (`ch-context`)."""

from copy import deepcopy
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_lab.history.elmo import ELMo
from bert_lab.history.lstm import LSTMPair
from bert_lab.history.sentences import read_sentences, sense_names
from bert_lab.history.system import System
from bert_lab.training_loop.options import TrainingOptions


class TagLM(System):
    """A tagger of two biLSTM layers; the language models' top states join the first one's output.

    Here it tags each ambiguous word with its sense and all others with "O". So it alone among the
    systems has been told the senses: asked about senses it is no rival, it shows how a task uses
    the models. Its layers: its own word vectors, the first layer joined with the language models'
    states, the second layer.

    Args:
        lm: trained; a copy of it is kept and not trained further.
        num_tags: "O" included.
        num_hiddens: of the word vectors and of each direction.

    Source: Peters et al. 2017, sections 2.2 to 2.4. Deviations: words without characters, a softmax
    in place of a conditional random field, no dropout; the language models are ELMo's.
    See `ch-context`.
    """

    name, reads, needs = "taglm", "both", "elmo"
    options = TrainingOptions(1_500, 128, 6e-3)

    def __init__(self, lm: ELMo, num_tags: int, num_hiddens: int = 24):
        super().__init__(num_tags=num_tags, num_hiddens=num_hiddens)
        self.lm = deepcopy(lm).requires_grad_(False)
        self.embedding = nn.Embedding(lm.vocab_size, num_hiddens)
        self.first = LSTMPair(num_hiddens, num_hiddens)
        num_joined = 2 * num_hiddens + 2 * lm.sizes["num_hiddens"]
        self.second = LSTMPair(num_joined, num_hiddens)
        self.output = nn.Linear(2 * num_hiddens, num_tags)

    @classmethod
    def fresh(cls, *needed):
        (lm,) = needed
        return cls(cast(ELMo, lm), num_tags=len(sense_names()))

    @property
    def vocab_size(self):
        return self.lm.vocab_size

    def states(self, tokens, segments, valid_lens):
        X = self.embedding(tokens)
        lm = self.lm.states(tokens, segments, valid_lens)[-1]
        joined = torch.cat([*self.first(X, X, valid_lens), lm], dim=-1)
        return [X, joined, torch.cat(self.second(joined, joined, valid_lens), dim=-1)]

    def forward(self, tokens: Tensor, valid_lens: Tensor) -> Tensor:
        """Scores of the tags, (B, T, num_tags)."""
        return self.output(self.states(tokens, torch.zeros_like(tokens), valid_lens)[-1])

    def examples(self, seed):
        return tuple(read_sentences(seed)[0])

    def loss(self, tokens, valid_lens, senses):
        real = torch.arange(tokens.shape[1]) < valid_lens[:, None]
        return F.cross_entropy(self(tokens, valid_lens)[real], senses[real])
