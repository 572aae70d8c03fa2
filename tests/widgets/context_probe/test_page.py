"""ContextProbe in a browser: by keyboard, with any text, on a phone; cosines are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import ContextProbe
from bert_lab.measures import recorded
from tests.helpers.browser_cases import (
    HOSTILE,
    assert_examples_keep_the_height,
    assert_harmless,
    assert_usable,
)
from tests.helpers.close import near

PAIR = "a crane is flying", "a crane driver came"
APART = "a crane stood in the still water", "the crane driver lifted new beams"
MAPS = recorded("sense_maps")["maps"]


@pytest.fixture(scope="module")
def probe():
    return build(*PAIR)


def build(text, second, word="crane"):
    return ContextProbe(*load_mini_bert(), text, second, word=word, maps=MAPS, layer=2)


def type_in(page, label, text):
    """Fills a sentence's field, which a phone keeps folded."""
    page.locator(".cp-typing").evaluate("el => { el.open = true }")
    page.get_by_role("textbox", name=label).fill(text)


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


def gaps(page):
    """Pixels between the two strips of each column of the band."""
    tops = page.locator(".cp-band .bw-strip").evaluate_all(
        "all => all.map(el => parseFloat(el.style.top))"
    )
    half = len(tops) // 2
    return [second - first for first, second in zip(tops[:half], tops[half:], strict=True)]


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


def test_strips_are_apart_as_cosines_are_below_one(open_widget, probe):
    page = open_widget(build(*APART), reduced_motion="reduce")
    apart = build(*APART).cosines
    assert gaps(page) == pytest.approx([150 * (1 - x) for x in apart], abs=0.1)
    page.get_by_role("button", name="hardly apart").click()
    assert_shows(page, *PAIR)
    assert gaps(page) == pytest.approx([150 * (1 - x) for x in build(*PAIR).cosines], abs=0.1)
    assert gaps(page)[-1] < 30 < 80 < 150 * (1 - apart[-1])
    page.get_by_label("map of layer 0").check(force=True)
    page.wait_for_timeout(400)
    assert "After no block it still is the same." in page.locator("output").first.inner_text()


def test_what_moves_comes_to_rest(open_widget):
    page = open_widget(build(*APART))
    page.evaluate("""() => {
        let frames = 0; const real = requestAnimationFrame;
        window.requestAnimationFrame = (f) => { frames++; return real(f); };
        window.frames_asked = () => { const n = frames; frames = 0; return n; };
    }""")
    page.get_by_role("button", name="hardly apart").click()
    page.wait_for_timeout(700)
    assert page.evaluate("frames_asked()") > 0
    assert gaps(page) == pytest.approx([150 * (1 - x) for x in build(*PAIR).cosines], abs=0.1)
    page.wait_for_timeout(300)
    assert page.evaluate("frames_asked()") == 0


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


def test_a_long_sentence_has_its_word_in_view(open_widget, probe):
    page = open_widget(probe)
    page.get_by_role("textbox", name="First sentence").fill("one two three four five crane a b c d")
    assert words(page, "first") == ["… 3 more", "four", "five", "crane", "a", "b", "… 2 more"]


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


@pytest.mark.parametrize("width", [360, 800])
def test_any_text_stays_text(open_widget, probe, width):
    page = open_widget(probe, width=width)
    for text in HOSTILE:
        page.locator(".bw-more").evaluate("el => { el.open = false }")
        type_in(page, "First sentence", f"{text} crane")
        type_in(page, "Second sentence", text)
        assert_harmless(page, width)
        assert "lacks the word" in page.locator(".cp-said [role=alert]").inner_text()
        page.locator(".bw-more").evaluate("el => { el.open = true }")
        assert_harmless(page, width)


@pytest.mark.parametrize(("width", "inner", "most"), [(1280, 688, 700), (360, 328, 800)])
def test_the_height_stays(open_widget, probe, width, inner, most):
    page = open_widget(probe, width=width, reduced_motion="reduce")
    height = assert_examples_keep_the_height(page, inner, most)
    sentences = ["a heron came", "zebras " * 12 + "crane", "crane", "", HOSTILE[1], "crane " * 70]
    first = height()
    page.locator(".cp-second button:enabled:visible").last.click()
    assert height() == first
    page.locator(".cp-typing").evaluate("el => { el.open = true }")  # folded on a phone
    first = height()
    for text in sentences:
        for label in ("First sentence", "Second sentence"):
            page.get_by_role("textbox", name=label).fill(text)
            assert height() == first, text


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, probe, width, theme):
    page = open_widget(probe, width=width, theme=theme)
    assert_usable(page, width)
    for details in page.locator("details").all():
        details.evaluate("el => { el.open = true }")
    assert_usable(page, width)
