"""AttentionView in a browser: by keyboard, with any text, on a phone; numbers are PyTorch's."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import AttentionView
from tests.helpers.browser_cases import HOSTILE, SMALL, assert_harmless

TEXT = "i went to the bank to deposit cash"


@pytest.fixture(scope="module")
def view():
    return AttentionView(*load_mini_bert(), TEXT, query=5)


def shown(page):
    """Rows of the heat map: percentages as whole numbers."""
    return [
        [int(cell) for cell in row.locator("td").all_inner_texts()]
        for row in page.locator(".bw-map tbody tr").all()
    ]


def expected(text, second="", block=0, head=0):
    trace = AttentionView(*load_mini_bert(), text, second).trace
    return trace.attention_weights[block][0, head].mul(100)  # (T, T)


def assert_shows(page, weights):
    rows = shown(page)
    assert len(rows) == len(weights)
    for row, theirs in zip(rows, weights.tolist(), strict=True):
        assert row == pytest.approx(theirs, abs=0.51)


def focused(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label')")


def test_every_step_by_keyboard(open_widget, view):
    page = open_widget(view)
    assert_shows(page, expected(TEXT))
    page.keyboard.press("Tab")  # the text
    page.keyboard.press("End")
    page.keyboard.type(" again zebra")
    assert page.evaluate("document.activeElement.value") == f"{TEXT} again zebra"
    assert_shows(page, expected(f"{TEXT} again zebra"))
    assert "<unk>: “zebra”." in page.locator(".attention-view").inner_text()
    page.keyboard.press("Tab")
    page.keyboard.type("the bank was closed")
    assert_shows(page, expected(f"{TEXT} again zebra", "the bank was closed"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # back to the first text
    assert_shows(page, expected(TEXT))
    assert page.evaluate("document.activeElement.textContent") == "Back to the first text"
    page.keyboard.press("Tab")
    assert focused(page) == "block 0, head 0"
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert focused(page) == "block 1, head 2"
    assert_shows(page, expected(TEXT, block=1, head=2))
    page.keyboard.press("Tab")  # the box of the table scrolls, or comes next
    page.keyboard.press("Tab")
    assert focused(page) == "from bank, position 5"
    page.keyboard.press("ArrowDown")
    assert focused(page) == "from to, position 6"
    weights = expected(TEXT, block=1, head=2)[6]
    page.wait_for_timeout(400)
    said = page.locator("output").inner_text()
    assert said.startswith("Block 1, head 2, from “to”: most to “")
    assert f"{weights.max():.0f} %" in said


def test_hiding_words_by_keyboard(open_widget, view):
    model, tokenizer = load_mini_bert()
    hidden = AttentionView(model, tokenizer, TEXT.replace("bank", "<mask>"))
    logits = model.mlm.decode(hidden.trace.hidden_states[-1][0, 5])
    guess = tokenizer.id_to_token(logits.argmax())
    weights = hidden.trace.attention_weights[-1][0, :, 5].mean(0).mul(100)
    page = open_widget(view)
    button = page.get_by_role("button", name="Hide each word in turn")
    button.focus()
    page.keyboard.press("Enter")
    found = page.locator(".bw-test [role=status]")
    assert found.inner_text().startswith(
        f"With the chosen token hidden, the model guesses “{guess}”"
    )
    assert page.locator(".bw-list thead th:visible").count() == 4
    column = page.locator(".bw-list tbody td:nth-child(4)").all_inner_texts()
    for text, weight in zip(column, weights.tolist(), strict=True):
        assert (0 if "<" in text else int(text.split()[0])) == pytest.approx(weight, abs=0.51)
    assert page.evaluate("document.activeElement.textContent") == "Hide each word in turn"
    page.get_by_label("from <cls>, position 0").check(force=True)
    assert found.inner_text() == ""  # another question, no answer yet
    button.press("Space")
    assert "special tokens" in found.inner_text()


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("width", [360, 800])
def test_any_text_stays_text(open_widget, view, text, width):
    page = open_widget(view, width=width)
    page.get_by_label("Text", exact=True).fill(text)
    page.get_by_label("Second text").fill(text)
    assert_harmless(page, width)
    assert_shows(page, expected(text, text))


def test_a_text_that_does_not_fit_is_refused_in_words(open_widget, view):
    page = open_widget(view)
    page.get_by_label("Text", exact=True).fill("bank " * 63)
    assert "65 tokens, and the model has 64" in page.get_by_role("alert").inner_text()
    assert_shows(page, expected(TEXT))
    page.get_by_label("Text", exact=True).fill("bank " * 62)
    assert page.get_by_role("alert").inner_text() == ""
    assert len(shown(page)) == 64


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, view, width, theme):
    page = open_widget(view, width=width, theme=theme)
    page.get_by_role("button", name="Hide each word in turn").click()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(SMALL) == []


def test_without_its_model_the_fallback_stays(open_widget, new_page, view, tmp_path):
    open_widget(view)
    (tmp_path / "mini-bert.js").unlink()
    page = new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_timeout(300)
    assert page.locator("table caption").inner_text().startswith("Block 0, head 0")
    assert any(re.search(r"mini-bert\.js", line) for line in page.complaints)
    page.complaints.clear()
