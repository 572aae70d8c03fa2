"""The corpus of the search page: sections, glossary and questions, with their vectors.

The book is built without torch, so a process of its own makes the vectors
(`python -m book.library`); those of texts that have not changed are kept.
"""

import base64
import json
import re
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from book.kept import kept, write_whole

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = ROOT / "chapters"
KEPT = ROOT / "_build" / "library"
READ = ("prologue.ipynb", "[01][0-9]-*.ipynb", "workshop.ipynb", "evidence/*.ipynb", "d2l.ipynb")
CODE = ("book/library", *(f"bert_lab/search/{name}" for name in ("passages", "vectors")))
UNFOUND = ("-next", "-exercises")  # endings of labels: nobody looks for these sections
STEP = 0.01  # of a page's numbers; as vectors have length 1, a fifth of their root mean square
ZERO, MOST = ord("@"), 26  # letters from "&" to "Z": JSON escapes none of them
LONGEST = 400  # letters of a passage: about eighty pieces of words

_SECTION = re.compile(r"^\((?:sec|deep)-[\w-]+\)=\n+#+ [^\n]+$", re.M)
_HEAD = re.compile(r"\(([\w-]+)\)=\n+#+ (?:In depth: )?([^\n]+)")
_REFERENCE = re.compile(r"\{(?:num)?ref\}`([\w-]+)`")
_LETTER = re.compile(r"\\[a-z]+\{([^{}]*)\}")  # how a letter of a formula is set
_UNREAD = (  # boxes' fences, comments, labels, formulas, tables, figures and solutions
    re.compile(
        r"^(`{3,}|:{3,})\{(?:figure|solution-start|exercise|house)\}.*?^\1\s*$", re.M | re.S
    ),
    re.compile(r"<!--.*?-->|^\$\$.*?^\$\$[^\n]*$|^\|[^\n]*$", re.M | re.S),
    re.compile(r"^(?:`{3,}|:{3,}|:\w+:|\([\w-]+\)=)[^\n]*$|^#+ [^\n]*$", re.M),
)


class Section(NamedTuple):
    """Its place in the book, title, text, and address relative to a chapter's page."""

    place: str
    title: str
    text: str
    address: str


def markdown(path: Path) -> str:
    """All prose of a notebook."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return "\n\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def sections() -> list[Section]:
    """The book's sections, glossary entries and questions, each with the beginning of its text."""
    from bert_lab.search.passages import cut_pages, plain

    pages = {p: markdown(p) for p in sorted({p for kind in READ for p in CHAPTERS.glob(kind)})}
    titles = {label: title for text in pages.values() for label, title in _HEAD.findall(text)}
    found = []
    for path, text in pages.items():
        place = plain(re.search(r"^# ([^\n]+)", text, re.M)[1])
        page = path.relative_to(CHAPTERS).with_suffix(".html").as_posix()
        heads = [*_SECTION.finditer(text)]
        ends = [head.start() for head in heads[1:]] + [len(text)]
        for head, end in zip(heads, ends, strict=True):
            label, title = _HEAD.match(head[0]).groups()
            body = _REFERENCE.sub(lambda at: titles.get(at[1], ""), text[head.end() : end])
            for unread in _UNREAD:
                body = unread.sub("", body)
            body = _LETTER.sub(r"\1", body)
            if (body := plain(body)) and not label.endswith(UNFOUND):
                title = plain(title)
                title = title[0].upper() + title[1:]
                found.append(Section(place, title, _cut(body), f"{page}#{label}"))
    glossary = (CHAPTERS / "glossary.md").read_text("utf-8")
    for name, title, text in cut_pages(glossary, markdown(CHAPTERS / "questions.ipynb")):
        place, address = "Questions", f"questions.html#sec-questions-{name[1:]}"
        if not name.startswith("?"):
            place, address = "Glossary", "glossary.html#term-" + re.sub(r"\W+", "-", name)
        found.append(Section(place, title, _cut(text), address))
    return found


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"


@cache
def made() -> dict:
    """`passages`, the sections; `step`; and `vectors`, integers encoded as letters around "@".

    Most numbers are small, so a server packs letters to 87 kB, where bytes in base64 are 142.

    Raises:
        RuntimeError: if the vectors can't be made, in the words of what makes them.
    """
    pages = (*READ, "glossary.md", "questions.ipynb")
    sources = [path for kind in pages for path in CHAPTERS.glob(kind)]
    sources = sorted({*sources, *(ROOT / f"{name}.py" for name in CODE)})
    digest = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]
    return kept(KEPT / f"{digest}.json", _make, _library)


def _make() -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "book.library"], cwd=ROOT, capture_output=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return done.stdout


def _library(content: bytes) -> dict:
    found = json.loads(content)
    return {name: found[name] for name in ("passages", "step", "vectors")}


def _vectors(texts: list[str]) -> dict[str, tuple[float, bytes]]:
    """{text: (step, bytes)}: its vector as int8; times the step it has length 1."""
    from torch import Generator, int8

    from bert_lab.checkpoint import load_bert, released
    from bert_lab.search.vectors import embed

    path = KEPT / "vectors.json"
    known = kept(path, lambda: b"{}", _known)
    digests = {sha256(text.encode()).hexdigest()[:16]: text for text in texts}
    if new := [digest for digest in digests if digest not in known]:
        model, tokenizer = load_bert(released.RELEASED, generator=Generator())
        rows = embed(model, tokenizer, [digests[digest] for digest in new])
        for digest, row in zip(new, rows, strict=True):
            step = row.abs().max().item() / 127
            numbers = (row / step).round().to(int8).numpy().tobytes()
            known[digest] = round(step, 8), numbers
        write_whole(path, _stored({digest: known[digest] for digest in digests}))
    return {text: known[digest] for digest, text in digests.items()}


def _known(content: bytes) -> dict[str, tuple[float, bytes]]:
    """{digest of a text: (step, whole numbers)}, as `_stored` writes them."""
    return {
        digest: (float(step), base64.b64decode(numbers, validate=True))
        for digest, (step, numbers) in dict(json.loads(content)).items()
    }


def _stored(known: dict[str, tuple[float, bytes]]) -> bytes:
    encoded = {
        d: (step, base64.b64encode(numbers).decode()) for d, (step, numbers) in known.items()
    }
    return json.dumps(encoded, allow_nan=False).encode()


def _letters(step: float, numbers: bytes) -> str:
    """A vector as the page reads it: one letter per number."""
    whole = (round(step / STEP * number) for number in memoryview(numbers).cast("b"))
    return "".join(chr(ZERO + max(-MOST, min(MOST, number))) for number in whole)


def main() -> None:
    passages = sections()
    texts = [f"{one.title}. {one.text}" for one in passages]
    found = _vectors(texts)
    vectors = "".join(_letters(*found[text]) for text in texts)
    library = {"passages": passages, "step": STEP, "vectors": vectors}
    print(json.dumps(library, ensure_ascii=False, allow_nan=False))


if __name__ == "__main__":
    main()
