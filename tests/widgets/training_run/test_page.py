"""TrainingRun in a browser: the record's numbers, and a small run of the trainer, from file://."""

import json
import re
from itertools import pairwise
from urllib.parse import quote

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive, TrainingRun
from bert_lab.measures import recorded
from book.widgets import scripts
from tests.helpers.browser_cases import (
    AXE,
    HOSTILE,
    SMALL,
    VIOLATIONS,
    as_in_the_book,
    assert_harmless,
    eventually,
    percent,
)
from tests.helpers.close import near
from tests.helpers.in_browser import page_of

# A run of a second: what is learned in it is little, but all of it happens.
BRIEF = {"steps": 40, "every": 40, "stories": 60, "batch": 8}
OWN = "my robot has a purple antenna\nthe robot beeps when the antenna is wet"
RECORD = recorded("probes")
STEPS, PROBES = RECORD["steps"], RECORD["probes"]
KEPT = TrainingRun().kept
START, NEXT, *_, LAST = KEPT[3:]
FIRST = f"{RECORD['held_out']['mlm_loss'][0]:.2f}"
GUESSES = """() => Object.fromEntries([...document.querySelectorAll(".alive-panel li")].map((li) =>
  [li.querySelector(".bw-guess").textContent, li.querySelector(".bw-number").textContent]))"""
HEIGHT = "() => document.querySelector('.bert-widget').getBoundingClientRect().height"
ORDERS = """() => {
globalThis.commands = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  commands.push(message.command);
  return post.call(this, message, ...rest);
};
}"""
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def wait_for(page, selector, pattern):
    shows = """([selector, pattern]) =>
      new RegExp(pattern).test(document.querySelector(selector)?.textContent)"""
    page.wait_for_function(shows, arg=[selector, pattern])


def train(page):
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "^(done|stopped)")
    wait_for(page, ".run-go", "Train again")


