"""Reference predictors with limited knowledge, and a model's distance from them."""

from typing import NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import MASK
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.pretraining import Prepared
from bert_lab.training_loop.evaluation import evaluating
from bert_lab.world.counting import bigram_probs, count_words, unigram_probs
from bert_lab.world.ideal import IdealPredictor
from bert_lab.world.mini_world import grammar


class HiddenWords(NamedTuple):
    """S held-out words, each hidden by `<mask>` and with a visible token to its left.

    `data` are the pairs, `masked` their inputs; `rows` and `positions` (S,) say where in them the
    words stand, `labels` (S,) what they are. `references` holds by name the probabilities (S, V) of
    each predictor.
    """

    data: PairData
    masked: MaskedTokens
    rows: Tensor
    positions: Tensor
    labels: Tensor
    references: dict[str, Tensor]


def hide_words(world: Prepared, num_pairs: int = 500, seed: int = 1) -> HiddenWords:
    """Words of the first held-out pairs, masked as in training, and four predictors of them.

    - `uniform`: all V tokens alike;
    - `unigram`: the frequencies of the training words, one added to each count;
    - `bigram`: the same after the token on the left, smoothed by one count shared out by `unigram`;
    - `ideal`: all that can be known from the visible words, by the grammar (`IdealPredictor`).
    """
    data = world.held_out.select(torch.arange(num_pairs))
    vocab = world.tokenizer.get_vocab()
    generator = torch.Generator().manual_seed(seed)
    masked = mask_tokens(data.tokens, len(vocab), generator=generator)
    rows, slots = masked.weights.nonzero(as_tuple=True)  # (S,) each
    positions = masked.positions[rows, slots]
    left = masked.inputs[rows, positions - 1]
    usable = (masked.inputs[rows, positions] == MASK) & (left != MASK)
    rows, slots, positions, left = rows[usable], slots[usable], positions[usable], left[usable]

    unigram = unigram_probs(count_words(world.train.tokens, len(vocab)))  # (V,)
    predictor = IdealPredictor(grammar(), vocab)
    ideal = [
        predictor(masked.inputs[row], positions[rows == row])[0] for row in rows.unique().tolist()
    ]
    references = {
        "uniform": torch.full((len(rows), len(vocab)), 1 / len(vocab), dtype=torch.float64),
        "unigram": unigram.expand(len(rows), -1),
        "bigram": bigram_probs(world.train.tokens, unigram)[left],
        "ideal": torch.cat(ideal),
    }
    return HiddenWords(data, masked, rows, positions, masked.labels[rows, slots], references)


def word_probs(model: BERTModel, hidden: HiddenWords) -> Tensor:
    """The model's probabilities (S, V), float64, in evaluation mode."""
    data = hidden.data
    with evaluating(model):
        encoded_X = model.encoder(hidden.masked.inputs, data.segments, data.valid_lens)
        logits = model.mlm.decode(encoded_X[hidden.rows, hidden.positions])
    return logits.double().softmax(dim=-1)


def cross_entropy(probs: Tensor, labels: Tensor) -> float:
    """Mean of -ln of the probabilities (S, V) of the labels (S,)."""
    return -probs.gather(1, labels[:, None]).log().mean().item()


def divergence(one: Tensor, other: Tensor) -> float:
    """Jensen-Shannon divergence of two (S, V), mean over S, in bits: 0 if equal, at most 1."""

    def entropy(probs):
        return torch.special.entr(probs).sum(dim=1)

    nats = entropy((one + other) / 2) - (entropy(one) + entropy(other)) / 2
    return nats.mean().item() / torch.log(torch.tensor(2.0)).item()
