"""D2L's data: whole words, single sentences, long pairs dropped; and its masks."""

from typing import TYPE_CHECKING, NamedTuple

import torch
from torch import Tensor

from bert_core.inputs import UNK
from bert_core.masking import MaskedTokens, mask_tokens
from bert_core.pairs import PairData, pack_pairs, sentence_pairs
from bert_lab.text.corpora import Corpus, Documents
from bert_lab.text.tokenization import encode, train_word_level

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_LEN, MIN_FREQUENCY = 64, 5  # D2L 15.9
NUM_HELD_OUT = 512


class TextData(NamedTuple):
    """What every recipe reads: training pairs, held-out pairs, and the latter masked once."""

    tokenizer: "Tokenizer"
    train: PairData
    held_out: PairData
    masked: MaskedTokens


def draw_text_data(corpus: Corpus, generator: torch.Generator) -> TextData:
    """D2L's vocabulary and pairs (D2L 15.9), from a corpus whose documents are paragraphs.

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
    masked = mask_as_text(held_out.tokens, tokenizer.get_vocab_size(), generator)
    return TextData(tokenizer, data, held_out, masked)


def without_full_stops(documents: Documents) -> Documents:
    """Sentences as D2L has them, which splits at " . " and throws that away."""
    return [[*(x.removesuffix(" .") for x in texts[:-1]), texts[-1]] for texts in documents]


def mask_as_text(tokens: Tensor, vocab_size: int, generator: torch.Generator) -> MaskedTokens:
    """`mask_tokens` as in D2L: `<unk>` is a word like any other, to ask for and to put in."""
    words = tokens.masked_fill(tokens == UNK, vocab_size)
    masked = mask_tokens(words, vocab_size + 1, generator=generator)
    inputs, labels = (
        ids.masked_fill(ids == vocab_size, UNK) for ids in (masked.inputs, masked.labels)
    )
    return masked._replace(inputs=inputs, labels=labels)
