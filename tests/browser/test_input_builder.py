"""InputBuilder in a browser: by keyboard, with any text, on a phone; numbers are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import InputBuilder
from tests.helpers.browser_cases import HOSTILE, assert_harmless, assert_usable

PAIR = "this movie is great", "i like it"


@pytest.fixture(scope="module")
def builder():
    return InputBuilder(*load_mini_bert(), *PAIR, max_len=12)


def build(text, second="", max_len=12):
    return InputBuilder(*load_mini_bert(), text, second, max_len=max_len)


def assert_shows(page, expected, position):
    rows = page.locator(".bw-sequence tbody tr")
    cells = [row.locator("td").all_inner_texts()[:3] for row in rows.all()]
    assert len(cells) == expected.max_len
    for i, (token, segment, valid) in enumerate(cells):
        assert token.split(" → ")[-1] == expected.tokens[i]
        assert int(segment) == expected.segments[i]
        assert (valid == "yes") == (i < expected.valid_len)
    terms = expected.terms
    names = ["token", "segment", "position", "sum", "norm"]
    for d, row in enumerate(page.locator(".bw-numbers tbody tr").all()):
        ours = [float(cell.replace("−", "-")) for cell in row.locator("td").all_inner_texts()]
        assert ours == pytest.approx([terms[n][position, d].item() for n in names], abs=0.0051)
    assert d == 15


def test_every_step_by_keyboard(open_widget, builder):
    page = open_widget(builder)
    assert_shows(page, build(*PAIR), 0)
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.type(" again zebra")
    text = f"{PAIR[0]} again zebra"
    assert page.evaluate("document.activeElement.value") == text
    assert_shows(page, build(text, PAIR[1]), 0)
    seen = page.locator(".input-builder").inner_text()
    assert "reads <unk>: “zebra”." in seen
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.value") == "8"
    assert_shows(page, build(text, PAIR[1], 8), 0)
    page.keyboard.press("Tab")  # the table's box, or its choice
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label in ("position 2, movie", "position 1, this")
    position = int(label.split()[1].rstrip(","))
    assert_shows(page, build(text, PAIR[1], 8), position)
    page.wait_for_timeout(400)
    assert page.locator("output").first.inner_text() == (
        "Valid length 8: 8 tokens fill 8 positions. "
        "No room for “great”, “again”, “zebra” of the first text and “it” of the second text. "
        f"Position {position}, “{label.split(', ')[1]}”, segment 0."
    )


def test_back_to_the_first_texts_by_mouse(open_widget, builder):
    page = open_widget(builder)
    page.get_by_label("Second text").fill("")
    page.get_by_label("position 7", exact=False).check(force=True)
    assert_shows(page, build(PAIR[0]), 7)
    page.get_by_role("button", name="Back to the first texts").click()
    assert_shows(page, build(*PAIR), 0)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("width", [360, 800])
def test_any_text_stays_text(open_widget, builder, text, width):
    page = open_widget(builder, width=width)
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_label("Second text").fill(text)
    assert_harmless(page, width)
    assert_shows(page, build(text, text), 0)


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, builder, width, theme):
    page = open_widget(builder, width=width, theme=theme)
    assert_usable(page, width)
