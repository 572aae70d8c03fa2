"""ContextProbe in a browser: by keyboard, with any text, on a phone; cosines are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import ContextProbe
from tests.helpers.close import near

PAIR = "a crane is flying", "a crane driver came"


@pytest.fixture(scope="module")
def probe():
    return build(*PAIR)


def build(text, second):
    return ContextProbe(*load_mini_bert(), text, second)


def cosines(page):
    cells = page.locator("tbody tr td").all_text_contents()
    return [None if cell == "–" else float(cell.replace("−", "-")) for cell in cells]


def assert_shows(page, *pair):
    assert cosines(page) == near(build(*pair).cosines, digits=2)


def write(page, which, text):
    page.locator("details", has_text="Your own sentences").evaluate("el => { el.open = true }")
    page.get_by_role("textbox", name=which).fill(text)


def test_examples_and_the_readers_own_sentences(open_widget, probe):
    page = open_widget(probe, reduced_motion="reduce")
    assert_shows(page, *PAIR)
    page.get_by_role("button", name="two meanings", exact=True).click()
    pair = "he took a match from the box", "we won the match against the teachers"
    assert_shows(page, *pair)
    page.wait_for_timeout(400)
    output = page.locator("output").first.inner_text()
    assert "“match”" in output
    assert f"their cosine is {build(*pair).cosines[-1]:.2f}" in output
    write(page, "First sentence", "the bark of the tree was white")
    write(page, "Second sentence", "the dog gave one loud bark")
    assert_shows(page, "the bark of the tree was white", "the dog gave one loud bark")


def test_a_pressed_word_is_hidden_and_comes_back(open_widget, probe):
    page = open_widget(probe, reduced_motion="reduce")
    word = page.locator(".cp-first button", has_text="flying")
    word.press("Enter")
    assert page.locator(".cp-first li:visible button").all_inner_texts() == [
        "a", "crane", "is", "<mask>"
    ]  # fmt: skip
    assert_shows(page, "a crane is <mask>", PAIR[1])
    assert page.get_by_label("<mask>, which hides “flying”").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")  # the same element, which has kept the focus
    assert_shows(page, *PAIR)
    page.locator(".cp-first button", has_text="is").click()
    page.locator(".cp-second button", has_text="driver").click()
    assert_shows(page, "a crane <mask> flying", "a crane <mask> came")
    page.keyboard.press("Escape")
    assert_shows(page, *PAIR)
    assert page.locator(".cp-first button", has_text="crane").is_disabled()


def test_what_cannot_be_compared_is_said_and_can_be_mended(open_widget, probe):
    page = open_widget(probe)
    alert = page.locator(".cp-said [role=alert]")
    write(page, "Second sentence", "we saw some herons")
    assert alert.inner_text() == (
        "The two sentences share no word, so there is nothing to compare."
    )
    assert cosines(page) == [None] * 4
    write(page, "Second sentence", "crane " * 70)
    assert "72 tokens, and the model has 64" in alert.inner_text()
    write(page, "Second sentence", "a zebra crane, came to a crane!")
    assert alert.inner_text() == ""
    assert "reads <unk>: “zebra”." in page.locator(".context-probe").inner_text()
    assert_shows(page, PAIR[0], "a zebra crane came to a crane")
