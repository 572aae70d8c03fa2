"""BertAlive in a browser: everything by keyboard, mouse and touch; the numbers are Python's."""

import json
import re
from itertools import pairwise
from urllib.parse import quote

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive, opening
from bert_lab.look.widgets.openings import OPENINGS
from tests.helpers.browser_cases import (
    AXE,
    HOSTILE,
    VIOLATIONS,
    assert_harmless,
    assert_moves_only_while_traced,
    change,
    eventually,
    focused,
    percent,
)

ANSWERS = """() => [...document.querySelectorAll(".alive-panel")].map((panel) =>
  [...panel.querySelectorAll("li")].map((li) =>
    [li.querySelector(".bw-guess").textContent, li.querySelector(".bw-number").textContent]))"""


@pytest.fixture(scope="module")
def shipped():
    return load_mini_bert()


@pytest.fixture(scope="module")
def hero(shipped):
    return BertAlive(*shipped)


def read_most(widget, block, query):
    """What a token reads most in a block, of all heads together: its place and its share."""
    shares = widget.trace.attention_weights[block][0, :, query].mean(dim=0)
    return int(shares.argmax()), percent(shares.max())


def changed(widget, cut):
    """What a cut makes of the first guess at the first <mask>, in words."""
    word, before = next(iter(widget.guesses[0].items()))
    encoded_X = cut.trace.hidden_states[-1][0, cut.tokens.index("<mask>")]
    shares = cut._model.mlm.decode(encoded_X).double().softmax(dim=-1)
    return change(word, before, shares[cut._tokenizer.token_to_id(word)].item())


def assert_guesses(page, widget):
    """What is drawn beside each <mask> is what Python computes for the same state."""
    best = [next(iter(guesses.items())) for guesses in widget.guesses]

    def agree():
        panels = [dict(panel) for panel in page.evaluate(ANSWERS)[1:]]
        return len(panels) == len(best) and all(
            panel.get(word) == percent(share)
            for panel, (word, share) in zip(panels, best, strict=True)
        )

    assert eventually(agree), (best, page.evaluate(ANSWERS))


# How many pixels of the canvas' last quarter are drawn.
LAST_QUARTER = """() => {
  const canvas = document.querySelector("canvas"), { width, height } = canvas;
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, -0.75 * width, 0);
  return pen.getImageData(0, 0, width / 4, height).data.filter((v, i) => i % 4 === 3 && v).length;
}"""
SLOW = """() => {
  const now = performance.now;
  let calls = 0;
  performance.now = () => now() + 20 * calls++;
}"""


def word(page, t):
    return page.locator(".alive-word").nth(t)


def field(page, text):
    return page.get_by_role("textbox", name=f"Text {text}")


def message(page):
    text = page.locator(".alive-below").inner_text()
    return re.sub(r"\s+", " ", text)


def assert_says(page, text):
    text = text.replace("\u00a0", " ")
    assert eventually(lambda: text in message(page)), message(page)


def test_every_step_by_keyboard(see, hero, shipped):
    page = see(hero)
    assert_guesses(page, hero)
    field(page, "A").focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("a heron built a nest.")
    field(page, "B").fill("")
    mine = BertAlive(*shipped, "a heron built a nest", hidden=[2])
    assert_guesses(page, mine)
    word(page, 0).focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert focused(page) == "built"
    assert_says(page, "Block 2: “built” reads")
    page.keyboard.press("Space")  # hides it
    mine.hidden = [2, 3]
    assert_guesses(page, mine)
    assert focused(page) == "<mask>, which hides built"
    page.keyboard.press("Enter")
    mine.hidden = [2]
    assert_guesses(page, mine)
    page.keyboard.press("Escape")
    assert_says(page, "A small BERT reads this text")


