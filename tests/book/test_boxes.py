"""book.boxes: a heading and an end become a box; one without the other fails the build."""

import json
import re

import pytest

from tests.helpers.boxed_page import CHAPTER, INTRO
from tests.helpers.small_book import build, markdown, notebook


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of a small book with boxes."""
    folder = tmp_path_factory.mktemp("book")
    status, output = build(folder, {"intro.md": INTRO, "chapters/01-one.ipynb": CHAPTER})
    assert status == 0, output
    return folder / "_build"


@pytest.fixture(scope="module")
def html(site):
    return (site / "html/chapters/01-one.html").read_text("utf-8")


BOX = re.compile(r'<details class="in-depth">(.*?)</details>', re.DOTALL)


def test_a_box_holds_what_stands_between_its_heading_and_its_end(html):
    first, second = BOX.findall(html)
    assert re.search(r"<summary><h3>In depth: The mask .* takes <em>no</em> part</h3>", first)
    assert "a box holds code" in first
    assert "a box shows what was printed" in first
    assert "The box goes on." in first
    assert "Its hidden proof is short." in second
    outside = BOX.sub("", html)
    assert "And here the road goes on." in outside
    assert '<span class="section-number">1.2. </span>The end' in outside
    assert "in-depth-end" not in html


def test_a_page_and_its_boxes_say_how_long_they_take(site, html):
    counts = json.loads((site / ".doctrees/road.json").read_text("utf-8"))
    seen, folded, exercises, hidden = counts["chapters/01-one"]
    words = 2 + 10 + 2 + (1 + 3) + 6 + 2 + 3  # piece by piece; a reference counts as three
    assert seen == [words, 2, 0, 1, *[0] * 3]
    first, second = 7 + 1 + 190 + 4, 5 + 5  # one of them a formula
    assert folded == [first + second, 3, 0, 1, *[0] * 3]
    assert (exercises, hidden) == (0, 3)
    assert '<p class="reading-time">1 min to read</p>' in html
    assert re.search(r'class="page-menu">.*<li>Boxes: 3 min more</li><li><button', html, re.DOTALL)
    minutes = re.findall(r'<span class="in-depth-minutes">(.*?)</span>', html)
    assert minutes == ["3 min", "1 min"]


MISTAKES = {
    "## A section\n\n### In depth: No end\n\nWords.": '20004: WARNING: "In depth: No end" has no',
    "## The next\n\n<!-- in-depth-end -->": "ipynb:30004: WARNING: an end without a heading",
    "### In depth: Of two\n\n#### Parts\n\nWords.\n\n<!-- in-depth-end -->": (
        '40002: WARNING: "In depth: Of two" has no end: <!-- in-depth-end --> comes before the next'
    ),
}


def test_an_end_without_a_start_and_a_start_without_an_end_fail_the_build(tmp_path):
    status, output = build(
        tmp_path, {"page.ipynb": notebook(*map(markdown, ["# Title", *MISTAKES]))}
    )
    assert status != 0
    assert not [complaint for complaint in MISTAKES.values() if complaint not in output], output
