"""What the reader has changed stays with the page's entry in the browser's history."""

import json
from urllib.parse import quote

import pytest

from benchmarks.pages import served
from bert_lab.look.widgets import ByHand, ReadingReach
from tests.helpers.in_browser import page_of

WEIGHT = "W_v, row 2, column 2"
TEXT, MINE, LINKED = "the bank of the river", "my dog ate my homework", "a crane built a nest"


@pytest.fixture
def site(folder):
    """The address of a folder with two pages; from file:// Chromium forgets the state on reload."""
    reach, hand = ReadingReach(TEXT), ByHand(part="weights")
    both = page_of([reach._name, hand._name], reach.static_html() * 2 + hand.static_html())
    for name in ("one.html", "two.html"):
        (folder / name).write_text(both, "utf-8")
    with served(folder) as address:
        yield address


@pytest.fixture
def visit(new_page, site):
    """A function: a page of the site in a tab of its own, its widgets there."""

    def visit(address):
        page = new_page()
        page.goto(f"{site}/{address}")
        return ready(page)

    return visit


def ready(page):
    page.wait_for_function("document.querySelectorAll('[data-afm-ready]').length === 3")
    return page


def said(page):
    """The two texts, and a weight."""
    values = "all => all.map(({ value }) => value)"
    texts = page.get_by_label("Text").evaluate_all(values)
    return texts + page.get_by_label(WEIGHT).evaluate_all(values)


def type_in(page, place):
    field = page.get_by_label("Text").nth(place)
    field.evaluate("el => { el.closest('details').open = true; }")
    field.fill(MINE)
    field.evaluate("el => { el.closest('details').open = false; }")


def link(text):
    return "#reach=text:" + quote(json.dumps(text))


def test_reload_and_back_keep_what_was_typed_a_fresh_visit_none_of_it(visit, site):
    page = visit("one.html")
    before, start = said(page), page.evaluate("[history.state, history.length]")
    assert before == [TEXT, TEXT, "1"]
    assert start[0] is None
    page.evaluate("history.replaceState({ theirs: 1 }, '')")
    type_in(page, 1)
    page.get_by_label(WEIGHT).fill("0.5")
    mine = [TEXT, MINE, "0.5"]
    assert said(ready_again(page)) == mine  # at once: the pause before it is kept isn't over
    assert page.evaluate("history.state.theirs") == 1  # what else is there stays
    page.evaluate("location.hash = 'below'")  # a new entry, which begins without a state
    page.wait_for_timeout(600)
    assert said(ready_again(page)) == mine
    page.goto(f"{site}/two.html")
    assert said(ready(page)) == before
    page.go_back()
    assert said(ready(page)) == mine
    assert page.evaluate("history.length") == start[1] + 2  # these two steps, no more
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert said(visit("one.html")) == before


def ready_again(page):
    page.reload()
    return ready(page)


def test_a_link_is_followed_first_and_what_comes_after_it_stays(visit):
    page = visit(f"one.html{link(LINKED)}")
    assert said(page) == [LINKED, TEXT, "1"]
    type_in(page, 0)
    type_in(page, 1)
    assert said(ready_again(page)) == [MINE, MINE, "1"]
    page.evaluate("hash => { location.hash = hash }", link("a link typed later"))
    page.wait_for_function(
        "() => document.querySelector('input[type=text]').value === 'a link typed later'"
    )
    page.get_by_role("button", name="Copy a link").nth(1).click()
    page.get_by_text("address bar holds it").wait_for()
    assert said(ready_again(page)) == ["a link typed later", MINE, "1"]