def test_a_trace_can_be_cut_by_keyboard(see, hero, shipped):
    page = see(hero)
    word(page, 2).focus()
    chips = page.locator(".alive-chip:visible")
    key, share = read_most(hero, 1, 2)
    read = hero.tokens[key]
    assert chips.first.text_content() == f"Cut {read} {share}"
    chips.first.focus()  # the trace stays while the focus is inside
    page.keyboard.press("Enter")
    cut = BertAlive(*shipped)
    cut.cut = [[1, -1, 2, key]]
    assert_guesses(page, cut)
    assert_says(page, f"“<mask>” no longer reads “{read}” ({share}): {changed(hero, cut)}.")
    assert read not in chips.first.inner_text()
    page.get_by_role("button", name="Mend").press("Enter")
    assert_guesses(page, hero)


def test_words_heads_and_ribbons_are_cut_by_mouse(see, hero, shipped):
    page, cut = see(hero), BertAlive(*shipped)
    page.get_by_role("button", name="Cut", exact=True).click()
    word(page, 8).click()
    cut.cut = [[-1, -1, -1, 8]]
    assert_guesses(page, cut)
    assert_says(page, f"Nobody reads “reeds” any more: {changed(hero, cut)}.")
    word(page, 8).click()  # and back
    assert_guesses(page, hero)
    page.get_by_label("Block 1, head 1").click()
    cut.cut = [[0, 0, -1, -1]]
    assert_guesses(page, cut)
    assert_says(page, "Head 1 of block 1 is switched off")
    page.get_by_role("button", name="Mend").click()
    canvas = page.locator("canvas")
    place = page.evaluate(  # the thickest ribbon into <mask> in block 1 comes from the row above
        "() => { const c = document.querySelector('.alive-words').getBoundingClientRect();"
        "return document.querySelectorAll('.alive-column')[2].getBoundingClientRect().x - c.x; }"
    )
    rows = page.locator(".alive-word").nth(2).bounding_box()
    top = page.locator(".alive-picture").bounding_box()["y"]
    canvas.click(position={"x": place + 40, "y": rows["y"] - top + 10})
    assert_says(page, "Block 1: “<mask>” reads")
    canvas.click(position={"x": place + 4, "y": rows["y"] - top - 16})
    page.wait_for_timeout(400)
    assert_says(page, "“<mask>” no longer reads “a”")


def test_one_head_alone(see, hero):
    page = see(hero)
    head = page.get_by_label("Block 2, head 3")
    head.click()
    assert head.get_attribute("aria-pressed") == "true"
    word(page, 2).focus()
    weights = hero.trace.attention_weights[1][0, 2, 2]  # (T,)
    assert_says(page, f"{hero.tokens[weights.argmax()]} {percent(weights.max())}")
    assert_says(page, "Block 2, head 3: “<mask>” reads")


def test_the_tour_has_eight_stops_and_can_be_left(see, hero, shipped):
    page, heights = see(hero), set()
    onward = page.locator(".alive-go .bw-primary")
    for stop in range(1, 9):
        onward.click()
        page.wait_for_timeout(500)
        assert f"{stop} / 8" in page.locator(".alive-go").inner_text()
        heights.add(page.locator(".bert-alive").bounding_box()["height"])
    assert onward.inner_text() == "Done"
    page.get_by_role("button", name="Back").click()
    assert_says(page, "each of 761 words")
    field(page, "A").fill("the <mask> is flying")  # it speaks of what stands there
    page.wait_for_timeout(400)
    mine = BertAlive(*shipped, "the <mask> is flying", hero.second, hidden=hero.hidden)
    guess, share = next(iter(mine.guesses[0].items()))
    assert_says(page, f"here “{guess}” {percent(share)}")
    onward.click()
    onward.click()
    assert onward.inner_text().startswith("Take the tour")
    assert len(heights) == 1


def test_the_training_is_dragged_and_each_state_comes_when_it_is_reached(see, shipped):
    requests, widget = [], BertAlive(*shipped)
    page = see(widget)
    page.on("request", lambda request: requests.append(request.url.split("/")[-1].split("?")[0]))
    page.get_by_label("Steps of training").focus()
    for step in (936, 487):
        page.keyboard.press("ArrowLeft")
        shown = f"{step} updates"
        assert eventually(lambda w=shown: page.locator(".alive-step").inner_text() == w)
        widget.step = step
        assert_guesses(page, widget)
    assert requests == ["mini-bert-936.js", "mini-bert-487.js"]
    page.keyboard.press("Home")
    page.wait_for_timeout(500)
    widget.step = 0
    assert_guesses(page, widget)
    page.keyboard.press("End")
    widget.step = 1800
    assert_guesses(page, widget)
    assert requests[2:] == ["mini-bert-0.js"]