def numbers(page):
    """The rows of the table: a run's name, and its cells."""
    return page.locator("table:not(.run-table) tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )


@pytest.fixture
def see(open_widget):
    """A function: the page with the widget and its picture."""

    def see(widget, fragment="", **options):
        page = open_widget(widget, fragment, **{"width": 1280} | options)
        page.wait_for_selector(".alive-word")
        return page

    return see


def whole_percents(text):
    return {"<": 0, ">": 100}.get(text[0]) if text[0] in "<>" else int(text[:-2])


def probe(page, word):
    """The dot of this hidden word, behind its door."""
    door = page.locator("details", has_text="Each dot is a word")
    if not door.evaluate("el => el.open"):
        door.locator("summary").click()
    return page.locator(".run-probe", has_text=word)


def slider(page):
    return page.get_by_role("slider", name="Steps of training")


def assert_shows(page, step, number=0):
    """The record's numbers, to whole percents of shares that the page knows to four decimals."""
    i, probe = STEPS.index(step), PROBES[number]
    loss = f"{RECORD['held_out']['mlm_loss'][i]:.2f}"
    assert slider(page).get_attribute("aria-valuetext") == f"{step:,} steps, loss {loss}"
    assert page.locator(".bw-gap").text_content() == probe["words"][i][0]
    shown = page.locator(".bw-best li")
    words = shown.locator(".bw-guess").all_text_contents()
    assert words == probe["words"][i]
    for text, share in zip(
        shown.locator(".bw-number").all_text_contents(), probe["probabilities"][i], strict=True
    ):
        assert whole_percents(text) == near(100 * share, digits=0)
    truth = page.locator(".bw-best li.bw-right .bw-guess").all_text_contents()
    assert truth == [word for word in words if word == probe["answer"]]
    right = sum(one["rank"][i] == 1 for one in PROBES)
    assert f": {right} of 20 right" in page.locator(".run-table caption").text_content()
    assert page.locator(".run-table tbody tr.bw-right").count() == right
    assert page.locator(".run-probe.bw-right").count() == right
    dots = page.locator(".run-probe-dot").evaluate_all(
        "els => els.map(e => parseFloat(e.style.left))"
    )
    answers = page.locator(".run-probe-word").all_text_contents()
    expected = sorted((one["answer"], round(one["probability"][i], 3)) for one in PROBES)
    found = sorted((word, round(x / 100, 3)) for word, x in zip(answers, dots, strict=True))
    for (word, share), (answer, p) in zip(found, expected, strict=True):
        assert word == answer
        assert share == pytest.approx(p, abs=0.0011)


def test_every_step_by_keyboard(see):
    page = see(TrainingRun(step=START))
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
    probe(page, "bank").first.locator("input").focus()  # arrows walk through the dots
    page.keyboard.press("ArrowDown")
    assert_shows(page, 0, number=1)
    assert page.evaluate("document.activeElement.checked")
    page.wait_for_timeout(400)
    output = page.locator("output").text_content()
    right = sum(probe["rank"][0] == 1 for probe in PROBES)
    start = f"After 0 steps this network has {right} of 20 hidden words right, and 50"
    assert output.startswith(start)
    assert f"Its loss, {FIRST}, is no better than no idea at all." in output
    answer, rank = PROBES[1]["answer"], PROBES[1]["rank"][0]
    note = page.locator(".bw-close .bw-soft").text_content()
    assert f"“{answer}”, the right word, has rank {rank:,}." in note


def test_by_mouse(see):
    """A press anywhere on the curve takes the step that is nearest, and a drag follows."""
    page = see(TrainingRun(step=START))
    box = page.locator(".run-loss").bounding_box()

    def across(step):
        return box["x"] + box["width"] * (step / LAST) ** 0.5

    for i, step in enumerate((KEPT[1], KEPT[5], LAST)):
        page.mouse.click(across(step), box["y"] + 5 + 12 * i)
        assert_shows(page, step)
    assert slider(page).evaluate("el => el === document.activeElement")
    page.mouse.move(across(0), box["y"] + 30)
    page.mouse.down()
    page.mouse.move(across(KEPT[4]) + 4, box["y"] + 300, steps=5)
    page.mouse.up()
    assert_shows(page, KEPT[4])
    page.mouse.move(across(0), box["y"] + 30)  # released
    assert_shows(page, KEPT[4])
    probe(page, "note").click()
    assert_shows(page, KEPT[4], number=17)
    page.get_by_role("button", name="Next hidden word").click()
    assert page.get_by_label("a boy learned to write at school").is_checked()
    page.get_by_role("button", name="Hidden word before").click()
    assert page.get_by_label("a boy played a song on the piano").is_checked()


def test_a_chosen_probe_is_read_by_the_model_of_that_step(see):
    """The picture's guesses are the record's, but for the byte that each weight has."""
    page = see(TrainingRun(step=487, probe=8))

    def agree(step, number):
        guesses = page.evaluate(GUESSES)
        i = STEPS.index(step)
        pairs = zip(PROBES[number]["words"][i], PROBES[number]["probabilities"][i], strict=True)
        near = {word: p for word, p in pairs if p > 0.1}
        whole = {word: whole_percents(text) for word, text in guesses.items() if text}
        return near.keys() <= whole.keys() and all(
            whole[word] == pytest.approx(100 * p, abs=3.5) for word, p in near.items()
        )

    assert eventually(lambda: agree(487, 8)), page.evaluate(GUESSES)
    assert page.locator(".run-title").inner_text() == "Step 487:"
    probe(page, "trunk").click()
    for step in (936, LAST):
        slider(page).press("End")
        if step != LAST:
            slider(page).press("ArrowLeft")
        assert eventually(lambda step=step: agree(step, 7)), page.evaluate(GUESSES)


def test_any_text_can_be_followed(see):
    page = see(TrainingRun(step=START))
    field = page.get_by_role("textbox", name="Your sentence")
    field.fill("the dog gave one loud <mask>")
    slider(page).press("End")
    (guesses,) = BertAlive(*load_mini_bert(), "the dog gave one loud <mask>").guesses
    word, share = next(iter(guesses.items()))
    assert eventually(lambda: page.evaluate(GUESSES).get(word) == percent(share))
    assert page.locator(".run-probe :checked").count() == 0
    field.fill("the dog gave one loud <mask> | " + "one two three " * 9)
    alert = page.locator(".run-words .bw-alert")
    assert "makes 36 tokens; the picture has room for 20" in alert.inner_text()
    assert page.locator(".alive-word").count() == 8  # the last that fitted
    field.fill("the dog gave one loud <mask>")
    page.locator(".alive-word", has_text="dog").click()  # hidden, too
    assert eventually(lambda: page.locator(".alive-mask").count() == 2)
    field.fill("")  # the probe is back
    assert page.locator(".run-probe :checked").count() == 1
    probe(page, "trunk").click()
    assert eventually(lambda: page.locator(".alive-word").count() == 10)
    assert field.input_value().endswith("its trunk")


def test_one_step_count(see):
    """Sentence, slider and picture are of one step, whichever a link or Python asks for."""
    for step, kept in ((5, 0), (675, 487), (LAST, LAST)):
        page = see(TrainingRun(step=step))
        assert page.locator(".run-title").inner_text() == f"Step {kept:,}:"
        assert_shows(page, kept)
        wait_for(page, "output", f"^After {kept:,} steps")


def test_a_slow_machine_is_offered_the_small_size(open_widget):
    """No time is promised before twenty steps have been measured here."""
    page = open_widget(TrainingRun(recipe={"steps": 100_000, "stories": 60}), width=390)
    assert page.locator(".run-state").inner_text() == ""  # one count of steps at rest: the axis
    page.evaluate("""() => {
      const seen = globalThis.seen = new Set(), state = document.querySelector(".run-state");
      new MutationObserver(() => seen.add(state.textContent)).observe(state,
        { childList: true, characterData: true, subtree: true });
    }""")
    page.locator(".run-go").click()
    offer = page.get_by_role("button", name="Slow machine: small size")
    offer.wait_for()
    assert "Training …" in page.evaluate("[...seen]")
    offer.click()
    wait_for(page, ".run-names", "small")
    assert page.get_by_label("Small size").is_checked()
    assert not offer.is_visible()
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "^stopped")


