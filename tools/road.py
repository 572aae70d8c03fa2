"""Print each page's length and reading time, as counted by the last build.

python -m tools.road            the table; a number with ! is over its limit
python -m tools.road --readme   write the time of all chapters into README.md
"""

import re
import sys
from pathlib import Path
from typing import NamedTuple

from bert_lab.training_loop.command import call
from book.road import CHAPTER, Page, read, spoken, total

ROOT = Path(__file__).resolve().parent.parent
DOCTREES = ROOT / "_build/.doctrees"
README = ROOT / "README.md"
README_TIME = re.compile(r"(?<=<!-- road -->).*?(?=<!-- /road -->)", re.DOTALL)


class Row(NamedTuple):
    """The counts of a page, or their limits."""

    words: int
    lines: int
    minutes: int
    folded_words: int
    folded_lines: int


LIMITS = Row(2_600, 120, 25, 800, 90)
LONGEST = {"chapters/08-pretraining": LIMITS._replace(lines=140, minutes=30)}
HEADS = ("words", "lines", "minutes", "folded words", "folded lines")
MORE = ("figures", "widgets", "checks", "hidden lines", "words before a picture")


def row(page: Page) -> Row:
    """The limited counts of a page."""
    seen, folded = page.seen, page.folded
    return Row(seen.words, seen.lines, seen.minutes, folded.words, folded.lines)


def over(name: str, page: Page) -> dict[str, int]:
    """{what: number} of a chapter that is over its limits; other pages have none."""
    if not CHAPTER.match(name):
        return {}
    found, limits = row(page), LONGEST.get(name, LIMITS)
    pairs = zip(Row._fields, found, limits, strict=True)
    return {field: number for field, number, limit in pairs if number > limit}


def table(pages: dict[str, Page]) -> str:
    """All pages and the chapters' totals, as a Markdown table."""
    lines = [f"| page | {' | '.join((*HEADS, *MORE))} |", "|---" + "|--:" * 10 + "|"]
    for name, page in pages.items():
        marked = over(name, page)
        limited = row(page)._asdict().items()
        cells = [f"{number:,}{' !' if field in marked else ''}" for field, number in limited]
        seen = page.seen
        cells += map(str, (seen.figures, seen.openings + seen.widgets, seen.checks, page.hidden))
        cells.append("-" if page.start is None else str(page.start))
        lines.append(f"| {name.removeprefix('chapters/')} | {' | '.join(cells)} |")
    chapters = [row(page) for name, page in pages.items() if CHAPTER.match(name)]
    sums = [f"{sum(column):,}" for column in zip(*chapters, strict=True)]
    lines.append(f"| chapters in all | {' | '.join(sums)} |" + " |" * len(MORE))
    return "\n".join(lines)


def with_time(readme: str, pages: dict[str, Page]) -> str:
    """The text of README.md with the reading time of these pages."""
    return README_TIME.sub(spoken(total(pages)), readme)


def main() -> int:
    pages = read(DOCTREES)
    if sys.argv[1:] == ["--readme"]:
        README.write_text(with_time(README.read_text("utf-8"), pages), "utf-8")
    else:
        print(table(pages))
    return 0


if __name__ == "__main__":
    call(main)
