"""TrainingScrubber in a browser: by keyboard, by mouse, on a phone; the record's numbers."""

import json
from urllib.parse import quote

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import recorded
from bert_lab.look.widgets import BertAlive, TrainingScrubber
from tests.browser.test_bert_alive import eventually
from tests.browser.test_site import AXE, VIOLATIONS
from tests.helpers.browser_cases import HOSTILE, SMALL, assert_harmless, percent

RECORD = recorded("probes")
STEPS, PROBES = RECORD["steps"], RECORD["probes"]
START, NEXT, *_, LAST = STEPS[12:]
FIRST = f"{RECORD['loss'][0]:.2f}"
GUESSES = """() => Object.fromEntries([...document.querySelectorAll(".alive-panel li")].map((li) =>
  [li.querySelector(".bw-guess").textContent, li.querySelector(".bw-number").textContent]))"""
HEIGHT = "() => document.querySelector('.bert-widget').getBoundingClientRect().height"


@pytest.fixture
def scrubber():
    return TrainingScrubber(RECORD, step=START)


@pytest.fixture
def see(open_widget):
    """A function: the page with the scrubber and its picture."""

    def see(widget, fragment="", picture=True, **options):
        page = open_widget(widget, fragment, **{"width": 1280} | options)
        page.wait_for_selector(".alive-word" if picture else ".scrub-picture p")
        return page

    return see


def whole_percents(text):
    return {"<": 0, ">": 100}.get(text[0]) if text[0] in "<>" else int(text[:-2])


def slider(page):
    return page.get_by_role("slider", name="Steps of training")


def assert_shows(page, step, number=0):
    """The record's numbers, to whole percents of shares that the page knows to four decimals."""
    i, probe = STEPS.index(step), PROBES[number]
    assert page.locator(".scrub-step").inner_text() == f"step {step:,} of {LAST:,}"
    assert page.locator(".bw-gap").text_content() == probe["words"][i][0]
    shown = page.locator(".bw-best li")
    words = shown.locator(".bw-guess").all_text_contents()
    assert words == probe["words"][i]
    for text, share in zip(
        shown.locator(".bw-number").all_text_contents(), probe["probabilities"][i], strict=True
    ):
        assert whole_percents(text) == pytest.approx(100 * share, abs=0.51)
    truth = page.locator(".bw-best li.bw-right .bw-guess").all_text_contents()
    assert truth == [word for word in words if word == probe["answer"]]
    right = sum(one["rank"][i] == 1 for one in PROBES)
    assert f": {right} of 20 right" in page.locator("caption").text_content()
    assert page.locator("tbody tr.bw-right").count() == right
    assert page.locator(".bw-probe.bw-right").count() == right
    dots = page.locator(".bw-probe-dot").evaluate_all(
        "els => els.map(e => parseFloat(e.style.left))"
    )
    answers = page.locator(".bw-probe-word").all_text_contents()
    expected = sorted((one["answer"], round(one["probability"][i], 3)) for one in PROBES)
    found = sorted((word, round(x / 100, 3)) for word, x in zip(answers, dots, strict=True))
    for (word, share), (answer, p) in zip(found, expected, strict=True):
        assert word == answer
        assert share == pytest.approx(p, abs=0.0011)


def test_every_step_by_keyboard(see, scrubber):
    page = see(scrubber)
    assert_shows(page, START)
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    assert_shows(page, NEXT)
    page.keyboard.press("End")
    assert_shows(page, LAST)
    page.keyboard.press("Home")
    assert_shows(page, 0)
    assert slider(page).get_attribute("aria-valuetext") == f"0 steps, loss {FIRST}"
    assert slider(page).evaluate("el => el === document.activeElement")
    page.keyboard.press("Tab")  # the dots: arrows walk through them
    page.keyboard.press("ArrowDown")
    assert_shows(page, 0, number=1)
    assert page.evaluate("document.activeElement.checked")
    page.wait_for_timeout(400)
    said = page.locator("output").text_content()
    right = sum(probe["rank"][0] == 1 for probe in PROBES)
    assert said.startswith(
        f"After 0 of {LAST:,} steps: loss {FIRST} nats, {right} of 20 probes right. "
    )
    assert "The loss is above ln V." in said
    answer, rank = PROBES[1]["answer"], PROBES[1]["rank"][0]
    assert f"“{answer}”, the right word, has rank {rank:,}." in said


