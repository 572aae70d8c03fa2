"""TrainingRun in a browser: the record's numbers, and a small run of the trainer, from file://."""

import re

import pytest

from bert_lab.look.widgets import TrainingRun
from bert_lab.measures import recorded
from tests.helpers.browser_cases import eventually
from tests.helpers.close import near

# A run of a second: what is learned in it is little, but all of it happens.
BRIEF = {"stories": 60, "batch": 8}
OWN = "my robot has a purple antenna\nthe robot beeps when the antenna is wet"
RECORD = recorded("probes")
STEPS, PROBES = RECORD["steps"], RECORD["probes"]
KEPT = TrainingRun().kept
START, NEXT, *_, LAST = KEPT[3:]
FIRST = f"{RECORD['held_out']['mlm_loss'][0]:.2f}"
GUESSES = """() => Object.fromEntries([...document.querySelectorAll(".alive-panel li")].map((li) =>
  [li.querySelector(".bw-guess").textContent, li.querySelector(".bw-number").textContent]))"""
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


def brief(steps=40, repeat=200):
    run = TrainingRun()
    run.recipe, run.repeat = BRIEF | {"steps": steps, "every": steps}, repeat
    return run


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
    door = page.locator("details", has_text="Change it")
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
    chosen = page.locator(".run-probe input:checked").get_attribute("aria-label")
    assert f": {probe['answer']} " in chosen
    assert whole_percents(chosen.rsplit(" ", 1)[1]) == near(100 * probe["probability"][i], digits=0)
    right = sum(one["rank"][i] == 1 for one in PROBES)
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
    assert page.locator(".run-tick").all_inner_texts() == ["0", "100", "1,000", "1,800"]
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
    assert start in output
    assert f"Its loss, {FIRST}, is no better than no idea at all." in output


def test_a_chosen_probe_is_read_by_the_model_of_that_step(see):
    """The picture's guesses are the record's, but for the byte that each weight has."""
    run = TrainingRun(step=487)
    run.probe = 8
    page = see(run)

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


def test_a_run_from_a_press_to_its_end(open_widget):
    page = open_widget(brief(), width=1280)
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
    assert page.evaluate("document.activeElement.className") == "run-go"
    run = page.locator(".run-loss path.run-now").get_attribute("d")
    assert re.fullmatch(r"M0\.00 [\d.]+L100\.00 [\d.]+", run)  # scored at the first and last step
    assert page.locator(".run-name:visible").all_inner_texts() == ["the book’s run", "your run"]
    loss = float(slider(page).get_attribute("aria-valuetext").rsplit(" ", 1)[1])
    assert 4 < loss < 7  # near ln V: it has read 320 pairs
    assert page.get_by_text("Your BERT has learned.").is_visible()
    assert page.locator(".run-title").text_content() == "Step 40:"
    page.wait_for_function("() => document.querySelectorAll('.alive-panel li').length")


def test_it_can_be_stopped_and_waits_while_nobody_looks(open_widget):
    page = open_widget(brief(8000), width=1280)
    page.evaluate(ORDERS)
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "s left$")
    page.evaluate(HIDDEN, True)
    page.evaluate(HIDDEN, False)
    page.locator(".run-go").click()
    wait_for(page, ".run-state", "^stopped after [1-9]")
    assert page.evaluate("commands") == ["train", "pause", "resume", "stop"]
    done = page.locator(".run-state").text_content()
    assert int(re.search(r"after ([\d,]+)", done)[1].replace(",", "")) < 8000


def test_own_words_are_learned_and_asked_about(open_widget):
    page = open_widget(brief(repeat=30), width=1280)
    page.locator("summary", has_text="Change it").click()
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