def test_a_state_that_cannot_be_fetched_is_told(see, hero, tmp_path):
    page = see(hero)
    (tmp_path / "mini-bert-936.js").unlink()
    page.get_by_label("Steps of training").press("ArrowLeft")
    alert = page.get_by_role("alert").last  # the switch to English has one of its own
    page.wait_for_function(
        "() => [...document.querySelectorAll('[role=alert]')].at(-1).textContent"
    )
    assert alert.inner_text() == "This state of the training could not be fetched."
    assert any("mini-bert-936.js" in line for line in page.complaints)
    page.complaints.clear()
    page.get_by_label("Steps of training").press("End")
    assert_guesses(page, hero)
    assert alert.inner_text() == ""


def test_a_link_opens_what_was_there(see, hero, shipped):
    page, cut = see(hero), BertAlive(*shipped)
    cut.cut = [[0, -1, 2, 3]]
    word(page, 2).focus()
    state = {"cut": cut.cut, "step": 936, "lit": ["block1"], "tour": -1, "alone": [-1, 2]}
    page = see(hero, f"#alive={quote(json.dumps(state))}")
    cut.step = 936
    assert_guesses(page, cut)
    assert page.get_by_label("Block 2, head 3").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Copy a link").click()
    assert '"step":936' in page.evaluate("decodeURIComponent(location.hash)")


def test_no_frame_when_idle_and_few_in_reduced_motion(see, hero):
    assert_moves_only_while_traced(see, hero, word)


def test_touch_traces_without_hiding(see, hero):
    page = see(hero, width=390, has_touch=True)
    page.locator("canvas").tap(position={"x": 110, "y": 56})
    assert_says(page, "Block 1: “<cls>” reads")
    assert_guesses(page, hero)


def test_a_first_tap_looks_and_a_second_acts(see, hero, shipped):
    page, mine = see(hero, width=1280, has_touch=True), BertAlive(*shipped)
    word(page, 3).tap()
    assert_says(page, "Block 2: “built” reads")
    assert_guesses(page, hero)
    word(page, 3).tap()
    mine.hidden = [2, 14, 3]
    assert_guesses(page, mine)
    word(page, 3).click()  # by mouse at once, and again
    word(page, 4).click()
    word(page, 4).click()
    assert_guesses(page, hero)
    page.get_by_role("button", name="Cut", exact=True).tap()
    head = page.get_by_label("Block 1, head 1")
    head.tap()
    page.wait_for_timeout(300)
    assert_guesses(page, hero)
    head.tap()
    mine.hidden, mine.cut = [2, 14], [[0, 0, -1, -1]]
    assert_guesses(page, mine)


@pytest.mark.parametrize("width", [360, 1280])
def test_any_text_stays_text(see, hero, width):
    page = see(hero, width=width)
    if width == 360:
        page.get_by_text("Your own text").click()
    field(page, "B").fill("")
    for text in HOSTILE:
        field(page, "A").fill(text)
        page.wait_for_timeout(300)
        assert_harmless(page, width)
        many = len(hero._words(text)) > 26
        assert ("room for 28" in page.get_by_role("alert").last.inner_text()) == many
    field(page, "A").fill("heron " * 1700)  # ten thousand characters that are words
    page.wait_for_timeout(300)
    assert "1,702 tokens" in page.get_by_role("alert").last.inner_text()
    assert_harmless(page, width)
    field(page, "A").fill("?!… „“")
    page.wait_for_timeout(300)
    assert page.locator(".alive-token").all_inner_texts() == ["<cls>", "<sep>"]