def test_by_mouse(see, scrubber):
    page = see(scrubber)
    box = slider(page).bounding_box()
    for i in (3, 15, 19):  # a press anywhere on the curve takes the step that is nearest
        page.mouse.click(box["x"] + 8 + (box["width"] - 16) * i / 19, box["y"] + 5 + 4 * i)
        assert_shows(page, STEPS[i])
    page.mouse.move(box["x"] + 8, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 50, steps=5)
    page.mouse.up()
    assert slider(page).input_value() in ("9", "10")
    page.locator(".bw-probe", has_text="note").click()
    assert_shows(page, STEPS[int(slider(page).input_value())], number=17)
    page.get_by_role("button", name="Next probe").click()
    assert page.get_by_label("a boy learned to write at school").is_checked()
    page.get_by_role("button", name="Probe before").click()
    assert page.locator(".scrub-title").inner_text().startswith("Probe 18 of 20")


def test_a_chosen_probe_is_read_by_the_model_of_that_step(see):
    """The picture's guesses are the record's, but for the byte that each weight has."""
    page = see(TrainingScrubber(RECORD, step=487, probe=8))

    def agree(step, number):
        guesses = page.evaluate(GUESSES)
        i = STEPS.index(step)
        pairs = zip(PROBES[number]["words"][i], PROBES[number]["probabilities"][i], strict=True)
        near = {word: p for word, p in pairs if p > 0.1}
        whole = {word: whole_percents(text) for word, text in guesses.items()}
        return near.keys() <= whole.keys() and all(
            whole[word] == pytest.approx(100 * p, abs=3.5) for word, p in near.items()
        )

    assert eventually(lambda: agree(487, 8)), page.evaluate(GUESSES)
    assert page.locator(".scrub-title").inner_text() == "Probe 9 of 20, after 487 steps"
    slider(page).press("ArrowRight")
    title = "Probe 9 of 20, after 487 steps: the last kept"
    assert page.locator(".scrub-title").inner_text() == title  # of step 675 there is none
    page.locator(".bw-probe", has_text="trunk").click()
    for step in (936, LAST):
        slider(page).press("End")
        if step != LAST:
            slider(page).press("ArrowLeft")
            slider(page).press("ArrowLeft")
        assert eventually(lambda step=step: agree(step, 7)), page.evaluate(GUESSES)


def test_any_text_can_be_scrubbed(see, scrubber):
    page = see(scrubber)
    page.locator("summary", has_text="Your own text").click()
    page.get_by_role("textbox", name="Text A").fill("the dog gave one loud <mask>")
    slider(page).press("End")
    (guesses,) = BertAlive(*load_mini_bert(), "the dog gave one loud <mask>").guesses
    word, share = next(iter(guesses.items()))
    assert eventually(lambda: page.evaluate(GUESSES).get(word) == percent(share))
    assert page.locator(".scrub-title").inner_text() == f"Your own text, after {LAST:,} steps"
    assert page.locator(".bw-probe :checked").count() == 0
    page.get_by_role("textbox", name="Text B, or none").fill("one two three " * 9)
    assert (
        "makes 36 tokens; the picture has room for 20"
        in page.get_by_role("alert").last.inner_text()
    )
    assert page.locator(".alive-word").count() == 8  # the last that fitted
    page.get_by_role("textbox", name="Text B, or none").fill("")
    page.locator(".alive-word", has_text="dog").click()  # hidden, too
    assert eventually(lambda: page.locator(".alive-mask").count() == 2)
    page.get_by_role("textbox", name="Text A").fill("")
    page.locator(".bw-probe", has_text="trunk").click()
    assert eventually(lambda: page.locator(".alive-word").count() == 10)
    assert page.get_by_role("textbox", name="Text A").input_value().endswith("its trunk")
    assert page.locator(".bw-probe :checked").count() == 1


def test_what_is_read_can_be_cut(see):
    page = see(TrainingScrubber(RECORD, probe=8))
    page.locator(".alive-mask").focus()
    page.locator(".alive-chip").first.click()
    assert eventually(lambda: "no longer reads" in page.locator(".alive-effect").inner_text())
    page.locator(".bw-probe", has_text="watch").click()  # another text is whole again
    assert eventually(lambda: page.locator(".alive-effect").inner_text() == "")
    assert page.locator(".bw-was:visible").count() == 0


