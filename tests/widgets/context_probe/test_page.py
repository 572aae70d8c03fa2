"""ContextProbe in a browser: by keyboard, with any text, on a phone; cosines are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import ContextProbe
from bert_lab.measures import recorded
from tests.helpers.close import near

PAIR = "a crane is flying", "a crane driver came"
MAPS = recorded("sense_maps")["maps"]


@pytest.fixture(scope="module")
def probe():
    return build(*PAIR)


def build(text, second, word="crane"):
    return ContextProbe(*load_mini_bert(), text, second, word=word, maps=MAPS, layer=2)


def cosines(page):
    cells = page.locator("tbody tr td:nth-child(2)").all_text_contents()
    return [None if cell == "–" else float(cell.replace("−", "-")) for cell in cells]


def assert_shows(page, *pair, word="crane"):
    assert cosines(page) == near(build(*pair, word=word).cosines, digits=2)


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page, which):
    return middle(page.locator(".cp-map .cp-disc").nth(which))


def words(page, which):
    return page.locator(f".cp-{which} li:visible button").all_inner_texts()


def tab_to(page, test):
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(f"(el => {test})(document.activeElement)"):
            return
    pytest.fail(f"not reached by keyboard: {test}")


def test_every_step_by_keyboard(open_widget, probe):
    page = open_widget(probe, reduced_motion="reduce")
    assert_shows(page, *PAIR)
    before = place(page, 0), place(page, 1)
    tab_to(page, "el.labels?.[0]?.textContent.endsWith('Second sentence')")
    page.keyboard.press("End")
    page.keyboard.type(" to the lake")
    changed = PAIR[0], f"{PAIR[1]} to the lake"
    assert page.evaluate("document.activeElement.value") == changed[1]
    assert_shows(page, *changed)
    assert place(page, 0) == before[0]
    assert place(page, 1) != before[1]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "map of layer 2"
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(400)
    output = page.locator("output").first.inner_text()
    cosine = f"{build(*changed).cosines[2]:.2f}"
    assert f"After one block there are two: their cosine is {cosine}, where 1" in output
    assert " are around 1, and " in page.locator("details p").first.text_content()
    tab_to(page, "el.tagName === 'SUMMARY' && el.textContent.startsWith('Cosines')")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.get_by_role("textbox", name="Second sentence").input_value()
    assert second == MAPS["crane"]["sentences"][1]["text"]
    assert_shows(page, PAIR[0], second)


def test_a_pressed_word_is_hidden_and_comes_back(open_widget, probe):
    page = open_widget(probe, reduced_motion="reduce")
    word = page.locator(".cp-first button", has_text="flying")
    word.press("Enter")
    hidden = "a crane is <mask>", PAIR[1]
    assert words(page, "first") == ["a", "crane", "is", "<mask>"]
    assert page.get_by_role("textbox", name="First sentence").input_value() == hidden[0]
    assert_shows(page, *hidden)
    assert page.get_by_label("<mask>, which hides “flying”").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")  # the same element, which has kept the focus
    assert_shows(page, *PAIR)
    page.locator(".cp-first button", has_text="is").click()
    page.locator(".cp-second button", has_text="driver").click()
    assert_shows(page, "a crane <mask> flying", "a crane <mask> came")
    page.keyboard.press("Escape")
    assert_shows(page, *PAIR)
    assert page.locator(".cp-first button", has_text="crane").is_disabled()


def test_another_word_and_a_point_of_the_map_by_mouse(open_widget, probe):
    page = open_widget(probe, reduced_motion="reduce")
    page.get_by_label("Word", exact=True).select_option("bank")
    first = page.get_by_role("textbox", name="First sentence").input_value()
    second = page.get_by_role("textbox", name="Second sentence").input_value()
    assert_shows(page, first, second, word="bank")
    point = page.locator(".cp-map .cp-sense-1").last
    taken = point.get_attribute("title").partition(": ")[2]
    point.dispatch_event("click")
    assert page.get_by_role("textbox", name="Second sentence").input_value() == taken
    assert_shows(page, first, taken, word="bank")
    assert place(page, 1) == pytest.approx(middle(point), abs=2)
    page.locator(".cp-band .bw-strip").nth(2).click()  # a strip of layer 1
    assert page.get_by_label("map of layer 1").is_checked()
    page.get_by_role("button", name="hardly apart").click()
    assert_shows(page, *PAIR)


def test_a_sentence_without_the_word_is_said_and_can_be_mended(open_widget, probe):
    page = open_widget(probe)
    page.get_by_role("textbox", name="Second sentence").fill("a heron came")
    assert page.locator(".cp-said [role=alert]").inner_text() == (
        "The second sentence lacks the word “crane”, so there is nothing to compare."
    )
    assert cosines(page) == [None] * 4
    assert page.locator(".cp-map .cp-disc").nth(1).is_hidden()
    assert page.locator(".cp-band .cp-disc").nth(1).is_hidden()
    page.get_by_role("textbox", name="Second sentence").fill("crane " * 70)
    assert "72 tokens, and the model has 64" in page.locator(".cp-said [role=alert]").inner_text()
    page.get_by_role("textbox", name="Second sentence").fill("a zebra crane, came to a crane!")
    assert page.locator(".cp-said [role=alert]").inner_text() == ""
    assert "reads <unk>: “zebra”." in page.locator(".context-probe").inner_text()
    assert_shows(page, PAIR[0], "a zebra crane came to a crane")
