"""word2vec: skip-gram with negative sampling (`ch-context`)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.masking import NUM_SPECIALS
from bert_lab.history.sentences import read_sentences
from bert_lab.history.system import System
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.world.counting import count_words


class Word2Vec(System):
    """Two vectors per word, `centre` and `context`; the first is the word's representation.

    A word's centre vector learns to tell the words around it from words drawn at random. Special
    tokens keep a vector of zeros.

    Args:
        vocab_size, num_hiddens: V, D.
        window: how many words to each side at most.
        num_negatives: random words per neighbour.

    Source: Mikolov et al. 2013, sections 2.2 and 2.3; the window of random width is that of their
    code. Deviations: AdamW on batches of sentences; frequent words are thinned out from a share
    of 1e-3 of the text on (there 1e-5 of a text 600 times as long). See `ch-context`.
    """

    name, reads = "word2vec", "word"
    options = TrainingOptions(600, 512, 1e-2)

    def __init__(
        self, vocab_size: int, num_hiddens: int = 64, window: int = 5, num_negatives: int = 5
    ):
        super().__init__(
            vocab_size=vocab_size,
            num_hiddens=num_hiddens,
            window=window,
            num_negatives=num_negatives,
        )
        self.centre = nn.Embedding(vocab_size, num_hiddens)
        self.context = nn.Embedding(vocab_size, num_hiddens)
        bound = 0.5 / num_hiddens
        nn.init.uniform_(self.centre.weight, -bound, bound)
        nn.init.zeros_(self.context.weight)
        nn.init.zeros_(self.centre.weight[:NUM_SPECIALS].detach())
        self.register_buffer("counts", torch.ones(vocab_size), persistent=False)

    def states(self, tokens, segments, valid_lens):
        return [self.centre(tokens)]  # (B, T, D)

    def examples(self, seed):
        sentences, _ = read_sentences(seed)
        self.counts = count_words(sentences.tokens, self.vocab_size).float()
        return (sentences.tokens,)

    def loss(self, centres, contexts, negatives):
        v = self.centre(centres)[:, None]  # (P, 1, D)
        positive = (v * self.context(contexts)[:, None]).sum(dim=-1)  # (P, 1)
        negative = (v * self.context(negatives)).sum(dim=-1)  # (P, K)
        return negative_sampling_loss(positive[:, 0], negative)

    def draw(self, *rows, generator):
        """Centres and contexts (P,) each, random words (P, K)."""
        (tokens,) = rows
        centres, contexts = draw_neighbours(
            tokens, keep_probability(self.counts), self.sizes["window"], generator
        )
        num = self.sizes["num_negatives"]
        negatives = torch.multinomial(
            noise_distribution(self.counts),
            max(1, len(centres)) * num,  # it draws at least one, where no word has a neighbour
            replacement=True,
            generator=generator,
        )
        return centres, contexts, negatives.view(-1, num)[: len(centres)]


def noise_distribution(counts: Tensor) -> Tensor:
    """The distribution of negative samples: counts (V,) to the power 3/4, normalised."""
    return counts**0.75 / (counts**0.75).sum()


def keep_probability(counts: Tensor, threshold: float = 1e-3) -> Tensor:
    """The probability of keeping each occurrence of a word, min(1, sqrt(threshold / share)).

    Source: Mikolov et al. 2013, equation 5. See `ch-context`.
    """
    return (threshold * counts.sum() / counts).sqrt().clamp(max=1)  # a word never seen: inf -> 1


def draw_neighbours(
    tokens: Tensor, keep: Tensor, window: int, generator: torch.Generator
) -> tuple[Tensor, Tensor]:
    """Word and context pairs in a batch of sentences.

    Occurrences are left out by `keep` and the gaps closed. Then each centre draws how far it looks,
    1 to `window` words to both sides.

    Args:
        tokens: (B, T) int64; special tokens are no words.
        keep: (V,), the probability of each word to be read.
        window: at least 1.
        generator: all randomness.

    Returns:
        centres, contexts: (P,) int64 each.

    Source: Mikolov et al. 2013, section 2.3. Deviations: none. See `ch-context`.
    """
    drawn = torch.rand(tokens.shape, generator=generator)
    kept = (tokens >= NUM_SPECIALS) & (drawn < keep[tokens])  # (B, T)
    order = (~kept).to(torch.uint8).argsort(dim=1, stable=True)  # the kept ones first
    words, kept = tokens.gather(1, order), kept.gather(1, order)
    reach = torch.randint(1, window + 1, words.shape, generator=generator)
    centres, contexts = [], []
    for distance in range(1, min(window + 1, words.shape[1])):
        left, right = words[:, :-distance], words[:, distance:]
        both = kept[:, distance:]  # where the right one is a word, so is the left one
        for centre, context, own in (
            (left, right, reach[:, :-distance]),
            (right, left, reach[:, distance:]),
        ):
            near = both & (own >= distance)
            centres.append(centre[near])
            contexts.append(context[near])
    return torch.cat(centres), torch.cat(contexts)


def negative_sampling_loss(positive: Tensor, negative: Tensor) -> Tensor:
    r"""$-\ln\sigma(s_o) - \sum_{k=1}^{K} \ln\sigma(-s_k)$, the mean over P neighbours, in nats.

    Args:
        positive: (P,), scores of the neighbours, $\mathbf{u}_o^\top \mathbf{v}_c$.
        negative: (P, K), scores of the random words.

    Returns:
        A tensor ().

    Source: Mikolov et al. 2013, equation 4. Deviations: none. See `ch-context`.
    """
    return -(F.logsigmoid(positive) + F.logsigmoid(-negative).sum(dim=1)).mean()
