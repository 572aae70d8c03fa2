"""Collapsible boxes in a browser: what opens them, and for how long."""

import pytest

from benchmarks.pages import served
from tests.helpers.boxed_page import CHAPTER, INTRO
from tests.helpers.browser_cases import AXE, STILL, VIOLATIONS
from tests.helpers.small_book import build

OPEN = "() => [...document.querySelectorAll('article details')].map((box) => box.open)"
NONE, ALL = [False] * 3, [True] * 3


def menu(page):
    """Open the page's menu, which has the button that shows everything."""
    page.locator(".page-menu summary").click()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a chapter with a set-up cell and two boxes."""
    folder = tmp_path_factory.mktemp("book")
    status, output = build(folder, {"intro.md": INTRO, "chapters/01-one.ipynb": CHAPTER})
    assert status == 0, output
    with served(folder / "_build/html") as site:  # from file:// Chromium forgets now and then
        yield f"{site}/chapters/01-one.html"


@pytest.mark.parametrize("scripts", [True, False])
def test_a_link_opens_the_box_that_it_leads_into(new_page, address, scripts):
    page = new_page(width=390, java_script_enabled=scripts)
    page.goto(f"{address}#deep-mask")
    box = page.locator("details.in-depth").first
    page.get_by_text("The box goes on.").wait_for()
    page.wait_for_timeout(200)
    assert 0 <= box.bounding_box()["y"] < 120
    page.goto("about:blank")
    page.goto(address)
    page.get_by_role("link", name="In depth: The mask").click()
    page.get_by_text("The box goes on.").wait_for()


def test_everything_is_on_paper(new_page, address):
    page = new_page()
    page.goto(address)
    shown = "box => box.lastElementChild.checkVisibility({ contentVisibilityAuto: true })"
    boxes = page.locator("article details").all()
    assert [box.evaluate(shown) for box in boxes] == NONE
    page.emulate_media(media="print")
    assert [box.evaluate(shown) for box in boxes] == ALL
    assert page.get_by_role("button", name="Show everything").count() == 0


def test_the_button_opens_all_and_is_remembered_until_it_closes_all(new_page, address):
    page = new_page()
    page.goto(address)
    menu(page)
    page.get_by_role("button", name="Show everything", pressed=False).press("Enter")
    assert page.evaluate(OPEN) == ALL
    page.reload()
    menu(page)
    page.get_by_role("button", name="Show everything", pressed=True).wait_for()
    assert page.evaluate(OPEN) == ALL
    page.get_by_role("button", name="Show everything").press(" ")
    assert page.evaluate(OPEN) == NONE
    page.reload()
    menu(page)
    page.get_by_role("button", name="Show everything", pressed=False).wait_for()


def test_boxes_are_for_everyone(new_page, address):
    page = new_page(width=360)
    page.goto(address)
    page.evaluate(AXE.read_text("utf-8"))
    page.get_by_role("heading", level=3, name="In depth: A second claim").wait_for()
    menu(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(f"() => document.documentElement.dataset.theme === '{theme}'")
        for _ in ("closed", "open"):
            page.evaluate(STILL)
            assert page.evaluate(VIOLATIONS) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            page.get_by_role("button", name="Show everything").click()
