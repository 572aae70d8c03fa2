"""The reader's own text: UTF-8 in any language, as documents of sentences (`ch-original`)."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from bert_lab.text.lines import decoded_lines

SHARE = 10  # every tenth document is held out ...
FEWEST = 2 * SHARE  # ... and a false next sentence needs another document than its own
_CODE = re.compile(r"[a-z]{2,3}(-\w+)?")


@dataclass(frozen=True)
class OwnText:
    """A file in which an empty line ends a document, or a folder of `.txt` files, a document each.

    Sentences keep their capitals, which a tokeniser may take from them; blanks between words become
    single spaces. Documents of one sentence are left out, for nothing comes next there; to the
    library that finds sentences, what stands between two quotation marks is one.

    Args:
        path: the file or folder.
        language: its code, such as "en" or "zh": by its rules sentences end, and capitals become
            small letters.
        strip_accents: whether its tokeniser is to take accents off, as the original's does.

    Raises:
        ValueError: for something else than a language code.
    """

    path: Path
    language: str = "en"
    strip_accents: bool = False

    def __post_init__(self):
        if not _CODE.fullmatch(self.language):
            raise ValueError(
                f"language: expected a code such as 'en', 'de' or 'zh', got {self.language!r}"
            )

    def documents(self, split: str, counts: Counter[str] | None = None) -> Iterator[list[str]]:
        """The documents of "valid", every tenth one, or those of "train", one after another.

        In `counts`, of both splits: "documents", "left_out_documents" with fewer than two
        sentences, and "repeated_documents", which came before and would else be held out of a
        training that saw them.

        Raises:
            ImportError: if `sentencex` is not installed.
            ValueError: for bytes that are no text in UTF-8.
        """
        counts, seen = Counter() if counts is None else counts, set[int]()
        for document in self._all():
            if len(document) < 2:
                counts["left_out_documents"] += 1
                continue
            if (key := hash(tuple(document))) in seen:
                counts["repeated_documents"] += 1
                continue
            seen.add(key)
            is_valid = counts["documents"] % SHARE == SHARE - 1
            counts["documents"] += 1
            if is_valid == (split == "valid"):
                yield document

    def files(self) -> list[Path]:
        """The file, or the folder's `.txt` files in the order of their names.

        Neither what is hidden, as copies of editors and systems are, nor what is no file.
        """
        if not self.path.is_dir():
            return [self.path]
        return sorted(filter(self._is_text, self.path.rglob("*")))

    def _is_text(self, path: Path) -> bool:
        parts = path.relative_to(self.path).parts
        hidden = any(part.startswith(".") for part in parts)
        return path.suffix.lower() == ".txt" and not hidden and path.is_file()

    def check(self) -> None:
        """Raise ValueError, in the words of somebody who can help it, for too little text."""
        if not (self.path.is_dir() or self.path.is_file()):
            raise ValueError(
                f"{self.path}: expected a file or a folder; a pipe can be read only once, so save "
                "what comes from it first"
            )
        if not self.files():
            raise ValueError(f"{self.path}: expected files named *.txt in this folder, found none")
        counts: Counter[str] = Counter()
        for _ in islice(self.documents("train", counts), FEWEST):  # those of "valid" count, too
            pass
        if (found := counts["documents"]) < FEWEST:
            again = counts["repeated_documents"]
            raise ValueError(
                f"{self.path}: expected at least {FEWEST} documents of two or more sentences, got "
                f"{found} (and {counts['left_out_documents']} of fewer"
                f"{f', {again} that came before' if again else ''}); in a file an empty line ends "
                "a document, in a folder each .txt file is one"
            )

    def _all(self) -> Iterator[list[str]]:
        try:
            from sentencex import segment  # pyright: ignore[reportAttributeAccessIssue]: compiled
        except ImportError:
            raise ImportError("text of your own needs: pip install sentencex") from None
        for text in self._texts():
            sentences = (" ".join(part.split()) for part in segment(self.language, text))
            yield [sentence for sentence in sentences if sentence]

    def _texts(self) -> Iterator[str]:
        files = self.files()
        for path in files:
            lines = map(str.strip, decoded_lines(path))
            if len(files) > 1:
                yield " ".join(lines)
            else:
                yield from _paragraphs(lines)


def find_text(
    corpus: str | os.PathLike, language: str = "en", strip_accents: bool = False
) -> OwnText:
    """The text at a reader's path.

    Raises:
        FileNotFoundError: if there is nothing.
        ValueError: for too little text, bytes that are none, or another language than a code.
    """
    path = Path(corpus)
    if not path.exists():
        raise FileNotFoundError(f"expected 'mini-world', a file or a folder, got {str(corpus)!r}")
    text = OwnText(path, language, strip_accents)
    text.check()
    return text


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    for filled, group in groupby(lines, key=bool):
        if filled:
            yield " ".join(group)
