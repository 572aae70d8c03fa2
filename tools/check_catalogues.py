"""Check that translations keep the roles, code, formulas and terms of their English."""

import re
from calendar import month_abbr, month_name
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

from book.languages import JUDGE, LOCALE
from tools.catalogues import read

ROLE = re.compile(r"(?<!`)\{([\w:-]+)\}`([^`]*)`")
CODE = re.compile(r"(?<![}`])`([^`]+)`")
MATH = re.compile(r"\$([^$]+)\$")
ADDRESS = re.compile(r"https?://[^\s)>\]]+|(?<=\]\()[^)\s]+(?=\))")
LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
LARGE |= {"万亿": 10**12, "百万": 10**6, "万": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
NUMBER = re.compile(rf"(\d+(?:,\d{{3}})*(?:\.\d+)?)(?:\s?({'|'.join(LARGE)}))?")
MONTHS = {name: str(n) for names in (month_name, month_abbr) for n, name in enumerate(names) if n}
DATE = re.compile(rf"\b({'|'.join(MONTHS)})(?= \d{{4}})")
FIELD = re.compile(r"\{\w*(?::[^{}]*)?\}|%s")
LINK = re.compile(r"<a [^>]*>")
MARK = re.compile(r"\*\*|</?[a-z]\w*(?=[ />])")
IDIOMS = re.compile(  # no terms
    r"\b(at a loss|without a loss|loss of confidence|in your head|head to tail)\b"
)
ARTICLES = {"aan"}  # "a" or "an", which other languages lack
TERMS = LOCALE / "terms.tsv"


def _roles(text: str) -> Counter:
    """Roles and their targets; the link texts may differ."""
    found = Counter()
    for role, content in ROLE.findall(text):
        target = re.search(r"<([^>]*)>$", content)
        found[f"{{{role}}}`{target[1] if target else content}`"] += 1
    return found


def numbers(text: str) -> Counter:
    """The numbers in a text; 1.1 亿 equals 110 million, .5 equals 0.5, and May counts as 5."""
    plain = DATE.sub(lambda date: MONTHS[date[1]], _plain(text))
    plain = re.sub(r"(?<![\d.])\.(?=\d)", "0.", plain)
    return Counter(
        f"{(Decimal(digits.replace(',', '')) * LARGE[unit]).normalize():f}" if unit else digits
        for digits, unit in NUMBER.findall(plain)
    )


def _plain(text: str) -> str:
    """The text without the parts that are compared separately."""
    for pattern in (ADDRESS, ROLE, CODE, MATH, FIELD):
        text = pattern.sub(" ", text)
    return text


PARTS: dict[str, Callable[[str], Counter]] = {
    "roles": _roles,
    "code": lambda text: Counter(CODE.findall(ROLE.sub("", text))),
    "formulas": lambda text: Counter(MATH.findall(text)),
    "addresses": lambda text: Counter(ADDRESS.findall(text)),
    "bold words and tags": lambda text: Counter(MARK.findall(_plain(text))),
    "numbers": numbers,
}


@cache
def terms(column: int) -> list[tuple[re.Pattern, str, list[str]]]:
    """(pattern of the English, term, its translations) from the table."""
    rows = [line.split("\t") for line in TERMS.read_text("utf-8").splitlines() if line[:1] != "#"]
    return [
        (
            re.compile(rf"(?<![-\w]){re.escape(row[0])}s?\b", re.IGNORECASE),
            row[0],
            row[column].split("|"),
        )
        for row in rows
    ]


def compared(english: str, translation: str, column: int) -> Iterator[str]:
    """Faults of a translation; `column` is its language's in the table of terms."""
    for name, found in PARTS.items():
        wanted, got = found(english), found(translation)
        missing, extra = sorted((wanted - got).elements()), sorted((got - wanted).elements())
        if name == "numbers":
            extra = []  # which English may spell out
        if missing or extra:
            yield f"{name}: {missing} missing, {extra} too many"
    for token in MarkdownIt().parse(translation):
        for child in token.children or []:
            if child.type == "text" and "*" in child.content.replace(" * ", ""):
                yield f"an asterisk is no emphasis here, move it: {child.content[-30:]!r}"
    plain = IDIOMS.sub("", LINK.sub("", _plain(english)))
    for pattern, term, allowed in terms(column):
        if pattern.search(plain) and not any(
            word.lower() in translation.lower() for word in allowed
        ):
            yield f"{term!r} is {' or '.join(allowed)}"


def in_general(message: str) -> tuple[str, set[str]]:
    """An ICU message without its arguments, with the case `other` of choices; and the arguments."""
    text, facts, at = "", set(), 0
    while (start := message.find("{", at)) >= 0:
        end = closing(message, start)
        name, _comma, rest = message[start + 1 : end].partition(",")
        text, at = text + message[at:start] + " ", end + 1
        if rest.lstrip().startswith(("plural", "select")):
            *_cases, (case, stop) = cases_of(message, start + 1, end)
            more, inner = in_general(message[case + 1 : stop])
            text, facts = text + more, facts | inner
        else:
            facts.add(name)
    return text + message[at:], facts


def closing(message: str, start: int) -> int:
    """The position of the brace that closes the one at `start`."""
    depth = 0
    for at in range(start, len(message)):
        depth += {"{": 1, "}": -1}.get(message[at], 0)
        if not depth:
            return at
    raise ValueError(f"expected as many }} as {{, got {message!r}")


def cases_of(message: str, at: int, end: int) -> Iterator[tuple[int, int]]:
    """The positions of the braces around each case of a plural or choice."""
    while (start := message.find("{", at, end)) >= 0:
        at = closing(message, start)
        yield start, at


def _of_table(english: str, translation: str, column: int) -> list[str]:
    """As `compared`; a one-digit number may be spelled out in one of them."""
    (plain, facts), (ours, known) = in_general(english), in_general(translation)
    both = [re.sub(r"(?<!\d)(?<!\d[.,])\d(?!\d|[.,]\d)", " ", text) for text in (plain, ours)]
    found = [] if english == translation else list(compared(both[0], both[1], column))
    return found + [f"places for facts: {sorted(facts)}"] * (facts - ARTICLES != known - ARTICLES)


def faults(path: Path) -> Iterator[str]:
    """Faults in this catalogue, a line each, with the first words of the message."""
    judge = path.stem == JUDGE  # whose messages Python fills in
    column = 2 if "/ja/LC_MESSAGES/" in path.resolve().as_posix() else 1
    for message in read(path):
        if not message.id or not message.string or message.fuzzy:
            continue
        english, translation = str(message.id), str(message.string)
        if message.context:
            found = _of_table(english, translation, column)
        else:
            found = list(compared(english, translation, column))
        if judge and Counter(FIELD.findall(english)) != Counter(FIELD.findall(translation)):
            found.append(f"places for facts: {FIELD.findall(english)}")
        for fault in found:
            yield f"{path}: {english[:50]!r}: {fault}"
