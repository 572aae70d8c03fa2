"""The input of a run: tokenizer, training and held-out pairs.

See `ch-pretraining`.
"""

import os
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from bert_core.pairs import PairData, pack_pairs, sentence_pairs
from bert_lab.pretraining.real_text import pack_text
from bert_lab.text.own_text import find_text
from bert_lab.text.tokenization import encode, word_level
from bert_lab.world.mini_world import Story, generate_stories, split_stories, vocabulary

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SHORTEST = 5  # tokens in a pair: one of each text, `<cls>` and `<sep>` twice


class Prepared(NamedTuple):
    """The input of a run, made by `prepare`.

    `held_out` is the same for every seed of a corpus. `counts` is what the record says of the text:
    of the training documents and pairs, "skipped_documents" had to be left out and
    "truncated_pairs" shortened; see `tell_text`.
    """

    tokenizer: "Tokenizer"
    train: PairData
    held_out: PairData
    counts: dict[str, Any]
    generator_state: torch.Tensor

    def generator(self) -> torch.Generator:
        """A new generator in the state after the data was drawn, for model and training."""
        generator = torch.Generator()
        generator.set_state(self.generator_state)
        return generator


def prepare(
    corpus: str | os.PathLike = "mini-world",
    *,
    max_seq_length: int = 32,
    vocab_size: int = 8_192,
    seed: int = 0,
    language: str = "en",
    strip_accents: bool = False,
    tokenizer: "Tokenizer | None" = None,
) -> Prepared:
    """Tokenizer and pairs for a corpus and a seed.

    Args:
        corpus: "mini-world": whole words and pairs of sentences; or a file or a folder of text of
            your own, as `OwnText` reads it: word pieces and the original's segment pairs.
        max_seq_length: T, tokens in a pair with the special ones; at least 5.
        vocab_size: word pieces; the mini-world has its words.
        seed: of stories and pairs. Seed 0 gives the mini-world of the mini-BERT; another seed
            stories of its own, in the same vocabulary, none of them held out by any.
        language, strip_accents: of your own text, as `OwnText` takes them.
        tokenizer: None trains one on the text; a model that goes on brings its own.

    Raises:
        ValueError: for too short a T, a vocabulary smaller than the characters of the text, a
            split that gives no pair, a text of which more than a fifth is read as `<unk>`, or the
            mini-world with a `tokenizer`.
        FileNotFoundError, ImportError, ValueError: as `find_text`.

    See `ch-pretraining`.
    """
    if max_seq_length < SHORTEST:
        raise ValueError(
            f"max_seq_length: expected at least {SHORTEST} (a word in each text, three special "
            f"tokens), got {max_seq_length}"
        )
    if corpus == "mini-world":
        if tokenizer is not None:
            raise ValueError(
                "corpus: expected text of your own to go on with; the mini-world is for new models"
            )
        return prepare_mini_world(max_seq_length, seed)
    text = find_text(corpus, language, strip_accents)
    found = pack_text(text, max_seq_length, vocab_size, seed, tokenizer)
    return Prepared(*found, torch.Generator().manual_seed(seed).get_state())


@cache
def training_stories(seed: int) -> tuple[list[Story], list[Story]]:
    """Training stories of a seed, and the held-out ones, which are the same for all seeds.

    As many as the mini-world trains on, less those that are held out.
    """
    train, held_out, _ = split_stories()
    unseen = {story.sentences for story in held_out}
    stories = generate_stories(len(train), seed)
    return [story for story in stories if story.sentences not in unseen], held_out


@cache
def prepare_mini_world(max_len: int, seed: int) -> Prepared:
    """The mini-world for `prepare`, as whole words and pairs of sentences."""
    tokenizer = word_level(vocabulary())
    generator = torch.Generator().manual_seed(seed)
    drawn, packed = [], []
    for stories in training_stories(seed):
        documents = [list(story.sentences) for story in stories]
        drawn.append(sentence_pairs(encode(tokenizer, documents), generator))
        packed.append(pack_pairs(drawn[-1].pairs, max_len, generator))
    train, held_out = packed
    if seed:  # other questions than seed 0 asks: drawn only so that what follows stays as it was
        held_out = prepare_mini_world(max_len, 0).held_out
    counts = {"truncated_pairs": train.truncated, "skipped_documents": drawn[0].skipped}
    return Prepared(tokenizer, train, held_out, counts, generator.get_state())


def tell_text(counts: dict[str, Any]) -> str:
    """`Prepared.counts` of a reader's own text in one line; "" for another corpus."""
    if "documents" not in counts:
        return ""
    left_out = counts.get("left_out_documents", 0)
    line = (
        f"{counts['documents']} documents read, {left_out} of fewer than two sentences left out, "
        f"{counts['unknown_letters']:.1%} of the text read as <unk>"
    )
    if repeated := counts.get("repeated_documents"):
        line += f", {repeated} that came before left out"
    if "strip_accents" in counts:
        line += ", accents taken off" if counts["strip_accents"] else ", accents kept"
    return line
