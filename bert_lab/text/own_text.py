"""Text of the reader's own: UTF-8 in any language, as documents of sentences (chapter 10)."""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from bert_lab.text.corpora import decoded_lines

SHARE = 10  # every tenth document is held out ...
FEWEST = 2 * SHARE  # ... and a false next sentence needs another document than its own
_CODE = re.compile(r"[a-z]{2,3}(-\w+)?")


@dataclass(frozen=True)
class OwnText:
    """A file in which an empty line ends a document, or a folder of `.txt` files, a document each.

    Sentences keep their capitals, which a tokeniser may take from them; blanks between words become
    single spaces. Documents of one sentence are left out, for nothing comes next there.

    Args:
        path: the file or folder.
        language: its code, such as "en" or "zh": by its rules sentences end.

    Raises:
        ValueError: for something else than a language code.
    """

    path: Path
    language: str = "en"

    def __post_init__(self):
        if not _CODE.fullmatch(self.language):
            raise ValueError(
                f"language: expected a code such as 'en', 'de' or 'zh', got {self.language!r}"
            )

    def documents(self, split: str) -> Iterator[list[str]]:
        """The documents of "valid", every tenth one, or those of "train", one after another.

        Raises:
            ImportError: if `sentencex` is not installed.
            ValueError: for bytes that are no text in UTF-8.
        """
        for number, document in enumerate(self._all()):
            if (number % SHARE == SHARE - 1) == (split == "valid"):
                yield document

    def files(self) -> list[Path]:
        """The file, or the folder's `.txt` files in the order of their names."""
        return sorted(self.path.rglob("*.txt")) if self.path.is_dir() else [self.path]

    def check(self) -> None:
        """Raise ValueError, in the words of somebody who can help it, for too little text."""
        if not self.files():
            raise ValueError(f"{self.path}: expected files named *.txt in this folder, found none")
        found = len(list(islice(self._all(), FEWEST)))
        if found < FEWEST:
            raise ValueError(
                f"{self.path}: expected at least {FEWEST} documents of two or more sentences, got "
                f"{found}; in a file an empty line ends a document, in a folder each .txt file is "
                "one"
            )

    def _all(self) -> Iterator[list[str]]:
        try:
            from sentencex import segment  # pyright: ignore[reportAttributeAccessIssue]: compiled
        except ImportError:
            raise ImportError("text of your own needs: pip install sentencex") from None
        for text in self._texts():
            sentences = (" ".join(part.split()) for part in segment(self.language, text))
            document = [sentence for sentence in sentences if sentence]
            if len(document) >= 2:
                yield document

    def _texts(self) -> Iterator[str]:
        files = self.files()
        for path in files:
            lines = decoded_lines(path)
            if len(files) > 1:
                yield " ".join(lines)
            else:
                yield from _paragraphs(lines)


def find_text(corpus: str | os.PathLike, language: str = "en") -> Path | OwnText:
    """What a reader means by a path: the folder of WikiText's files, or text of their own.

    Raises:
        FileNotFoundError: if there is nothing.
        ValueError: for too little text, bytes that are none, or another language than a code.
    """
    path = Path(corpus)
    if not path.exists():
        raise FileNotFoundError(
            f"expected 'mini-world', 'wikitext-2', a file or a folder, got {str(corpus)!r}"
        )
    if path.is_dir() and any(path.glob("wiki.*.tokens")):
        return path
    text = OwnText(path, language)
    text.check()
    return text


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    for filled, group in groupby(lines, key=bool):
        if filled:
            yield " ".join(group)
