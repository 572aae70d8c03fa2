"""ContextProbe in a browser: by keyboard, with any text, on a phone; cosines are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import recorded
from bert_lab.look.widgets import ContextProbe
from tests.helpers.browser_cases import HOSTILE, assert_harmless, assert_usable

PAIR = "a crane is flying", "a crane driver came"


@pytest.fixture(scope="module")
def probe():
    return build(*PAIR)


def build(text, second, word="crane"):
    maps = recorded("sense_maps")["maps"]
    return ContextProbe(*load_mini_bert(), text, second, word=word, maps=maps, layer=2)


def cosines(page):
    cells = page.locator("tbody tr td:nth-child(2)").all_inner_texts()
    return [None if cell == "–" else float(cell.replace("−", "-")) for cell in cells]


def assert_shows(page, *pair, word="crane"):
    assert cosines(page) == pytest.approx(build(*pair, word=word).cosines, abs=0.0051)


def place(page, which):
    box = page.locator(f".bw-own.bw-{which}").bounding_box()
    return box["x"], box["y"]


def test_every_step_by_keyboard(open_widget, probe):
    page = open_widget(probe, reduced_motion="reduce")
    assert_shows(page, *PAIR)
    before = place(page, "first"), place(page, "second")
    for _ in range(4):  # word, button, first sentence, second sentence
        page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.type(" to the lake")
    changed = PAIR[0], f"{PAIR[1]} to the lake"
    assert page.evaluate("document.activeElement.value") == changed[1]
    assert_shows(page, *changed)
    assert place(page, "first") == before[0]
    assert place(page, "second") != before[1]
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.get_by_label("Second sentence").input_value()
    assert second == recorded("sense_maps")["maps"]["crane"]["sentences"][1]["text"]
    assert_shows(page, PAIR[0], second)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "map of layer 2"
    page.keyboard.press("ArrowUp")
    page.wait_for_timeout(400)
    said = page.locator("output").first.inner_text()
    assert said.startswith(f"Layer 1: cosine {build(PAIR[0], second).cosines[2]:.2f}. Of the 5")
    assert "around the first: " in said


def test_another_word_and_a_point_of_the_map_by_mouse(open_widget, probe):
    page = open_widget(probe, reduced_motion="reduce")
    page.get_by_label("Word", exact=True).select_option("bank")
    first = page.get_by_label("First sentence").input_value()
    second = page.get_by_label("Second sentence").input_value()
    assert_shows(page, first, second, word="bank")
    point = page.locator(".bw-map .bw-sense-1").last
    taken = point.get_attribute("title").partition(": ")[2]
    point.dispatch_event("click")
    assert page.get_by_label("Second sentence").input_value() == taken
    assert_shows(page, first, taken, word="bank")
    own, there = place(page, "second"), point.bounding_box()
    assert own[0] + 12 == pytest.approx(there["x"] + there["width"] / 2, abs=2)
    assert own[1] + 12 == pytest.approx(there["y"] + there["height"] / 2, abs=2)
    page.get_by_role("button", name="Back to the first pair").click()
    assert_shows(page, *PAIR)


def test_a_sentence_without_the_word_is_said_and_can_be_mended(open_widget, probe):
    page = open_widget(probe)
    page.get_by_label("Second sentence").fill("a heron came")
    assert page.get_by_role("alert").inner_text() == (
        "The second sentence lacks the word “crane”, so there is nothing to compare."
    )
    assert cosines(page) == [None] * 4
    assert page.locator(".bw-second").is_hidden()
    page.get_by_label("Second sentence").fill("crane " * 70)
    assert "72 tokens, and the model has 64" in page.get_by_role("alert").inner_text()
    page.get_by_label("Second sentence").fill("a zebra crane came")
    assert page.get_by_role("alert").inner_text() == ""
    assert "reads <unk>: “zebra”." in page.locator(".context-probe").inner_text()
    assert_shows(page, PAIR[0], "a zebra crane came")


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("width", [360, 800])
def test_any_text_stays_text(open_widget, probe, text, width):
    page = open_widget(probe, width=width)
    page.get_by_label("First sentence").fill(f"{text} crane")
    page.get_by_label("Second sentence").fill(text)
    assert_harmless(page, width)
    assert "lacks the word" in page.get_by_role("alert").inner_text()


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, probe, width, theme):
    page = open_widget(probe, width=width, theme=theme)
    assert_usable(page, width)
