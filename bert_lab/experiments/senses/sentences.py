"""Real sentences in which a noun has one of its senses: our own, and those of CoarseWSD-20.

As in `sense_test`, an example is (sentence, position, sense). The sentence is cut into pieces, with
spaces between them, and the position counts pieces from 0, without `[CLS]`.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from bert_lab.checkpoint.files import naming
from bert_lab.experiments.records import RECORDED
from bert_lab.experiments.sense_test import Example

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SENTENCES = RECORDED.parent / "senses.toml"
COARSE_WORDS = (
    *("apple", "arm", "bank", "bass", "bow", "chair", "club", "crane", "deck", "digit"),
    *("hood", "java", "mole", "pitcher", "pound", "seal", "spring", "square", "trunk", "yard"),
)
LEAST_AT_A_PLACE = 20  # vectors whose mean counts as that of their position


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


def check_coarse(folder: Path) -> None:
    """FileNotFoundError unless CoarseWSD-20 is there."""
    missing = [word for word in COARSE_WORDS if not (folder / word / "test.data.txt").is_file()]
    if missing:
        raise FileNotFoundError(
            f"{folder}: expected CoarseWSD-20, a folder for each of its words, found none for "
            f"{', '.join(missing)}. It is in github.com/danlou/bert-disambiguation, "
            "folder data/CoarseWSD-20"
        )


def coarse_examples(folder: Path, word: str, split: str, tokenizer: "Tokenizer") -> list[Example]:
    """The word's sentences in "train" or "test"; senses have numbers.

    Raises:
        FileNotFoundError: if a file is missing.
        ValueError: for a line without a number and a sentence, a number at which the word doesn't
            stand, or another number of senses than of sentences.

    Source: Loureiro et al. 2021. Evidence A.
    """
    data, gold = (folder / word / f"{split}.{kind}.txt" for kind in ("data", "gold"))
    lines = data.read_text("utf-8-sig").splitlines()
    senses = gold.read_text("utf-8-sig").split()
    with naming(data):
        if len(lines) != len(senses):
            raise ValueError(f"expected {len(senses)} lines, as {gold.name} has, got {len(lines)}")
        return [
            (*_coarse_example(line, word, tokenizer), sense)
            for line, sense in zip(lines, senses, strict=True)
        ]


def _coarse_example(line: str, word: str, tokenizer: "Tokenizer") -> tuple[str, int]:
    number, tab, sentence = line.partition("\t")
    words = sentence.split()
    if not (tab and number.isdigit() and word in words[int(number) : int(number) + 1]):
        raise ValueError(f"expected the place of {word!r}, a tab and the sentence, got {line!r}")
    encoding = tokenizer.encode(words, is_pretokenized=True, add_special_tokens=False)
    return " ".join(encoding.tokens), encoding.word_ids.index(int(number))


def merge_places(examples: Iterable[Sequence[Example]]) -> list[list[Example]]:
    """The same with neighbouring positions put together, until each place has enough examples.

    A mean over few vectors would take away more than their position.
    """
    examples = list(map(list, examples))
    counts = Counter(at for found in examples for _, at, _ in found)
    before = accumulate((counts[at] for at in sorted(counts)), initial=0)
    total = sum(counts.values())
    places: dict[int, int] = {}
    first = reached = 0
    for at, seen in zip(sorted(counts), before, strict=False):
        enough, rest = seen - reached >= LEAST_AT_A_PLACE, total - seen >= LEAST_AT_A_PLACE
        if not places or (enough and rest):
            first, reached = at, seen
        places[at] = first
    return [[(text, places[at], sense) for text, at, sense in found] for found in examples]
