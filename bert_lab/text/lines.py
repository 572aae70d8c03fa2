"""The lines of a reader's text file, whichever editor saved it (`ch-original`)."""

from collections.abc import Iterator
from pathlib import Path


def decoded_lines(path: Path) -> Iterator[str]:
    """The lines of a file in UTF-8, without their ends and without a byte order mark.

    A line ends at a line feed, with or without a carriage return before it, and nowhere else: to
    `str.splitlines` a lone carriage return, U+0085 and U+2028 end one, too, and texts hold them.

    Raises:
        ValueError: for what is no text in UTF-8, or has carriage returns alone, by the file and the
            line, counted from 1.
    """
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError:
                text = "\0"
            old_mac = number == 1 and "\r" in text and not text.endswith("\n")
            if "\0" in text or old_mac:  # no text has a zero, nearly every other file
                raise ValueError(
                    f"{path}: line {number}: expected UTF-8 with line ends of Unix or Windows; "
                    "save it as plain text in UTF-8"
                )
            yield text.removesuffix("\n").removesuffix("\r")
