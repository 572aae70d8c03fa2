"""BertAlive in a browser: everything by keyboard, mouse and touch; the numbers are Python's."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive
from bert_lab.look.widgets.openings import FIRST_PAGE
from tests.helpers.browser_cases import (
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