def test_what_is_read_can_be_cut(see):
    page = see(TrainingRun(probe=8))
    page.locator(".alive-mask").focus()
    page.locator(".alive-chip").first.click()
    assert eventually(lambda: "no longer reads" in page.locator(".alive-effect").inner_text())
    probe(page, "watch").click()  # another text is whole again
    assert eventually(lambda: page.locator(".alive-effect").inner_text() == "")
    assert page.locator(".bw-was:visible").count() == 0


def test_the_chart_is_as_high_as_the_losses(see):
    page = see(TrainingRun(step=START))
    middles = """els => els.map(e => e.getBoundingClientRect()).map(r => (r.top + r.bottom) / 2)"""
    plot = page.locator(".run-loss").bounding_box()
    lines = page.locator(".run-level").evaluate_all(middles)
    values = sorted(RECORD["lines"].values(), reverse=True)
    unit = (lines[-1] - lines[0]) / (values[0] - values[-1])
    for line, value in zip(lines, values, strict=True):
        assert (lines[-1] - line) / unit == pytest.approx(value - values[-1], abs=0.1)
    names = page.locator(".run-level-name").evaluate_all(middles)
    assert all(lower - upper >= 10 for upper, lower in pairwise(names))
    losses = RECORD["held_out"]["mlm_loss"]
    for i, key in ((0, "Home"), (STEPS.index(KEPT[1]), "ArrowRight"), (19, "End")):
        slider(page).press(key)
        page.wait_for_timeout(400)
        (point,) = page.locator(".run-loss .run-point").evaluate_all(middles)
        assert (lines[-1] - point) / unit == pytest.approx(losses[i] - values[-1], abs=0.15)
        left = page.locator(".run-marker").bounding_box()["x"] + 1 - plot["x"]
        assert left / plot["width"] == pytest.approx((STEPS[i] / LAST) ** 0.5, abs=0.01)


def test_an_own_run_is_followed_like_the_books(open_widget):
    """Its points have their own probes and pictures, and a run goes on while one looks back."""
    page = open_widget(TrainingRun(recipe=BRIEF | {"every": 10}), width=1280)
    train(page)
    loss = page.locator(".run-loss path.run-now").get_attribute("d")
    assert len(re.findall("[ML]", loss)) == 5
    assert slider(page).input_value() == slider(page).get_attribute("max") == "4"
    seen = {}
    for at, key in enumerate(["Home", *["ArrowRight"] * 4]):
        slider(page).press(key)
        assert page.locator(".run-title").inner_text() == f"Step {10 * at}:"
        value = slider(page).get_attribute("aria-valuetext")
        assert value.startswith(f"{10 * at} steps, loss ")
        dots = page.locator(".run-probe-dot").evaluate_all("els => els.map(e => e.style.left)")
        page.wait_for_timeout(300)
        seen[at] = value, tuple(dots), json.dumps(page.evaluate(GUESSES))
    for part in zip(*seen.values(), strict=True):
        assert len(set(part)) == 5  # each point has its own
    page.get_by_role("radio", name="the book’s run").check(force=True)
    assert_shows(page, LAST)
    assert page.locator(".run-title").inner_text() == f"Step {LAST:,}:"
    page.get_by_role("radio", name="a recipe of your own").check(force=True)
    assert page.locator(".run-title").inner_text() == "Step 40:"


