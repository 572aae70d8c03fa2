"""Real sentences in which a noun has one of its senses.

An example is (sentence, position, sense), as in `word_senses`. The sentence is cut into pieces,
with spaces between them, and the position counts pieces from 0, without `[CLS]`.
"""

import tomllib
from typing import TYPE_CHECKING

from bert_lab.measures.records import RECORDED
from bert_lab.measures.word_senses import Example

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SENTENCES = RECORDED.parent / "senses.toml"


def own_sentences() -> dict[str, dict[str, list[str]]]:
    """24 nouns, each with two senses, and 20 sentences for each sense: word -> sense -> sentences.

    Written for this book. The word stands in each sentence once, and no sentence copies another's
    frame. Evidence A.
    """
    return tomllib.loads(SENTENCES.read_text("utf-8"))


def own_examples(tokenizer: "Tokenizer") -> dict[str, list[Example]]:
    """`own_sentences` as examples, all of one sense before those of the other."""
    return {
        word: [
            (*find_piece(word, sentence, tokenizer), sense)
            for sense, sentences in senses.items()
            for sentence in sentences
        ]
        for word, senses in own_sentences().items()
    }


def find_piece(word: str, sentence: str, tokenizer: "Tokenizer") -> tuple[str, int]:
    """The sentence in pieces, and where the word stands; ValueError unless it is one of them."""
    pieces = tokenizer.encode(sentence, add_special_tokens=False).tokens
    if word not in pieces:
        raise ValueError(f"expected a sentence with {word!r} in it as one piece, got {sentence!r}")
    return " ".join(pieces), pieces.index(word)
