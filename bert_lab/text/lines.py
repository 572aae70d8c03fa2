"""The lines of a reader's text file, whichever editor saved it (`ch-original`)."""

import codecs
from collections.abc import Iterator
from pathlib import Path

_WIDE = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE  # UTF-32's begins or ends with one of them


def decoded_lines(path: Path) -> Iterator[str]:
    """The lines of a file in UTF-8, without their ends and without a byte order mark.

    A line ends at a line feed, with or without a carriage return before it, and nowhere else: to
    `str.splitlines` a lone carriage return, U+0085 and U+2028 end one, too, and texts hold them.

    Raises:
        ValueError: for what is no text in UTF-8, or has carriage returns in place of line feeds.
            It names the file, the line and the byte, both counted as editors do: from 1 and from 0.
    """
    read, number, text = 0, 0, ""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            text = _decode(line, f"{path}: line {number}", read)
            text = text.removeprefix("\ufeff") if number == 1 else text
            yield text.removesuffix("\n").removesuffix("\r")
            read += len(line)
    if number == 1 and not text.endswith("\n") and "\r" in text:
        raise ValueError(
            f"{path}: expected lines that end in line feeds, got carriage returns alone; save it "
            "with line ends of Unix or Windows"
        )


def _decode(line: bytes, where: str, read: int) -> str:
    """One line's text; `read` bytes stand before it."""
    try:
        text = line.decode("utf-8")
        place = text.find("\0")  # no text has it, nearly every other file
        if place < 0:
            return text
        place, found = len(text[:place].encode()), "a zero byte"
    except UnicodeDecodeError as error:
        place, found = error.start, f"0x{line[error.start]:02x}"
    wide = " (UTF-16?)" if not read and (line.startswith(_WIDE) or place < 2) else ""
    raise ValueError(
        f"{where}: expected UTF-8, got {found} at byte {read + place}{wide}; save it as plain text "
        "in UTF-8"
    )
