"""A data set for classification: what does this sentence of Python's documentation speak of?

Writes `bert_lab/assets/docstrings/texts.tsv`: 1,072 first paragraphs of docstrings of Python's
standard library, each with the area that its module belongs to. The columns:

- `part`: "train", "valid" or "test"; in each part the areas take turns, so that its first 8 rows,
  or 16, or 32, are balanced;
- `label`: one of `AREAS`;
- `source`: the module and the name that the docstring belongs to;
- `text`: the paragraph on one line.

What is left out: names that begin with an underscore, texts of fewer than five words or more than
40, texts that name an area, and all but one of texts that share most of their words. A digest of
the text decides the order, so nobody has chosen. The stored file was made by Python 3.11.7 on Linux
with its tkinter; another version has other docstrings.
"""

import argparse
import hashlib
import importlib
import inspect
import platform
import re
import warnings
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from bert_lab.finetuning.tasks.docstrings import COLUMNS, FILE

AREAS = {
    "storage": "os pathlib os.path shutil tempfile glob fnmatch zipfile tarfile gzip bz2 lzma zlib "
    "fileinput filecmp io shelve dbm dbm.dumb sqlite3 pickle linecache mmap stat netrc plistlib "
    "zipimport",
    "internet": "socket ssl http http.client http.server http.cookies http.cookiejar "
    "urllib.request urllib.parse urllib.error urllib.robotparser urllib.response smtplib poplib "
    "imaplib ftplib nntplib telnetlib socketserver xmlrpc.client xmlrpc.server email email.message "
    "email.header email.charset email.utils email.policy email.generator email.parser "
    "email.headerregistry email.contentmanager email.encoders email.mime.base email.mime.text "
    "email.mime.image ipaddress webbrowser wsgiref.simple_server wsgiref.util wsgiref.handlers "
    "wsgiref.headers wsgiref.validate mailbox mimetypes",
    "concurrency": "threading multiprocessing multiprocessing.pool multiprocessing.managers "
    "multiprocessing.queues multiprocessing.synchronize multiprocessing.process "
    "multiprocessing.context multiprocessing.connection multiprocessing.shared_memory "
    "multiprocessing.util concurrent.futures concurrent.futures.thread concurrent.futures.process "
    "asyncio asyncio.base_events asyncio.events asyncio.futures asyncio.tasks asyncio.locks "
    "asyncio.queues asyncio.runners asyncio.timeouts asyncio.taskgroups asyncio.streams "
    "asyncio.subprocess asyncio.transports asyncio.protocols asyncio.unix_events queue sched "
    "subprocess signal contextvars selectors",
    "screens": "tkinter tkinter.ttk tkinter.font tkinter.messagebox tkinter.filedialog "
    "tkinter.simpledialog turtle curses curses.textpad curses.panel",
}
PLACES = {
    "path",
    "src",
    "fd",
    "top",
    "file",
}  # functions of `os` that take one of these are storage
PARTS = {"train": 128, "valid": 40, "test": 100}  # rows of each area
FEWEST, MOST = 5, 40  # words
ALIKE = 0.6  # of two texts' words together that both have
NAMED = re.compile(r"\b(storage|internet|concurren\w*|screens?|deprecated|obsolete)\b", re.I)


def documented(owner: Any, module: ModuleType, depth: int = 0) -> Iterator[tuple[str, str]]:
    """Names and docstrings of a module's own functions and classes, and of what these have."""
    for name, value in list(vars(owner).items()):
        if name.startswith("_"):
            continue
        home = getattr(value, "__module__", None)
        if depth == 0 and home not in (None, module.__name__) and module.__name__ != "os":
            continue
        if module.__name__ == "os" and depth == 0 and not _takes_a_place(value):
            continue
        known = inspect.isroutine(value) or inspect.isdatadescriptor(value)
        if (known or inspect.isclass(value)) and isinstance(value.__doc__, str):
            yield name, value.__doc__
        if inspect.isclass(value) and depth < 2:
            yield from ((f"{name}.{x}", doc) for x, doc in documented(value, module, depth + 1))


def _takes_a_place(value: Any) -> bool:
    try:
        return not PLACES.isdisjoint(inspect.signature(value).parameters)
    except (TypeError, ValueError):
        return False


def first_paragraph(doc: str) -> str:
    """On one line."""
    return " ".join(inspect.cleandoc(doc).split("\n\n")[0].split())


def usable(text: str) -> bool:
    """Whether it is a sentence or two in plain words, and does not give the answer away."""
    plain = text.isascii() and text[:1].isupper() and not re.search(r"->|>>>", text)
    return plain and FEWEST <= len(text.split()) <= MOST and not NAMED.search(text)


def unlike(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Those rows that don't share most of their words with an earlier one."""
    kept, seen = [], list[frozenset[str]]()
    for row in rows:
        words = frozenset(re.findall(r"[a-z]+", row[-1].lower()))
        if all(len(words & other) < ALIKE * len(words | other) for other in seen):
            seen.append(words)
            kept.append(row)
    return kept


def collect() -> list[tuple[str, str, str]]:
    """All usable rows (label, source, text), in the order of their digests."""
    rows = []
    for label, modules in AREAS.items():
        for name in modules.split():
            module = importlib.import_module(name)
            for place, doc in documented(module, module):
                text = first_paragraph(doc)
                if usable(text):
                    rows.append((label, f"{name}.{place}", text))
    rows.sort(key=lambda row: (hashlib.sha256(row[-1].encode()).digest(), row))
    return unlike(rows)


def parts(rows: list[tuple[str, str, str]]) -> Iterator[tuple[str, str, str, str]]:
    """The rows of each part, in which the areas take turns."""
    by_label = {label: [row for row in rows if row[0] == label] for label in AREAS}
    start = 0
    for part, count in PARTS.items():
        taken = [by_label[label][start : start + count] for label in AREAS]
        if min(map(len, taken)) < count:
            raise ValueError(f"too few texts: {[*map(len, by_label.values())]}")
        yield from ((part, *row) for row in chain.from_iterable(zip(*taken, strict=True)))
        start += count


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python research/docstrings.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, default=FILE, metavar="FILE", help="the data set")
    out = parser.parse_args(argv).out
    with warnings.catch_warnings():  # of modules that a later version no longer has
        warnings.simplefilter("ignore")
        rows = collect()
    lines = ["\t".join(row) for row in (COLUMNS, *parts(rows))]
    out.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{out}: {len(lines) - 1} texts of Python {platform.python_version()}")


if __name__ == "__main__":
    main()
