"""GloVe: vectors whose products fit the logarithms of co-occurrence counts (`ch-context`)."""

import torch
from torch import Tensor, nn

from bert_core.masking import NUM_SPECIALS
from bert_lab.history.sentences import read_sentences
from bert_lab.history.system import System
from bert_lab.training_loop.options import TrainingOptions


class GloVe(System):
    """Two vectors and two biases per word; the sum of the vectors is its representation.

    Special tokens keep a vector of zeros.

    Args:
        vocab_size, num_hiddens: V, D.

    Source: Pennington et al. 2014, sections 3 and 4.2. Deviation: AdamW on batches of cells where
    they use AdaGrad. See `ch-context`.
    """

    name, reads = "glove", "word"
    options = TrainingOptions(1_200, 4_096, 1e-2)

    def __init__(self, vocab_size: int, num_hiddens: int = 64):
        super().__init__(vocab_size=vocab_size, num_hiddens=num_hiddens)
        self.centre = nn.Embedding(vocab_size, num_hiddens)
        self.context = nn.Embedding(vocab_size, num_hiddens)
        self.centre_bias = nn.Parameter(torch.zeros(vocab_size))
        self.context_bias = nn.Parameter(torch.zeros(vocab_size))
        for embedding in (self.centre, self.context):
            nn.init.uniform_(embedding.weight, -0.5 / num_hiddens, 0.5 / num_hiddens)
            nn.init.zeros_(embedding.weight[:NUM_SPECIALS].detach())

    def states(self, tokens, segments, valid_lens):
        return [self.centre(tokens) + self.context(tokens)]  # (B, T, D)

    def examples(self, seed):
        return self._cells(read_sentences(seed)[0].tokens)

    def loss(self, words, neighbours, counts):
        products = (self.centre(words) * self.context(neighbours)).sum(dim=-1)
        fitted = products + self.centre_bias[words] + self.context_bias[neighbours]
        return glove_loss(fitted, counts)

    def _cells(self, tokens):
        """The non-zero cells: words, neighbours (n,) int64, counts (n,) float32."""
        counts = cooccurrences(tokens, self.vocab_size)
        words, neighbours = counts.nonzero(as_tuple=True)
        return words, neighbours, counts[words, neighbours].float()


def cooccurrences(tokens: Tensor, vocab_size: int, window: int = 10) -> Tensor:
    """How often two words stand close to each other, a pair d words apart counting 1/d.

    Args:
        tokens: (n, T) int64, a sentence a row; special tokens are no words, but take up a place.
        vocab_size: V.
        window: the greatest d.

    Returns:
        (V, V) float64, symmetric.

    Source: Pennington et al. 2014, section 4.2. Deviation: no window reaches over the end of a
    sentence. See `ch-context`.
    """
    counts = torch.zeros(vocab_size * vocab_size, dtype=torch.float64)
    for distance in range(1, min(window + 1, tokens.shape[1])):
        left, right = tokens[:, :-distance], tokens[:, distance:]
        both = (left >= NUM_SPECIALS) & (right >= NUM_SPECIALS)
        cells = left[both] * vocab_size + right[both]
        counts += cells.bincount(minlength=len(counts)) / distance
    counts = counts.view(vocab_size, vocab_size)
    return counts + counts.T


def glove_loss(
    fitted: Tensor, counts: Tensor, largest: float = 100.0, power: float = 0.75
) -> Tensor:
    r"""$h(n) (\hat{y} - \ln n)^2$, the mean over cells, with $h(n) = \min(1, (n / 100)^{3/4})$.

    Args:
        fitted: (n,), $\mathbf{u}_o^\top \mathbf{v}_c + b_c + a_o$.
        counts: (n,), above 0.

    Returns:
        A tensor ().

    Source: Pennington et al. 2014, equations 8 and 9. Deviation: the mean, not the sum.
    See `ch-context`.
    """
    weights = (counts / largest).clamp(max=1) ** power
    return (weights * (fitted - counts.log()) ** 2).mean()
