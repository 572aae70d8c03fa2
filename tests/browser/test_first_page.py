"""The first page: a riddle that fits one screen, and small pages that lead to each."""

import re

import pytest

from benchmarks.pages import served
from book.first_page import RIDDLES
from tests.helpers.paths import SITE

pytestmark = pytest.mark.needs("book")
END = "document.querySelector('.rd-doors').getBoundingClientRect().bottom + scrollY"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_it_fits_one_screen_before_the_guess_and_after(new_page, width, height):
    page = new_page(width=width, reduced_motion="reduce")
    page.goto((SITE / "intro.html").as_uri())
    page.wait_for_selector("[data-afm=riddle][data-afm-ready]")
    assert page.locator("#pst-primary-sidebar:visible, #pst-secondary-sidebar").count() == 0
    assert page.evaluate(END) <= height
    page.get_by_label("your word").fill("match")
    page.keyboard.press("Enter")
    page.get_by_text("You both said").wait_for()
    assert page.evaluate(END) <= height
    assert page.get_by_role("link", name=re.compile(r"in pictures · \d+ min")).is_visible()


def test_each_riddle_has_a_link(new_page):
    page = new_page()
    with served() as address:
        for word, riddle in RIDDLES.items():
            page.goto(f"{address}/r/{word}/index.html", wait_until="commit")
            page.wait_for_url(re.compile(rf"/intro\.html\?r={word}$"), wait_until="commit")
            part = max(riddle["lines"][0].split("___"), key=len).strip()
            page.locator(".rd-text", has_text=part).wait_for()


def test_such_a_page_is_a_riddle_without_scripts(new_page):
    page = new_page(java_script_enabled=False)
    page.goto((SITE / "r/bark/index.html").as_uri())
    assert page.get_by_text("The dog gave one loud ____.").is_visible()
    page.get_by_role("link").click()
    page.get_by_text("Which word?").click()
    assert page.get_by_text("“match”: BERT gives it").is_visible()
