"""TrainingGround in a browser: a real run of the trainer, small, from file:// under the policy."""

import json
import re
from urllib.parse import quote

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import recorded
from bert_lab.look.widgets import BertAlive, TrainingGround
from book.widgets import scripts
from tests.browser.conftest import page_of
from tests.browser.test_site import AXE, VIOLATIONS
from tests.helpers.browser_cases import HOSTILE, SMALL, as_in_the_book, assert_harmless, percent

# A run of a second: what is learned in it is little, but all of it happens.
BRIEF = {"steps": 40, "every": 40, "stories": 60, "batch": 8}
OWN = "my robot has a purple antenna\nthe robot beeps when the antenna is wet"
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
    page.locator(".ground-go").click()
    wait_for(page, ".ground-state", "^(done|stopped)")
    wait_for(page, ".ground-go", "Train again")


def numbers(page):
    """The rows of the table: a run's name, and its cells."""
    return page.locator("tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )


def test_a_run_from_a_press_to_its_end_and_another_beside_it(open_widget):
    page = open_widget(TrainingGround(recipe=BRIEF), width=1280)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_selector(".alive-mask")
    promised = page.locator(".ground-loss .ground-book").get_attribute("d")
    assert len(re.findall("[ML]", promised)) == 20  # the record's steps
    assert not page.locator(".ground-loss path.ground-now").get_attribute("d")
    page.locator(".ground-go").focus()
    page.keyboard.press("Enter")
    wait_for(page, ".ground-state", "^done: 40 steps")
    assert [url for url in asked if "page_trainer.js" in url]  # only now
    assert all(url.startswith(("file:", "blob:")) for url in asked)
    assert page.evaluate("document.activeElement.className") == "bw-primary ground-go"
    run = page.locator(".ground-loss path.ground-now").get_attribute("d")
    assert re.fullmatch(r"M0\.00 [\d.]+L100\.00 [\d.]+", run)  # scored at the first and last step
    book, mine = numbers(page)
    record = recorded("probes")
    loss, nsp = (record["held_out"][name][-1] for name in ("mlm_loss", "nsp_accuracy"))
    right = sum(probe["rank"][-1] == 1 for probe in record["probes"])
    steps = record["steps"][-1]
    assert book[1:5] == [f"{steps:,}", f"{loss:.2f}", percent(nsp), str(right)]
    assert mine[:2] == ["yours: a recipe of your own, 40 steps", "40"]
    assert 4 < float(mine[2]) < 7  # near ln V: it has read 320 pairs
    assert page.locator(".ground-title").text_content() == "Yours, step 40:"
    page.wait_for_function("() => document.querySelectorAll('.alive-panel li').length")
    page.locator(".ground-presets button", has_text="left to right").click()
    assert page.locator("[aria-pressed=true]", has_text="left to right").count() == 1


def test_two_runs_side_by_side_and_what_three_seeds_found(open_widget):
    page = open_widget(TrainingGround(recipe=BRIEF | {"config": {"causal": True}}), width=1280)
    train(page)
    assert numbers(page)[1][3] == "–"  # from left to right nobody asks for next sentences
    assert not page.locator(".ground-next path.ground-now").get_attribute("d")
    page.locator("summary", has_text="Recipe").click()
    page.get_by_label("Blocks").select_option("1")  # another structure takes another picture
    train(page)
    assert page.locator(".ground-legend .ground-earlier").is_visible()
    assert [row[0] for row in numbers(page)][1:] == [
        "before: a recipe of your own, 40 steps",
        "yours: a recipe of your own, 40 steps",
    ]
    page.wait_for_function("() => document.querySelectorAll('.alive-stage').length === 4")
    assert "another seed" in page.locator(".ground-about").text_content()


def test_it_can_be_stopped_and_waits_while_nobody_looks(open_widget):
    page = open_widget(TrainingGround(recipe=BRIEF | {"steps": 8000, "every": 8000}), width=1280)
    page.evaluate(ORDERS)
    page.locator(".ground-go").click()
    wait_for(page, ".ground-state", "^step [1-9]")
    page.evaluate(HIDDEN, True)
    page.evaluate(HIDDEN, False)
    page.locator(".ground-go").click()
    wait_for(page, ".ground-state", "^stopped after [1-9]")
    assert page.evaluate("commands") == ["measure", "train", "pause", "resume", "stop"]
    assert int(numbers(page)[1][1].replace(",", "")) < 8000


def test_own_words_are_learned_and_asked_about(open_widget):
    page = open_widget(TrainingGround(recipe=BRIEF, repeat=30), width=1280)
    page.locator("summary", has_text="Own words").click()
    page.get_by_role("textbox", name="Own words").fill(OWN)
    train(page)
    asked = page.locator(".ground-questions li")
    assert asked.locator("button").all_text_contents() == [
        "my robot has a ▁▁▁ antenna",
        "my robot has a purple ▁▁▁",
        "the robot ▁▁▁ when the antenna is wet",
        "the robot beeps ▁▁▁ the antenna is wet",
    ]
    assert all("%" in text for text in asked.locator("b").all_text_contents())
    asked.locator("button").first.click()
    wait_for(page, ".alive-words", "antenna")
    assert page.locator(".alive-unknown").count() == 0  # the model's own vocabulary has them
    page.get_by_role("textbox", name="Own words").fill("only one")
    page.locator(".ground-go").click()
    wait_for(page, ".ground-words .bw-alert", "Story 1 has one sentence only")
    assert page.locator(".ground-title").text_content() == "Yours, step 40:"  # the last run stays


def test_what_was_trained_goes_into_the_other_widgets(new_page, tmp_path):
    for name, text in scripts().items():
        (tmp_path / name).write_text(text, "utf-8")
    other = BertAlive(*load_mini_bert(), "a crane is flying", hidden=[2])
    both = (other, TrainingGround(recipe=BRIEF))
    html = "".join(widget.static_html() for widget in both)
    (tmp_path / "page.html").write_text(page_of([one._name for one in both], html), "utf-8")
    page = new_page(width=1280)
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_selector("[data-afm=training_ground][data-afm-ready]")
    page.locator("summary", has_text="Keep it").click()
    use = page.get_by_role("button", name="Use it in the whole book")
    assert use.is_disabled()  # there is nothing yet
    train(page)
    use.click()
    wait_for(page, "[data-afm=bert_alive] .bw-yours", "your BERT, trained just now")
    assert page.locator("[data-afm=training_ground] .bw-yours").count() == 0


@pytest.mark.parametrize(("width", "most"), [(1280, 700), (360, 800)])
def test_it_fits_and_its_height_stays(open_widget, width, most):
    page = open_widget(TrainingGround(recipe=BRIEF), width=width)
    as_in_the_book(page, {1280: 688, 360: 328}[width])
    page.wait_for_selector(".alive-mask")
    height = page.evaluate(HEIGHT)
    assert height <= most
    train(page)
    assert page.evaluate(HEIGHT) == height
    page.locator(".bw-probe").last.click()  # the longest
    wait_for(page, ".alive-words", "sister")
    assert page.evaluate(HEIGHT) == height
    page.get_by_role("textbox", name="Your sentence").fill("one two three " * 9)
    wait_for(page, ".ground-words .bw-alert", "makes 29 tokens; the picture has room for 20")
    assert page.evaluate(HEIGHT) == height
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_it_on_a_small_phone(open_widget, theme):
    page = open_widget(TrainingGround(), width=360, theme=theme, reduced_motion="reduce")
    page.wait_for_selector(".alive-mask")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    probes, words = (
        set(page.locator(kind).all_text_contents()) for kind in (".bw-probe", ".alive-word")
    )
    # Rows are lower than a finger: who can't hit one has the field to type in.
    assert set(page.evaluate(SMALL)) <= probes | words | {"1", "2", "3", "4"}
    for summary in page.locator("summary").all():
        summary.click()
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []
    moves = "el => getComputedStyle(el).transitionDuration"
    assert page.locator(".bw-probe-dot").first.evaluate(moves) == "0s"


def test_a_browser_without_simd_is_told(open_widget):
    page = open_widget(TrainingGround(), width=390)
    page.evaluate("() => { WebAssembly.validate = () => false; }")
    page.locator(".ground-go").click()
    wait_for(page, ".ground-words .bw-alert", "no WebAssembly with SIMD")
    assert page.locator(".ground-go").text_content() == "Train"


def test_a_link_sets_the_recipe_and_runs_nothing(open_widget):
    state = {"recipe": {"rate": 0.01, "warmup": 0}, "text": "the <mask> flew", "hidden": []}
    page = open_widget(TrainingGround(), f"#train={quote(json.dumps(state))}", width=1280)
    assert page.locator("[aria-pressed=true]", has_text="rate 0.01").count() == 1
    wait_for(page, ".alive-words", "flew")
    assert page.locator(".ground-go").text_content() == "Train"
    assert page.get_by_role("textbox", name="Your sentence").input_value() == "the <mask> flew"


def test_hostile_words_stay_text(open_widget):
    page = open_widget(TrainingGround(recipe=BRIEF, own="<b>x</b> y\nz <i>"), width=360)
    page.wait_for_selector(".alive-mask")
    train(page)
    for text in HOSTILE:
        page.get_by_role("textbox", name="Your sentence").fill(text)
        assert_harmless(page, 360)
    assert page.locator(".bert-widget b b, .bert-widget i i").count() == 0
