"""ReadingReach in a browser: by pointing, by keyboard, with any text, on a phone."""

import pytest

from bert_lab.look.widgets import ReadingReach
from tests.helpers.browser_cases import HOSTILE, assert_harmless, assert_usable

TEXT = "i went to the bank to deposit cash"


def shown(page):
    """For each network the positions that its row of words marks."""
    marked = "row => [...row.cells].slice(1).flatMap((c, i) => c.textContent === '●' ? [i] : [])"
    rows = page.locator("tbody tr:last-child").all()
    return [row.evaluate(marked) for row in rows]


def expected(text, position):
    return list(ReadingReach(text, position).reads.values())


def test_focus_by_keyboard_chooses(open_widget):
    page = open_widget(ReadingReach(TEXT, 4))
    assert shown(page) == expected(TEXT, 4)
    for _ in range(3):  # text, button, the box or the words
        page.keyboard.press("Tab")
    if page.evaluate("document.activeElement.type") != "radio":
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "bank, word 5"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "to, word 6"
    assert shown(page) == expected(TEXT, 5)
    page.wait_for_timeout(400)
    said = page.locator("output").first.inner_text()
    assert said.startswith("For “to”, ELMo’s forward network reads 6 of 8 words, its backward")
    assert said.endswith("network 3; GPT reads 6, BERT 8.")


def test_pointing_shows_for_as_long_as_it_lasts(open_widget):
    page = open_widget(ReadingReach(TEXT, 4))
    page.locator("tbody td[data-column='1']").first.hover()
    assert shown(page) == expected(TEXT, 1)
    page.mouse.move(1, 1)
    assert shown(page) == expected(TEXT, 4)
    page.locator("label", has_text="deposit").click()
    page.mouse.move(1, 1)
    assert shown(page) == expected(TEXT, 6)


def test_the_readers_own_sentence(open_widget):
    page = open_widget(ReadingReach(TEXT, 7))
    page.get_by_label("Text", exact=True).fill("one two three")
    assert shown(page) == expected("one two three", 7)
    page.get_by_label("Text", exact=True).fill(" ")
    assert page.get_by_role("status").first.inner_text() == "Type a sentence."
    page.get_by_label("Text", exact=True).fill("word " * 30)
    assert "first 24 words" in page.get_by_role("status").first.inner_text()
    assert shown(page) == expected("word " * 30, 7)
    page.get_by_role("button", name="Back to the first text").click()
    assert shown(page) == expected(TEXT, 7)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("width", [360, 800])
def test_any_text_stays_text(open_widget, text, width):
    page = open_widget(ReadingReach(TEXT), width=width)
    page.get_by_label("Text", exact=True).fill(text)
    assert_harmless(page, width)
    assert shown(page) == expected(text, 0)


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, width, theme):
    page = open_widget(ReadingReach(TEXT, 4), width=width, theme=theme)
    assert_usable(page, width)