def test_the_chart_is_as_high_as_the_losses(see, scrubber):
    page = see(scrubber)
    floor = page.locator(".scrub-plot").evaluate("el => el.getBoundingClientRect().bottom") - 1
    middles = """els => els.map(e => e.getBoundingClientRect()).map(r => (r.top + r.bottom) / 2)"""
    dots = page.locator(".scrub-at").evaluate_all(middles)
    unit = (floor - dots[0]) / RECORD["loss"][0]
    for dot, loss in zip(dots, RECORD["loss"], strict=True):
        assert (floor - dot) / unit == pytest.approx(loss, abs=0.05)
    lines = page.locator(".bw-level").evaluate_all(middles)
    for line, value in zip(lines, RECORD["lines"].values(), strict=True):
        assert (floor - line) / unit == pytest.approx(value, abs=0.1)
    curve = page.locator(".scrub-curve").evaluate("""el => { const box = el.getBoundingClientRect();
      return [box.top, box.bottom]; }""")
    assert curve == pytest.approx([dots[0], dots[-1]], abs=1.5)


@pytest.mark.parametrize(("width", "most"), [(1280, 700), (390, 800)])
def test_its_height_stays(see, width, most):
    inner = {1280: 752, 390: 358}[width]
    page = see(TrainingScrubber(RECORD, step=487), width=width)
    page.evaluate(f"() => {{ document.querySelector('main').style.width = '{inner}px'; }}")
    height = page.evaluate(HEIGHT)
    assert height <= most

    def still():
        page.wait_for_timeout(450)
        assert page.evaluate(HEIGHT) == height

    for number in (2, 19, 16):
        page.locator(".bw-probe").nth(number).click()
        slider(page).press("Home")
        still()
        slider(page).press("End")
        still()
        slider(page).press("ArrowLeft")
        page.locator(".alive-mask").focus()
        still()
        page.locator(".alive-chip").first.click()
        still()


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(see, scrubber, width, theme):
    page = see(scrubber, width=width, theme=theme)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    answers, words = (
        {one["answer"] for one in PROBES},
        page.locator(".alive-word").all_text_contents(),
    )
    # Rows are lower than a finger: who can't hit one has the buttons, and the field to type in.
    assert set(page.evaluate(SMALL)) <= answers | set(words) | {"1", "2", "3", "4"}
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []


def test_without_motion_dots_are_where_they_belong_at_once(see, scrubber):
    page = see(scrubber, reduced_motion="reduce")
    moves = "el => getComputedStyle(el).transitionDuration"
    assert page.locator(".bw-probe-dot").first.evaluate(moves) == "0s"
    assert page.locator(".scrub-now").evaluate(moves) == "0s"


def test_an_old_link_opens_what_it_did(see, scrubber):
    state = {"step": 49, "probe": 3}
    page = see(scrubber, f"#recording={quote(json.dumps(state))}")
    assert_shows(page, 49, number=3)
    own = state | {"text": "the <mask>", "second": "", "hidden": [2]}
    page = see(scrubber, f"#recording={quote(json.dumps(own))}")
    assert page.locator(".alive-word").all_text_contents() == ["<cls>", "the", "<mask>", "<sep>"]


def test_without_its_model_the_numbers_stand_open(see):
    other = RECORD | {"inputs": {}}
    page = see(TrainingScrubber(other, step=START), picture=False)
    assert "no picture" in page.locator(".scrub-picture").inner_text()
    assert page.locator("table").is_visible()
    assert_shows(page, START)


def test_hostile_text_stays_text(see):
    hostile = "<img src=x onerror=\"document.title='broken'\"> <mask> שלום" + "x" * 2000
    probe = PROBES[0] | {"first": hostile, "answer": "<b>bank</b>"}
    page = see(
        TrainingScrubber(RECORD | {"probes": [probe], "inputs": {}}), picture=False, width=360
    )
    assert page.title() == "A widget"
    assert page.locator("img, main script").count() == 0
    assert "<b>bank</b>" in page.locator(".bw-close").text_content()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_hostile_typing_stays_text(see, scrubber):
    page = see(scrubber, width=360)
    page.locator("summary", has_text="Your own text").click()
    for text in HOSTILE:
        page.get_by_role("textbox", name="Text A").fill(text)
        page.wait_for_timeout(300)
        assert_harmless(page, 360)
