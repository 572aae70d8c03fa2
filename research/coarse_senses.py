"""The test of senses on CoarseWSD-20, for users who download it (CC BY-NC 4.0; not stored here).

The record's keys:

- `words`: by word the number of `senses` and of test sentences `asked`;
- `nearest sense`: by who is asked, for each layer three means of the share that is right, as one
  may count it: "sentences", all alike; "words", of the words' shares; "senses", of the words' mean
  recall per sense, with its interval over words;
- `triplets`: by who is asked, for each layer the mean over words and its interval, on the first
  `NUM_TEST` test sentences of each sense that has as many as `LEAST_TEST`; `triplet words`.

"last four" is the sum of the last four layers, as in the paper; the rest as in `senses`.
Deviation from the paper: a sense is known by `NUM_KNOWN` of its training sentences at most.
"""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from _run import Result, Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.files import prefix_errors
from bert_lab.checkpoint.released import RELEASED, REVISION
from bert_lab.measures.sense_vectors import (
    bags_of_words,
    layer_vectors,
    load_released,
    nearest_sense,
    static_rows,
    untrained,
)
from bert_lab.measures.word_senses import Example, with_interval
from bert_lab.text.lines import decoded_lines
from senses import BAG, ROWS, TRAINED, UNTRAINED, triplet_scores

if TYPE_CHECKING:
    from tokenizers import Tokenizer

COARSE_WORDS = (
    *("apple", "arm", "bank", "bass", "bow", "chair", "club", "crane", "deck", "digit"),
    *("hood", "java", "mole", "pitcher", "pound", "seal", "spring", "square", "trunk", "yard"),
)
NUM_KNOWN, NUM_TEST, LEAST_TEST = 100, 20, 10
LAST_FOUR = "last four"


def check_coarse(folder: Path) -> None:
    """Raise FileNotFoundError unless CoarseWSD-20 is there."""
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
    lines, senses = ([*filter(str.strip, decoded_lines(path))] for path in (data, gold))
    with prefix_errors(data):
        if len(lines) != len(senses):
            raise ValueError(f"expected {len(senses)} lines, as {gold.name} has, got {len(lines)}")
        return [
            (*_coarse_example(line, word, tokenizer), sense.strip())
            for line, sense in zip(lines, senses, strict=True)
        ]


def _coarse_example(line: str, word: str, tokenizer: "Tokenizer") -> tuple[str, int]:
    number, tab, sentence = line.partition("\t")
    words = sentence.split()
    if not (tab and number.isdigit() and word in words[int(number) : int(number) + 1]):
        raise ValueError(f"expected the place of {word!r}, a tab and the sentence, got {line!r}")
    encoding = tokenizer.encode(words, is_pretokenized=True, add_special_tokens=False)
    return " ".join(encoding.tokens), encoding.word_ids.index(int(number))


def first_of_each(examples: Sequence[Example], num: int, least: int = 1) -> list[Example]:
    """The first `num` of each sense that has at least `least`, in their order."""
    senses = [sense for *_, sense in examples]
    return [
        example
        for i, example in enumerate(examples)
        if senses.count(senses[i]) >= least and senses[:i].count(senses[i]) < num
    ]


def all_vectors(
    model: BERTModel, tokenizer: "Tokenizer", examples: Sequence[Example]
) -> dict[str, Tensor]:
    """Vectors by encoder: (layers, n, D)."""
    vectors = layer_vectors(model, tokenizer, examples)
    return {
        TRAINED: vectors,
        LAST_FOUR: vectors[-4:].sum(dim=0, keepdim=True),
        UNTRAINED: layer_vectors(untrained(model, seed=0), tokenizer, examples),
        ROWS: static_rows(model, tokenizer, examples)[None],
        BAG: bags_of_words(tokenizer, examples)[None],
    }


def _three_means(senses: list[list[str]], guesses: list[list[str]]) -> dict[str, Any]:
    """Mean accuracy, averaged in three ways, from each word's right senses and guesses."""
    right = [
        [a == b for a, b in zip(*pair, strict=True)] for pair in zip(senses, guesses, strict=True)
    ]
    recalls = []
    for word, hits in zip(senses, right, strict=True):
        of_each = [
            [hit for sense, hit in zip(word, hits, strict=True) if sense == name]
            for name in sorted(set(word))  # sums are added up in one order
        ]
        recalls.append(_mean([_mean(hits) for hits in of_each]))
    return {
        "sentences": _mean(list(chain.from_iterable(right))),
        "words": _mean([_mean(hits) for hits in right]),
        "senses": with_interval(torch.tensor(recalls)),
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {
        "model": f"{RELEASED}@{REVISION}",
        "known": NUM_KNOWN,
        "asked": [NUM_TEST, LEAST_TEST],
    }


def ask_word(name: str, folder: Path) -> dict[str, Any]:
    """The right senses of a word's test sentences, and each encoder's guesses by layer."""
    model, tokenizer = load_released()
    known, test = (coarse_examples(folder, name, s, tokenizer) for s in ("train", "test"))
    known = first_of_each(known, NUM_KNOWN)
    senses = [sense for *_, sense in known]
    guesses = {
        who: [nearest_sense(layer[: len(known)], senses, layer[len(known) :]) for layer in found]
        for who, found in all_vectors(model, tokenizer, known + test).items()
    }
    return {"senses": [sense for *_, sense in test], "guesses": guesses}


def ask_triplets(folder: Path) -> dict[str, Any]:
    """Triplet scores by encoder (layers, words), and the words with two senses or more."""
    model, tokenizer = load_released()
    examples = {}
    for word in COARSE_WORDS:
        found = coarse_examples(folder, word, "test", tokenizer)
        found = first_of_each(found, NUM_TEST, LEAST_TEST)
        if len({sense for *_, sense in found}) > 1:
            examples[word] = found
    vectors = all_vectors(model, tokenizer, list(chain.from_iterable(examples.values())))
    scores = {who: triplet_scores(v, examples).tolist() for who, v in vectors.items()}
    return {"words": list(examples), "scores": scores}


def summarise(parts: dict[str, Result], triplets: Result) -> Result:
    """The record from `ask_word` by word and `ask_triplets`."""
    senses = [part["senses"] for part in parts.values()]
    first = next(iter(parts.values()))["guesses"]
    nearest = {
        who: [
            _three_means(senses, [part["guesses"][who][layer] for part in parts.values()])
            for layer in range(len(layers))
        ]
        for who, layers in first.items()
    }
    bands = {
        who: [with_interval(torch.tensor(layer)) for layer in layers]
        for who, layers in triplets["scores"].items()
    }
    return {
        "words": {
            word: {"senses": len(set(right)), "asked": len(right)}
            for word, right in zip(parts, senses, strict=True)
        },
        "nearest sense": nearest,
        "triplets": bands,
        "triplet words": triplets["words"],
    }


def main(argv: list[str] | None = None) -> None:
    where = "folder CoarseWSD-20 of github.com/danlou/bert-disambiguation"
    folder = (options := parse("coarse_senses", __doc__, argv, data=where)).data
    check_coarse(folder)
    files = digest_files(folder, "*/*.data.txt", "*/*.gold.txt")
    run = Run(options, inputs() | {"data": files})
    (triplets,) = run.cells(ask_triplets, [()], folder).values()
    by_word = run.cells(ask_word, [(word,) for word in COARSE_WORDS], folder)
    run.write(summarise({str(word): part for (word,), part in by_word.items()}, triplets))


if __name__ == "__main__":
    main()