def test_a_run_goes_on_while_the_reader_looks_at_the_books(open_widget):
    long = BRIEF | {"steps": 8000, "every": 8000, "picturesPerSecond": 1}
    page = open_widget(TrainingRun(recipe=long), width=1280)
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "s left$")
    page.locator(".run-names .run-book").click()
    before = page.locator(".run-state").inner_text()
    page.wait_for_function(
        "before => document.querySelector('.run-state').innerText !== before", arg=before
    )
    assert page.locator(".run-title").inner_text() == f"Step {LAST:,}:"
    assert_shows(page, LAST)
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "^stopped")


def test_a_run_from_a_press_to_its_end_and_another_beside_it(open_widget):
    page = open_widget(TrainingRun(recipe=BRIEF), width=1280)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    page.wait_for_selector(".alive-mask")
    promised = page.locator(".run-loss .run-book").get_attribute("d")
    assert len(re.findall("[ML]", promised)) == 20  # the record's steps
    assert not page.locator(".run-loss path.run-now").get_attribute("d")
    page.locator(".run-go").focus()
    page.keyboard.press("Enter")
    wait_for(page, ".run-state", "^done: 40 steps")
    assert [url for url in requests if "page_trainer.js" in url]  # only now
    assert all(url.startswith(("file:", "blob:")) for url in requests)
    assert page.evaluate("document.activeElement.className") == "bw-primary run-go"
    run = page.locator(".run-loss path.run-now").get_attribute("d")
    assert re.fullmatch(r"M0\.00 [\d.]+L100\.00 [\d.]+", run)  # scored at the first and last step
    book, mine = numbers(page)
    loss, nsp = (RECORD["held_out"][name][-1] for name in ("mlm_loss", "nsp_accuracy"))
    right = sum(probe["rank"][-1] == 1 for probe in PROBES)
    assert book[1:5] == [f"{LAST:,}", f"{loss:.2f}", percent(nsp), str(right)]
    assert mine[:2] == ["yours: a recipe of your own, 40 steps", "40"]
    assert 4 < float(mine[2]) < 7  # near ln V: it has read 320 pairs
    assert page.locator(".run-title").text_content() == "Step 40:"
    page.wait_for_function("() => document.querySelectorAll('.alive-panel li').length")
    page.locator("summary", has_text="Recipe").click()
    page.locator(".run-presets button", has_text="left to right").click()
    assert page.locator("[aria-pressed=true]", has_text="left to right").count() == 1


def test_two_runs_side_by_side_and_what_three_seeds_found(open_widget):
    page = open_widget(TrainingRun(recipe=BRIEF | {"config": {"causal": True}}), width=1280)
    train(page)
    assert numbers(page)[1][3] == "–"  # from left to right nobody asks for next sentences
    page.locator("summary", has_text="Recipe").click()
    page.get_by_label("Blocks").select_option("1")  # another structure takes another picture
    train(page)
    assert page.locator(".run-names .run-earlier").is_visible()
    assert [row[0] for row in numbers(page)][1:] == [
        "before: a recipe of your own, 40 steps",
        "yours: a recipe of your own, 40 steps",
    ]
    page.wait_for_function("() => document.querySelectorAll('.alive-stage').length === 4")
    assert "another seed" in page.locator(".run-about").text_content()


def test_it_can_be_stopped_and_waits_while_nobody_looks(open_widget):
    page = open_widget(TrainingRun(recipe=BRIEF | {"steps": 8000, "every": 8000}), width=1280)
    page.evaluate(ORDERS)
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "s left$")
    page.evaluate(HIDDEN, True)
    page.evaluate(HIDDEN, False)
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "^stopped after [1-9]")
    assert page.evaluate("commands") == ["train", "pause", "resume", "stop"]
    assert int(numbers(page)[1][1].replace(",", "")) < 8000


def test_own_words_are_learned_and_asked_about(open_widget):
    page = open_widget(TrainingRun(recipe=BRIEF, repeat=30), width=1280)
    page.locator("summary", has_text="Own words").click()
    page.get_by_role("textbox", name="Own words").fill(OWN)
    train(page)
    questions = page.locator(".run-questions li")
    assert questions.locator("button").all_text_contents() == [
        "my robot has a ▁▁▁ antenna",
        "my robot has a purple ▁▁▁",
        "the robot ▁▁▁ when the antenna is wet",
        "the robot beeps ▁▁▁ the antenna is wet",
    ]
    assert all("%" in text for text in questions.locator("b").all_text_contents())
    questions.locator("button").first.click()
    wait_for(page, ".alive-words", "antenna")
    assert page.locator(".alive-unknown").count() == 0  # the model's own vocabulary has them
    page.get_by_role("textbox", name="Own words").fill("only one")
    page.locator(".run-go").click()
    wait_for(page, ".run-words .bw-alert", "Story 1 has one sentence only")
    assert page.locator(".run-title").text_content() == "Step 40:"  # the last run stays


