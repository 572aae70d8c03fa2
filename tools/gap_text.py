"""Training text of the gap filler: an encyclopedia, a dictionary, novels, phrases.

`python -m tools.gap_text OUT --wikitext FOLDER --wordnet FOLDER --novels FILE --phrases FILE`
writes `OUT/train.txt`, in which an empty line ends a document, and `OUT/held-out.txt`, WikiText-2's
own held-out articles. The same sources give the same bytes. They are free, and known by packages:

- WikiText-2 (CC BY-SA 3.0): `wiki.train.tokens` and `wiki.valid.tokens`;
- WordNet 3.0 (WordNet licence), glosses and examples: `data.*` of Debian's `wordnet-base`;
- Jane Austen's six novels (public domain): `data/Rdata.rdb` of Debian's `r-cran-janeaustenr`;
- Ding's German-English phrases (GPL 2 or later), the English sentences among them: `de-en` of
  Debian's `trans-de-en`.
"""

import argparse
import random
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from bert_lab.text.corpora import read_articles
from bert_lab.text.lines import decoded_lines
from bert_lab.training_loop.command import call

ENTRIES = 40  # of a dictionary, or phrases, to a document
PHRASES = 3  # times, each in an order of its own: they are short and plain, and far too few

_STRING = b"\x00\x04\x00\x09"  # before a string in R's serialisation, and then its length
_PHRASE = re.compile(r"[A-Z'‘\"].*[a-z ]{8,}.*[.!?]")


def wikitext(folder: Path, split: str) -> Iterator[list[str]]:
    """Articles with spaces before punctuation removed; `<unk>` becomes `[UNK]`."""
    for sentences in read_articles(folder, split):
        yield [_join(sentence) for sentence in sentences]


def wordnet(folder: Path) -> Iterator[list[str]]:
    """Each entry's first word with its meaning, and its examples."""
    entries = [
        entry
        for name in ("noun", "verb", "adj", "adv")
        for line in map(str.strip, decoded_lines(folder / f"data.{name}"))
        if (entry := _entry(line))
    ]
    for start in range(0, len(entries), ENTRIES):
        yield [line for entry in entries[start : start + ENTRIES] for line in entry]


def novels(path: Path) -> Iterator[list[str]]:
    """Chapters, one paragraph per line."""
    for lines in _vectors(path.read_bytes()):
        for chapter in re.split(r"\n(?:CHAPTER|Chapter) .*\n", "\n".join(lines)):
            paragraphs = [" ".join(part.split()) for part in chapter.split("\n\n")]
            yield [p.replace("_", "") for p in paragraphs if len(p.split()) > 3]


def phrases(path: Path, seed: int) -> Iterator[list[str]]:
    """English sentences in a fixed shuffled order."""
    found = sorted(
        {
            " ".join(part.split()).replace("’", "'")
            for line in map(str.strip, decoded_lines(path))
            for part in re.split(r"[|;]", line.partition("::")[2])
            if _PHRASE.fullmatch(part.strip()) and len(part.split()) > 3
        }
    )
    random.Random(seed).shuffle(found)
    for start in range(0, len(found), ENTRIES):
        yield found[start : start + ENTRIES]


def _join(sentence: str) -> str:
    sentence = re.sub(r" @([-,.])@ ", r"\1", sentence.replace("<unk>", "[UNK]"))
    sentence = re.sub(
        r" ([.,;:!?%)\]]|n't|'(?:s|t|re|ve|ll|d|m))(?=[\s.,;:!?)]|$)", r"\1", sentence
    )
    return re.sub(r"([(\[$£]) ", r"\1", sentence)


def _entry(line: str) -> list[str]:
    """`00001740 03 n 01 entity 0 ... | gloss; "example"`: two lines; none for the licence."""
    facts, bar, text = line.partition(" | ")
    if not bar:
        return []
    word = re.sub(r"\(\w+\)$", "", facts.split()[4]).replace("_", " ")
    gloss, *examples = re.split(r'[;:,] *"', text)
    ended = [part.strip(' ";') for part in (f"{word}: {gloss}", *examples)]
    return [part if part.endswith((".", "!", "?")) else f"{part}." for part in ended if part]


def _vectors(stored: bytes) -> Iterator[list[str]]:
    """The string vectors in an R database, each a length and zlib-compressed data."""
    while stored:
        unpack = zlib.decompressobj()
        vector, strings = unpack.decompress(stored[4:]), []
        stored, place = unpack.unused_data, vector.find(_STRING)
        while place >= 0:
            start = place + 8
            end = start + int.from_bytes(vector[place + 4 : start], "big")
            strings.append(vector[start:end].decode())
            place = vector.find(_STRING, end)
        yield strings


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    for name in ("wikitext", "wordnet", "novels", "phrases"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    options = parser.parse_args(argv)
    documents = [
        *wikitext(options.wikitext, "train"),
        *wordnet(options.wordnet),
        *novels(options.novels),
        *(text for seed in range(PHRASES) for text in phrases(options.phrases, seed)),
    ]
    random.Random(0).shuffle(documents)
    options.out.mkdir(parents=True, exist_ok=True)
    held_out = wikitext(options.wikitext, "valid")
    for name, texts in (("train", documents), ("held-out", held_out)):
        parts = ["\n".join(text) for text in texts if len(text) > 1]
        (options.out / f"{name}.txt").write_text("\n\n".join(parts) + "\n", "utf-8")
        print(f"{name}.txt: {len(parts):,} documents, {sum(len(p.split()) for p in parts):,} words")


if __name__ == "__main__":
    call(main)
