"""Print each page's length and reading time, as counted by the last build.

python -m tools.road            the table; a number with ! is over its limit
python -m tools.road --readme   write the times of the roads into README.md
"""

import re
import sys
from pathlib import Path

from bert_lab.training_loop.command import call
from book.road import CHAPTER, Page, in_words, read, total

ROOT = Path(__file__).resolve().parent.parent
DOCTREES = ROOT / "_build/.doctrees"
README = ROOT / "README.md"
README_TIME = re.compile(r"(<!-- road (\w+) -->).*?(?=<!-- /road -->)", re.DOTALL)


MINUTES = 55  # of a chapter, and at most two fifths of its time may be folded
HEADS = ("minutes", "folded", "exercises", "words", "lines")
MORE = ("figures", "widgets", "checks", "hidden lines", "words before a picture")


def over(name: str, page: Page) -> list[str]:
    """Which counts of a chapter are over their limit; other pages have none."""
    seen, folded = page.seen.minutes, page.folded.minutes
    if not CHAPTER.match(name):
        return []
    return ["minutes"] * (seen > MINUTES) + ["folded"] * (5 * folded > 2 * (seen + folded))


def row(page: Page) -> tuple[int, ...]:
    """The counts of a page in the order of `HEADS`."""
    seen, folded = page.seen, page.folded
    return seen.minutes, folded.minutes, page.exercises, seen.words, seen.lines


def table(pages: dict[str, Page]) -> str:
    """All pages and the chapters' totals, as a Markdown table."""
    lines = [f"| page | {' | '.join((*HEADS, *MORE))} |", "|---" + "|--:" * 10 + "|"]
    for name, page in pages.items():
        marked, seen = over(name, page), page.seen
        cells = [
            f"{number:,}{' !' if head in marked else ''}"
            for head, number in zip(HEADS, row(page), strict=True)
        ]
        cells += map(str, (seen.figures, seen.widgets, seen.checks, page.hidden))
        cells.append("-" if page.start is None else str(page.start))
        lines.append(f"| {name.removeprefix('chapters/')} | {' | '.join(cells)} |")
    chapters = [row(page) for name, page in pages.items() if CHAPTER.match(name)]
    sums = [f"{sum(column):,}" for column in zip(*chapters, strict=True)]
    lines.append(f"| chapters in all | {' | '.join(sums)} |" + " |" * len(MORE))
    return "\n".join(lines)


def with_time(readme: str, pages: dict[str, Page]) -> str:
    """The text of README.md with the reading times of the roads by these pages."""
    return README_TIME.sub(lambda place: place[1] + in_words(total(pages, place[2])), readme)


def main() -> int:
    pages = read(DOCTREES)
    if sys.argv[1:] == ["--readme"]:
        README.write_text(with_time(README.read_text("utf-8"), pages), "utf-8")
    else:
        print(table(pages))
    return 0


if __name__ == "__main__":
    call(main)