def test_what_was_trained_goes_into_the_other_widgets(new_page, tmp_path):
    for name, text in scripts().items():
        (tmp_path / name).write_text(text, "utf-8")
    other = BertAlive(*load_mini_bert(), "a crane is flying", hidden=[2])
    both = (other, TrainingRun(recipe=BRIEF))
    html = "".join(widget.static_html() for widget in both)
    (tmp_path / "page.html").write_text(page_of([one._name for one in both], html), "utf-8")
    page = new_page(width=1280)
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector("[data-afm=training_run][data-afm-ready]")
    page.locator("summary", has_text="Keep it").click()
    use = page.get_by_role("button", name="Use it in the whole book")
    assert use.is_disabled()  # there is nothing yet
    train(page)
    use.click()
    wait_for(page, "[data-afm=bert_alive] .bw-yours", "your BERT, trained just now")
    assert page.locator("[data-afm=training_run] .bw-yours").count() == 0


@pytest.mark.parametrize(("width", "most"), [(1280, 700), (360, 800), (320, 820)])
def test_it_fits_and_its_height_stays(open_widget, width, most):
    page = open_widget(TrainingRun(recipe=BRIEF), width=width)
    as_in_the_book(page, {1280: 688, 360: 328, 320: 288}[width])
    page.wait_for_selector(".alive-mask")
    height = page.evaluate(HEIGHT)
    assert height <= most
    train(page)
    assert page.evaluate(HEIGHT) == height
    page.locator(".run-probe input").last.evaluate("el => el.click()")  # the longest
    wait_for(page, ".alive-words", "sister")
    assert page.evaluate(HEIGHT) == height
    page.locator(".run-names .run-book").click()
    page.locator(".alive-mask").focus()
    page.locator(".alive-chip").first.click()
    wait_for(page, ".alive-effect", "no longer reads")
    assert page.evaluate(HEIGHT) == height
    page.get_by_role("textbox", name="Your sentence").fill("one two three " * 9)
    wait_for(page, ".run-words .bw-alert", "makes 29 tokens; the picture has room for 20")
    assert page.evaluate(HEIGHT) == height
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_it_on_a_small_phone(open_widget, theme):
    page = open_widget(TrainingRun(), width=360, theme=theme, reduced_motion="reduce")
    page.wait_for_selector(".alive-mask")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    probes, words = (
        set(page.locator(kind).all_text_contents()) for kind in (".run-probe", ".alive-word")
    )
    # Rows are lower than a finger: who can't hit one has the buttons, and the field to type in.
    assert set(page.evaluate(SMALL)) <= probes | words | {"1", "2", "3", "4"}
    for summary in page.locator("summary").all():
        summary.click()
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    moves = "el => getComputedStyle(el).transitionDuration"
    assert page.locator(".run-probe-dot").first.evaluate(moves) == "0s"
    assert page.locator(".run-marker").evaluate(moves) == "0s"


def test_a_browser_without_simd_is_told(open_widget):
    page = open_widget(TrainingRun(), width=390)
    page.evaluate("() => { WebAssembly.Module = class { constructor() { throw new Error(); } }; }")
    page.locator(".run-go").click()
    wait_for(page, ".run-words .bw-alert", "no WebAssembly with SIMD")
    assert page.locator(".run-go").text_content() == "Train"


def test_a_link_sets_the_recipe_and_runs_nothing(open_widget):
    state = {"recipe": {"rate": 0.01, "warmup": 0}, "text": "the <mask> flew", "hidden": []}
    page = open_widget(TrainingRun(), f"#train={quote(json.dumps(state))}", width=1280)
    assert page.locator("[aria-pressed=true]", has_text="rate 0.01").count() == 1
    wait_for(page, ".alive-words", "flew")
    assert page.locator(".run-go").text_content() == "Train"
    assert page.get_by_role("textbox", name="Your sentence").input_value() == "the <mask> flew"


def test_hostile_words_stay_text(open_widget):
    page = open_widget(TrainingRun(recipe=BRIEF, own="<b>x</b> y\nz <i>"), width=360)
    page.wait_for_selector(".alive-mask")
    train(page)
    for text in HOSTILE:
        page.get_by_role("textbox", name="Your sentence").fill(text)
        assert_harmless(page, 360)
    assert page.locator(".bert-widget b b, .bert-widget i i").count() == 0
