"""BertAlive in a browser: everything by keyboard, mouse and touch; the numbers are Python's."""

import json
import re
from itertools import pairwise
from statistics import median
from urllib.parse import quote

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive, opening
from bert_lab.look.widgets.openings import FIRST_PAGE, OPENINGS
from tests.helpers.browser_cases import (
    AXE,
    HOSTILE,
    VIOLATIONS,
    assert_grows,
    assert_harmless,
    assert_moves_only_while_traced,
    change,
    eventually,
    focused,
    percent,
)

ANSWERS = """() => [...document.querySelectorAll(".alive-panel:not(:has(.alive-title))")]
  .map((panel) => [...panel.querySelectorAll("li")].map((li) =>
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
        panels = [dict(panel) for panel in page.evaluate(ANSWERS)]
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
# How much colour the ribbons bring to each row in block 1.
COLOUR = """() => {
  const canvas = document.querySelector("canvas"), { width, height } = canvas;
  const pen = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0);
  const rect = (el) => el.getBoundingClientRect(), from = rect(canvas);
  const block = rect(document.querySelectorAll(".alive-column")[2]);
  const x = block.x - from.x + 0.45 * block.width;
  return [...document.querySelectorAll(".alive-word")].map((word) => {
    const y = rect(word).y - from.y + rect(word).height / 2 - 4;
    const { data } = pen.getImageData(x, y, 1, 8), rows = [0, 1, 2, 3, 4, 5, 6, 7];
    const pixel = (i) => data.slice(4 * i, 4 * i + 3);
    return Math.max(...rows.map((i) => data[4 * i + 3] *
      (Math.max(...pixel(i)) - Math.min(...pixel(i)))));
  });
}"""
SLOW = """() => {
  const now = performance.now;
  let calls = 0;
  performance.now = () => now() + 20 * calls++;
}"""


def assert_stand_out(page, *rows):
    """At rest what these tokens read is strong, and what others read is faint."""

    def differ():
        colour = page.evaluate(COLOUR)
        others = [one for t, one in enumerate(colour) if t not in rows]
        return min(colour[t] for t in rows) > 2 * median(others)  # ribbons cross some

    assert eventually(differ), page.evaluate(COLOUR)


def word(page, t):
    return page.locator(".alive-word").nth(t)


def field(page, text):
    door = page.get_by_role("button", name="Your own text")
    if door.get_attribute("aria-expanded") == "false":
        door.click()
    return page.get_by_role("textbox", name=f"Text {text}")


def message(page):
    text = " ".join(page.locator(f".alive-{row}").inner_text() for row in ("line", "below"))
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
    mine = BertAlive(*shipped, "a heron built a nest")  # new text hides nothing
    assert_guesses(page, mine)
    word(page, 0).focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert focused(page) == "built"
    assert_says(page, "Block 2: “built” reads")
    page.keyboard.press("Space")  # hides it
    mine.hidden = [3]
    assert_guesses(page, mine)
    assert focused(page) == "<mask>, which hides built"
    page.keyboard.press("Enter")
    mine.hidden = []
    assert_guesses(page, mine)
    page.keyboard.press("Escape")
    assert_says(page, "Nothing is hidden. Press a word to hide it, and the model guesses it.")


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
    most = f"“{hero.tokens[weights.argmax()]}” {percent(weights.max())}"
    assert_says(page, f"Block 2, head 3: “<mask>” reads {most}")


def test_the_tour_has_eight_stops_and_can_be_left(see, hero, shipped):
    page, heights = see(hero), set()
    onward = page.locator(".alive-tour .bw-primary")
    for stop in range(1, 9):
        onward.click()
        page.wait_for_timeout(500)
        assert f"{stop} / 8" in page.locator(".alive-tour").inner_text()
        heights.add(page.locator(".bert-alive").bounding_box()["height"])
    assert onward.inner_text() == "Done"
    page.get_by_role("button", name="Back").click()
    assert_says(page, "each of 761 words")
    field(page, "A").fill("the <mask> is flying")  # it speaks of what stands there
    page.wait_for_timeout(400)
    mine = BertAlive(*shipped, "the <mask> is flying", hero.second)
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
    assert page.locator(".bert-alive").bounding_box()["height"] <= 800  # in rows for a finger
    page.locator("canvas").tap(position={"x": 110, "y": 56})
    assert_says(page, "Block 1: “<cls>” reads")
    assert_guesses(page, hero)


def test_a_first_tap_looks_and_a_second_acts(see, hero, shipped):
    page, mine = see(hero, width=1280, has_touch=True), BertAlive(*shipped)
    assert_says(page, "Tap a word to see what it reads, and once more to hide it.")
    assert word(page, 1).bounding_box()["height"] >= 24
    word(page, 3).tap()
    assert_says(page, "Block 2: “built” reads")
    assert_guesses(page, hero)
    word(page, 3).tap()
    mine.hidden = [2, 14, 3]
    assert_guesses(page, mine)
    word(page, 3).click()  # by mouse at once, and again
    page.keyboard.press("Escape")
    assert_says(page, "Point at a word")
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
    assert [len(panel) for panel in page.evaluate(ANSWERS)] == 26 * [1]
    boxes = [panel.bounding_box() for panel in page.locator(".alive-panel").all()]
    ends = [box["y"] + box["height"] for box in boxes]
    assert all(end <= box["y"] + 1 for end, box in zip(ends, boxes[1:], strict=False))


@pytest.mark.parametrize(("width", "most"), [(1280, 700), (390, 800)])
def test_one_screen_and_the_height_stays(see, hero, width, most):
    page = see(hero, width=width)

    def height():
        page.wait_for_timeout(300)
        return page.locator(".bert-alive").bounding_box()["height"]

    assert height() <= most
    field(page, "B").fill("")
    texts = ("", "a " * 26, "a " * 30, "a zeppelin built", "a crane built a nest in the reeds")
    assert len({field(page, "A").fill(text) or height() for text in texts}) == 1


@pytest.mark.parametrize("chapter", OPENINGS)
@pytest.mark.parametrize("width", [1280, 390])
def test_an_opening_is_at_most_480_pixels_high(see, chapter, width):
    page = see(opening(chapter), width=width)
    assert page.locator(".bert-alive").bounding_box()["height"] <= 480
    assert page.locator(".bw-field, .bw-link").count() == 0
    page.get_by_text("“crane” again" if chapter == "1b" else "This chapter:").wait_for()
    word(page, 1).focus()
    page.wait_for_timeout(300)
    assert page.locator(".bert-alive").bounding_box()["height"] <= 480
    # What is lit is underlined, heads have their numbers, and every guess has its own.
    lit = page.locator(".alive-stage[aria-pressed=true]")
    assert lit.count() == (0 if chapter == "8" else len(OPENINGS[chapter]["lit"]))
    assert page.locator(".alive-head:visible, .alive-legend:visible b").first.is_visible()
    assert page.locator(".bw-answer .bw-number:not(:visible)").count() == 0
    if width == 390:
        short = "embeddings" if chapter in ("1", "1b", "3") else "sum"
        assert page.locator(".alive-stage").nth(1).inner_text() == short
    if chapter == "3":  # the terms have their names, clear of each other and of the heads'
        names = page.locator(".alive-term > :visible, .alive-legend > b:visible")
        assert "".join(names.all_inner_texts()).startswith("word+text+place=sum")
        boxes = [name.bounding_box() for name in names.all()]
        assert all(a["x"] + a["width"] <= b["x"] + 0.5 for a, b in pairwise(boxes))


def test_a_picture_with_a_sentence_of_its_own_shows_what_that_needs(see, shipped):
    page = see(BertAlive(*shipped, "a crane flew", say="Each ribbon is what one word reads."))
    page.get_by_text("Each ribbon is").wait_for()
    assert page.locator(".alive-tour, .alive-training").count() == 0
    assert page.locator(".alive-door, .alive-cutting").count() == 2
    answers = page.get_by_role("button", name="answers")
    assert answers.count() == 0  # nothing is asked: the picture has all the room
    word(page, 2).click()
    assert eventually(lambda: answers.bounding_box()["width"] >= 60)


def test_words_of_the_sentence_are_marked_and_both_texts_have_their_letter(see):
    page = see(opening("3"))
    assert page.locator(".alive-named").all_inner_texts() == ["the"] * 3
    letters = "els => els.map((el) => getComputedStyle(el, '::after').content)"
    assert page.locator(".alive-word").evaluate_all(letters) == [
        *('"A"', *['""'] * 6),
        *('"B"', *['""'] * 4),
    ]
    page = see(opening("1b"))
    assert page.locator(".alive-named").all_inner_texts() == ["crane"]
    assert_stand_out(page, 2)


def test_opening_6_has_its_text_b_pressed_and_answers_it(see):
    page = see(opening(6), width=390, has_touch=True)
    assert page.locator(".bert-alive").bounding_box()["height"] <= 540  # 12 rows for a finger
    verdict = page.locator(".bw-verdict")
    assert verdict.inner_text().split() == ["yes", "99", "%"]
    assert_stand_out(page, 0)  # the verdict's token
    chosen = page.locator(".bw-examples [aria-pressed=true]")
    assert chosen.all_inner_texts() == ["B: the eggs were white"]
    page.get_by_role("button", name="B: the workers looked up").tap()
    assert eventually(lambda: verdict.inner_text().split() == ["no", "99", "%"])
    assert word(page, 9).inner_text() == "looked"
    assert chosen.all_inner_texts() == ["B: the workers looked up"]
    page.get_by_role("button", name="B: the eggs were white").tap()
    assert eventually(lambda: verdict.inner_text().split() == ["yes", "99", "%"])


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
    pressed = ".alive-first, .alive-own, .alive-go, .alive-text, .bw-link"
    assert page.locator(pressed).filter(visible=True).count() == 0
    assert page.locator("canvas").is_visible()
    assert page.locator(".bw-says").is_visible()


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


def test_the_sentence_above_says_what_this_state_is(see, hero, shipped):
    page = see(hero)
    best = [next(iter(guesses.items())) for guesses in hero.guesses]
    first, second = (f"“{guess}” {percent(share)}" for guess, share in best)
    above = page.locator(".bw-says")
    top = page.locator(".alive-picture").bounding_box()["y"]
    assert above.bounding_box()["y"] < top < 200, "both above the fold of a small laptop"
    assert_says(page, f"Two words are hidden. A small BERT guesses them: {first}, {second}.")
    assert_stand_out(page, 2, 14)
    word(page, 14).click()
    page.keyboard.press("Escape")
    one = BertAlive(*shipped)
    one.hidden = [2]
    best, share = next(iter(one.guesses[0].items()))
    assert_says(page, f"One word is hidden. A small BERT guesses it: “{best}” {percent(share)}.")
    one.cut = [[-1, -1, -1, 8]]
    key = page.locator(".bw-key")
    assert key.locator("span").all_inner_texts()[1:] == ["what heads read", "each by itself"]
    assert key.is_visible()
    page.get_by_role("button", name="Cut", exact=True).click()
    word(page, 8).click()
    page.keyboard.press("Escape")
    best, share = next(iter(one.guesses[0].items()))
    assert_says(page, f"With one cut a small BERT guesses it: “{best}” {percent(share)}.")
    assert not key.is_visible(), "what the cut did stands in its place"
    page.get_by_role("button", name="Mend").click()
    word(page, 2).click()
    page.keyboard.press("Escape")
    one.hidden, one.cut = [], []
    follows = f"Nothing is hidden. Does text B follow text A? Yes, {percent(one.follows)}."
    assert_says(page, f"{follows} Press a word to hide it")
    page.get_by_label("Steps of training").press("Home")
    word(page, 2).click()
    page.keyboard.press("Escape")
    assert_says(page, "After 0 of 1,800 updates a small BERT guesses it: “")


def test_own_text_hides_nothing_and_unknown_words_are_said(see, hero):
    page = see(hero)
    field(page, "B").fill("")
    field(page, "A").fill("my zeppelin ate my homework")
    assert_says(page, "Nothing is hidden. Press a word to hide it, and the model guesses it.")
    assert_says(page, "Not in the model’s vocabulary, so it reads <unk>: “zeppelin”, “homework”")
    assert page.locator(".alive-mask").count() == 0
    word(page, 2).click()
    page.keyboard.press("Escape")
    assert_says(page, "“zeppelin” is none of the 761 words that the model knows, so no guess can")
    field(page, "A").fill("my <mask> ate")
    assert_says(page, "One word is hidden.")
    page.get_by_role("button", name="match").click()  # an example has its own
    assert page.locator(".alive-mask").count() == 1


@pytest.mark.parametrize("width", [390, 320])
def test_a_phone_keeps_the_first_guess_with_its_number(see, hero, width):
    page = see(hero, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    edge = page.locator(".bert-alive").bounding_box()
    for panel in page.locator(".alive-panel").all():
        number = panel.locator(".bw-number").first
        assert number.is_visible()
        box = number.bounding_box()
        assert box["x"] + box["width"] <= edge["x"] + edge["width"]
        first = panel.locator(".bw-guess").first
        assert first.evaluate("el => el.scrollWidth <= el.clientWidth"), first.inner_text()


@pytest.fixture(scope="module")
def first_page(shipped):
    return BertAlive(*shipped, **FIRST_PAGE)


def asks(page):
    return page.locator(".alive-ask").is_visible()


def test_the_reader_guesses_first_and_then_the_training_runs(see, first_page):
    page = see(first_page)
    (best, share), *_ = first_page.guesses[0].items()
    assert_says(page, "One word is hidden. Which?")
    answers, blanks = page.locator(".alive-answers"), page.locator(".alive-answers .bw-fill")
    assert (answers.inner_text(), page.locator(".alive-text").is_visible()) == ("", False)
    assert blanks.evaluate_all("all => new Set(all.map((el) => el.offsetWidth)).size") == 1
    assert float(page.locator("canvas").evaluate("el => getComputedStyle(el).opacity")) >= 0.5
    assert all(one.is_visible() for one in [blanks.first, *page.locator(".alive-stage").all()])
    assert word(page, 2).get_attribute("aria-label") == "<mask>"
    page.evaluate("""() => {
      const shown = window.shown = new Set(), step = document.querySelector(".alive-step");
      new MutationObserver(() => shown.add(step.textContent)).observe(step, { childList: true });
    }""")
    page.get_by_label("Your guess").fill("Bird!")
    page.keyboard.press("Enter")
    assert_says(
        page, f"You said “bird”. The model says “{best}”, {percent(share)}; “bird” has <1 %."
    )
    seen = page.evaluate("[...shown]")
    assert [s for s in seen if s in ("0 updates", "253 updates", "936 updates")] == [
        "0 updates", "253 updates", "936 updates"
    ]  # fmt: skip
    assert_guesses(page, first_page)
    assert not asks(page)
    assert word(page, 2).get_attribute("aria-label") == f"<mask>, which hides {best}"
    assert page.evaluate("document.activeElement.className") == "bw-says"
    word(page, 5).click()  # the sentence is the picture's again
    page.keyboard.press("Escape")
    assert_says(page, "Two words are hidden.")
    page.reload()
    page.wait_for_selector("[data-afm-ready]")
    assert not asks(page), "once a visit"
    assert_says(page, "Two words are hidden.")


def test_large_letters_stay_within_the_page(see, first_page):
    page = see(first_page, width=360, reduced_motion="reduce")
    assert_grows(page, 360)
    page.get_by_role("button", name="Skip").click()
    assert_says(page, "One word is hidden.")
    assert_grows(page, 360)


def test_who_does_not_guess_is_not_held_up(see, first_page, shipped):
    page = see(first_page, reduced_motion="reduce")
    page.get_by_label("Your guess").fill("flamingo")
    page.get_by_role("button", name="Guess", exact=True).click()
    assert_says(page, "“flamingo” is none of its 761 words.")  # the end at once
    assert page.locator("script[src*='mini-bert-253']").count() == 0
    page = see(first_page)
    page.get_by_label("Your guess").press("Escape")
    assert eventually(lambda: page.locator(".alive-step").inner_text() == "49 updates")
    word(page, 5).click()  # ends it
    mine = BertAlive(*shipped, FIRST_PAGE["text"], hidden=[2, 5])
    assert_guesses(page, mine)
    page.wait_for_timeout(700)
    assert page.locator(".alive-step").inner_text() == "1,800 updates"
    page = see(first_page)
    tour = page.get_by_role("button", name="Take the tour")
    assert tour.count() == 0  # before the guess nothing else is offered
    word(page, 5).click()
    assert not asks(page)
    page.keyboard.press("Escape")
    tour.click()
    assert_says(page, "BERT reads tokens")
    page = see(first_page)
    page.emulate_media(media="print")
    assert eventually(lambda: not asks(page) and page.locator(".alive-panel li").first.is_visible())
    page = see(first_page, '#alive={"hidden":[5]}')
    assert not asks(page)
