"""The text's data: whole words, single sentences, long pairs dropped; and what is asked of it."""

import math
from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.inputs import MASK, UNK
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData, pack_pairs, sentence_pairs
from bert_core.validation import unchecked
from bert_lab.text.corpora import Corpus, Documents
from bert_lab.text.tokenization import encode, train_word_level
from bert_lab.world.counting import count_words, unigram_probs

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_LEN, MIN_FREQUENCY = 64, 5  # D2L 15.9
NUM_HELD_OUT = 512
PRIOR = 300  # of 3, 10, ..., 3000 the one with the lowest held-out bigram loss


class Questions(NamedTuple):
    """What every recipe reads: training pairs, held-out pairs, and the latter masked once."""

    tokenizer: "Tokenizer"
    train: PairData
    held_out: PairData
    masked: MaskedTokens


def draw_questions(corpus: Corpus, generator: torch.Generator) -> Questions:
    """The text's vocabulary and pairs (D2L 15.9), from a corpus whose documents are paragraphs.

    As there, sentences lose their full stop but for the last one of a paragraph, and pairs above
    64 tokens are dropped. The first 512 pairs of the validation split are held out.
    Deviations: `sentence_pairs` draws no true next sentence as a false one; a paragraph of one
    sentence does not count for the vocabulary.
    """
    train, valid = without_full_stops(corpus.train), without_full_stops(corpus.valid)
    tokenizer = train_word_level(train, MIN_FREQUENCY)
    packed = []
    for documents in (train, valid):
        pairs = sentence_pairs(encode(tokenizer, documents), generator).pairs
        short = [pair for pair in pairs if len(pair.first) + len(pair.second) + 3 <= MAX_LEN]
        packed.append(pack_pairs(short, MAX_LEN))
    data, held_out = packed
    held_out = held_out.select(torch.arange(min(NUM_HELD_OUT, len(held_out))))
    masked = ask(held_out.tokens, tokenizer.get_vocab_size(), generator)
    return Questions(tokenizer, data, held_out, masked)


def without_full_stops(documents: Documents) -> Documents:
    """Sentences as the text has them, which splits at " . " and throws that away."""
    return [[*(x.removesuffix(" .") for x in texts[:-1]), texts[-1]] for texts in documents]


def ask(tokens: Tensor, vocab_size: int, generator: torch.Generator) -> MaskedTokens:
    """`mask_tokens` as in the text: `<unk>` is a word like any other, to ask for and to put in."""
    words = tokens.masked_fill(tokens == UNK, vocab_size)
    masked = mask_tokens(words, vocab_size + 1, generator=generator)
    inputs, labels = (
        ids.masked_fill(ids == vocab_size, UNK) for ids in (masked.inputs, masked.labels)
    )
    return masked._replace(inputs=inputs, labels=labels)


@torch.no_grad()
def examine(model: BERTModel, questions: Questions, batch_size: int = 128) -> dict:
    """Held-out losses and accuracies in evaluation mode, at real slots alone; and the answers:
    how many different words, and the three most frequent with their shares."""
    _, _, data, masked = questions
    was_training = model.training
    model.eval()
    sums, answers = torch.zeros(4, dtype=torch.float64), []
    for rows in torch.arange(len(data)).split(batch_size):
        part, targets = data.select(rows), MaskedTokens(*(x[rows] for x in masked))
        with unchecked():
            found = model(targets.inputs, part.segments, part.valid_lens, targets.positions)
        real = targets.weights > 0  # (B, P)
        logits, labels = found[1][real], targets.labels[real]  # (S, V), (S,)
        answers.append(logits.argmax(dim=1))
        sums += torch.stack(
            [
                F.cross_entropy(logits, labels, reduction="sum"),
                F.cross_entropy(found[2], part.is_next, reduction="sum"),
                (answers[-1] == labels).sum(),
                (found[2].argmax(dim=1) == part.is_next).sum(),
            ]
        ).double()
    model.train(was_training)
    words, counts = torch.cat(answers).unique(return_counts=True)
    totals = torch.stack([counts.sum(), torch.tensor(len(data))] * 2)
    names = ("mlm_loss", "nsp_loss", "mlm_accuracy", "nsp_accuracy")
    most = counts.argsort(descending=True, stable=True)[:3]
    return dict(zip(names, (sums / totals).tolist(), strict=True)) | {
        "different_words": len(words),
        "most_frequent": [
            [questions.tokenizer.id_to_token(word), count / counts.sum().item()]
            for word, count in zip(words[most].tolist(), counts[most].tolist(), strict=True)
        ],
    }


def reference_lines(questions: Questions) -> dict[str, float]:
    """What simpler predictors reach on the same questions, in nats and shares.

    Uniform; word frequencies p, one added to each count; those of the word to the left,
    (c(left, w) + m p(w)) / (c(left) + m), where m is chosen in the line's favour; for NSP a coin
    and the most frequent label.
    """
    tokenizer, data, held_out, masked = questions
    vocab_size = tokenizer.get_vocab_size()
    lefts, words = data.tokens[:, :-1], data.tokens[:, 1:]
    text = (words == UNK) | (words > MASK)
    probs = unigram_probs(count_words(words, vocab_size, unknown=True), unknown=True)  # (V,)
    at, slots = masked.weights.nonzero(as_tuple=True)
    labels = masked.labels[at, slots]
    left = masked.inputs[at, masked.positions[at, slots] - 1]
    unigram = probs[labels]
    keys, seen = (lefts * vocab_size + words)[text].unique(return_counts=True)
    wanted = left * vocab_size + labels
    found = torch.searchsorted(keys, wanted).clamp(max=len(keys) - 1)
    together = seen[found] * (keys[found] == wanted)
    lefts_seen = lefts[text].bincount(minlength=vocab_size)[left]
    bigram = (together + PRIOR * unigram) / (lefts_seen + PRIOR)
    most_frequent = held_out.is_next.double().mean().item()
    return {
        "ln_vocab_size": math.log(vocab_size),
        "unigram_loss": -unigram.log().mean().item(),
        "unigram_accuracy": (labels == probs.argmax()).double().mean().item(),
        "bigram_loss": -bigram.log().mean().item(),
        "ln_2": math.log(2),
        "most_frequent_nsp_label": max(most_frequent, 1 - most_frequent),
    }
