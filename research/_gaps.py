"""The evaluation of a gap filler: held-out encyclopedia articles, and fifty everyday gaps."""

import tomllib
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import Tensor

from bert_core.masking import NUM_SPECIALS, mask_tokens
from bert_core.model import BERTModel
from bert_core.pairs import PairData, pack_pairs, segment_pairs
from bert_lab.ask.guesses import guess
from bert_lab.pretraining.scores import evaluate
from bert_lab.text.own_text import OwnText
from bert_lab.text.tokenization import encode
from bert_lab.training_loop.batches import derived
from bert_lab.world.counting import count_words, unigram_probs

if TYPE_CHECKING:
    from tokenizers import Tokenizer

GAPS = Path(str(resources.files("bert_lab") / "assets" / "gaps.toml"))
TRAIN, HELD_OUT = "train.txt", "held-out.txt"  # as `tools.gap_text` writes them
LENGTH, EVERY = 128, 3  # tokens in a pair; of the pairs every third is asked
NUM_GUESSES = 3
_ALL_HIDDEN = {"mask_share": 1.0, "random_share": 0.0, "keep_share": 0.0}


class Gap(NamedTuple):
    """A sentence with one hidden word, and words that somebody might well put there."""

    text: str
    words: list[str]


@cache
def gaps() -> list[Gap]:
    """Fifty gaps, written before any gap filler was trained."""
    return [Gap(**gap) for gap in tomllib.loads(GAPS.read_text("utf-8"))["gap"]]


def read_all(path: Path) -> list[list[str]]:
    """All documents of a text, ignoring its splits."""
    text = OwnText(path)
    return [*text.documents("train"), *text.documents("valid")]


def held_out_pairs(folder: Path, tokenizer: "Tokenizer") -> PairData:
    """Pairs of the held-out articles, in the ids of a tokeniser in the book's order."""
    documents = encode(tokenizer, read_all(folder / HELD_OUT))
    generator = derived(0, "held out")
    drawn = segment_pairs(documents, LENGTH, generator).pairs
    pairs = pack_pairs(drawn, LENGTH, generator)
    return pairs.select(torch.arange(0, len(pairs), EVERY))


def ask_held_out(model: BERTModel, pairs: PairData) -> dict[str, float]:
    """Loss in nats and share of right first guesses where `<mask>` hides 15 % of the pieces."""
    generator = derived(0, "questions")  # the same for every model
    vocab_size = model.config.vocab_size
    targets = partial(mask_tokens, vocab_size=vocab_size, generator=generator, **_ALL_HIDDEN)
    found = evaluate(model, pairs, generator=generator, targets=targets, batch_size=32)
    return {
        "loss": found.mlm_loss,
        "accuracy": found.mlm_accuracy,
        "questions": found.num_predictions,
    }


def piece_shares(folder: Path, tokenizer: "Tokenizer") -> Tensor:
    """The relative frequency of each piece in the training text, one added to each count: (V,)."""
    vocab_size, counts = tokenizer.get_vocab_size(), 0
    for document in read_all(folder / TRAIN):
        ids = [i for sentence in encode(tokenizer, [document])[0] for i in sentence]
        counts = counts + count_words(torch.tensor(ids), vocab_size)
    return unigram_probs(torch.as_tensor(counts))


def ask_frequencies(shares: Tensor, pairs: PairData) -> dict[str, float]:
    """`ask_held_out` for piece frequencies alone, without context; all pieces are asked."""
    pieces = pairs.tokens[pairs.tokens >= NUM_SPECIALS]
    return {
        "loss": -shares[pieces].log().mean().item(),
        "accuracy": (pieces == shares.argmax()).double().mean().item(),
        "questions": len(pieces),
    }


def ask_gaps(model: BERTModel, tokenizer: "Tokenizer") -> list[dict[str, Any]]:
    """For each gap its text, the top guesses with their shares, and whether one of them fits."""
    rows = []
    for gap in gaps():
        (found,) = guess(model, tokenizer, gap.text, NUM_GUESSES)
        right = any(word in gap.words for word, _ in found)
        rows.append({"text": gap.text, "guesses": [list(one) for one in found], "right": right})
    return rows


def frequent_gaps(shares: Tensor, tokenizer: "Tokenizer") -> int:
    """In how many gaps one of the most frequent pieces fits: guesses without context."""
    most = shares.argsort(descending=True, stable=True)[:NUM_GUESSES]
    first = {tokenizer.id_to_token(i) for i in most.tolist()}
    return sum(bool(first & set(gap.words)) for gap in gaps())
