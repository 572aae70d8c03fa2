"""The road: chapters within their limits, and reading times as the build counts them."""

import re

import pytest

from book.road import ROADS, in_words, read, total
from tests.helpers.paths import BUILT, ROOT, SITE
from tools.notebooks import notebooks
from tools.road import over, with_time

CHAPTERS = sorted(ROOT.glob("chapters/[0-9]*.ipynb"))


@pytest.fixture(scope="module")
def counted():
    return read(BUILT / ".doctrees")


@pytest.mark.parametrize("name", [f"chapters/{path.stem}" for path in CHAPTERS])
def test_a_chapter_keeps_within_its_limits(name, counted):
    assert over(name, counted[name]) == []


def test_every_notebook_says_its_minutes_under_its_title(counted):
    paths = [path.relative_to(ROOT).with_suffix("") for path in notebooks()]
    assert {path.as_posix() for path in paths} <= counted.keys()
    for name, page in counted.items():
        text = (SITE / f"{name}.html").read_text("utf-8")
        under_title = rf'</h1>\s*<p class="reading-time">{page.seen.minutes} min to read'
        assert re.search(under_title, text), name


def test_the_introduction_the_readme_and_the_teachers_say_what_the_roads_take(counted):
    times = {road: in_words(total(counted, road)) for road in ROADS}
    intro = (SITE / "intro.html").read_text("utf-8")
    assert all(time in intro for time in times.values())
    readme = (ROOT / "README.md").read_text("utf-8")
    assert with_time(readme, counted) == readme, "run `python -m tools.road`"
    assert all(f"<!-- road {road} -->{time}<" in readme for road, time in times.items())
    teachers = (SITE / "chapters/teachers.html").read_text("utf-8")
    assert all(times[road] in teachers for road in ("short", "all"))


def test_nobody_writes_the_minutes_by_hand():
    for path in CHAPTERS:
        assert not re.search(r"\*\*Time\*\*|minutes to\W+read", path.read_text("utf-8")), path.stem
