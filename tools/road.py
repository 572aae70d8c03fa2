"""Write the reading times of the roads, as counted by the last build, into README.md.

python -m tools.road
"""

import re
from pathlib import Path

from bert_lab.training_loop.command import call
from book.road import CHAPTER, Page, in_words, read, total

ROOT = Path(__file__).resolve().parent.parent
DOCTREES = ROOT / "_build/.doctrees"
README = ROOT / "README.md"
README_TIME = re.compile(r"(<!-- road (\w+) -->).*?(?=<!-- /road -->)", re.DOTALL)
MINUTES = 55  # of a chapter, and at most two fifths of its time may be folded


def over(name: str, page: Page) -> list[str]:
    """Which counts of a chapter are over their limit; other pages have none."""
    seen, folded = page.seen.minutes, page.folded.minutes
    if not CHAPTER.match(name):
        return []
    return ["minutes"] * (seen > MINUTES) + ["folded"] * (5 * folded > 2 * (seen + folded))


def with_time(readme: str, pages: dict[str, Page]) -> str:
    """The text of README.md with the reading times of the roads by these pages."""
    return README_TIME.sub(lambda place: place[1] + in_words(total(pages, place[2])), readme)


def main() -> None:
    text = with_time(README.read_text("utf-8"), read(DOCTREES))
    README.write_text(text, "utf-8")


if __name__ == "__main__":
    call(main)
