"""SortedTable in a browser: by mouse and keyboard, whatever stands in it, on a phone and dark."""

import pytest

from bert_lab.look.widgets import SortedTable
from tests.helpers.browser_cases import HOSTILE, assert_harmless, assert_usable


def widget(words="some words"):
    rows = [["b", 30, words], ["a", None, words], ["c", 4, ""]]
    return SortedTable("Sizes", ["name", "size", "words"], rows, links=["#b", "#a", "#c"], by=1)


def names(page):
    return page.locator("tbody th").all_inner_texts()


def test_a_heading_sorts_and_turns_round(open_widget):
    page = open_widget(widget())
    assert names(page) == ["c", "b", "a"]  # what is not known stands last
    size = page.get_by_role("button", name="size")
    size.click()
    assert names(page) == ["b", "c", "a"]
    page.get_by_text("Sorted by size, from the last to the first.").wait_for()
    page.get_by_role("button", name="name").press("Enter")
    assert names(page) == ["a", "b", "c"]
    sorts = page.locator("thead th").evaluate_all("all => all.map((one) => one.ariaSort)")
    assert sorts == ["ascending", "none", "none"]
    assert page.evaluate("document.activeElement.textContent") == "name▲"
    assert page.get_by_role("link", name="c").get_attribute("href") == "#c"


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (360, "dark")])
def test_it_fits_whatever_stands_in_it(open_widget, width, theme):
    page = open_widget(widget(), width=width, theme=theme)
    assert_usable(page, width)
    assert page.get_by_role("row").count() == 4  # a table for screen readers, on a phone too
    assert_harmless(open_widget(widget(" ".join(HOSTILE)), width=width), width)