def test_many_masks_each_have_their_guess(see, shipped):
    page = see(BertAlive(*shipped, "<mask> " * 26))
    assert [len(panel) for panel in page.evaluate(ANSWERS)] == [0] + 26 * [1]
    boxes = [panel.bounding_box() for panel in page.locator(".alive-panel").all()]
    ends = [box["y"] + box["height"] for box in boxes]
    assert all(end <= box["y"] + 1 for end, box in zip(ends, boxes[1:], strict=False))


@pytest.mark.parametrize(("width", "most"), [(1280, 700), (390, 800)])
def test_one_screen_and_the_height_stays(see, hero, width, most):
    page = see(hero, width=width)
    heights = []
    for text in ("", "a " * 26, "a crane built a nest in the reeds"):
        page.evaluate("() => document.querySelector('.alive-typing').open = true")
        field(page, "A").fill(text)
        field(page, "B").fill("")
        page.wait_for_timeout(300)
        heights.append(page.locator(".bert-alive").bounding_box()["height"])
    assert max(heights) <= most
    assert max(heights) - min(heights) < 30


@pytest.mark.parametrize("chapter", OPENINGS)
@pytest.mark.parametrize("width", [1280, 390])
def test_an_opening_is_at_most_480_pixels_high(see, chapter, width):
    page = see(opening(chapter), width=width)
    assert page.locator(".bert-alive").bounding_box()["height"] <= 480
    assert page.locator(".bw-field, .bw-link").count() == 0
    assert page.get_by_text("This chapter:").count() == int(chapter != "1b")
    word(page, 1).focus()
    page.wait_for_timeout(300)
    assert page.locator(".bert-alive").bounding_box()["height"] <= 480


def test_where_readers_have_chosen_their_colours_what_is_pressed_and_the_curve_are_seen(see, hero):
    page = see(hero, forced_colors="active")
    ground = "(el) => getComputedStyle(el).backgroundColor"
    cut = page.get_by_role("button", name="Cut", exact=True)
    tour = page.get_by_role("button", name="Take the tour")
    assert cut.evaluate(ground) == tour.evaluate(ground)
    cut.click()
    assert cut.evaluate(ground) != tour.evaluate(ground)
    assert page.locator(".alive-curve").evaluate(ground) != tour.evaluate(ground)


def test_on_paper_there_is_nothing_to_press(see, hero):
    page = see(hero)
    page.emulate_media(media="print")
    assert page.locator(".alive-top, .alive-go").filter(visible=True).count() == 0
    assert page.locator("canvas").is_visible()
    assert page.locator(".alive-say").is_visible()


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (360, "dark")])
def test_it_is_for_everyone(see, hero, width, theme):
    page = see(hero, width=width, theme=theme)
    page.get_by_role("button", name="Cut", exact=True).click()
    word(page, 2).focus()
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    heads = [head.bounding_box() for head in page.locator(".alive-head:visible").all()]
    assert bool(heads) == (width > 360), "a phone has no room for them"
    assert all(min(box["width"], box["height"]) >= 24 for box in heads)
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []


def test_numbers_of_heads_keep_clear_of_each_other(see, shipped):
    page = see(BertAlive(*shipped, lit=["embeddings"]), width=1280)
    shown = set()
    for width in range(540, 1280, 20):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(150)
        boxes = [head.bounding_box() for head in page.locator(".alive-head:visible").all()]
        shown.add(len(boxes))
        for one, other in pairwise(boxes):
            assert other["x"] - one["x"] >= 23.9, width
    assert shown == {0, 8}, "in both blocks or in none"


def test_it_comes_in_from_the_left_where_a_frame_is_quickly_drawn(open_widget, hero):
    page = open_widget(hero, rate=0, width=1280)  # no time passes but what is put forward
    assert page.evaluate(LAST_QUARTER) == 0
    page.evaluate("putForward(900)")
    assert page.evaluate(LAST_QUARTER) > 0
    field(page, "A").fill("the pilot sat")
    page.wait_for_function(f"() => ({LAST_QUARTER})() === 0")
    page.evaluate(SLOW)  # from now on a frame takes more than its time
    field(page, "A").fill("the pilot sat in the park")
    page.wait_for_function(f"() => ({LAST_QUARTER})() > 0")
