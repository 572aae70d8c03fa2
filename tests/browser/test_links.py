"""Links with a widget's state: made by its button, followed in a new and the same page."""

import json
import re
from urllib.parse import quote, unquote

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import (
    AttentionMicroscope,
    AttentionView,
    ByHand,
    Check,
    ContextProbe,
    FindTheBug,
    InputBuilder,
    MaskingLab,
    MeaningSearch,
    PairGame,
    ReadingReach,
    ShapeExplorer,
    Successors,
    TeachIt,
    TrainingRun,
    TurningArrows,
)
from bert_lab.measures import recorded
from bert_lab.search.passages import Passage, Query
from bert_lab.world.mini_world import generate_stories
from tests.helpers.browser_cases import assert_grows, widgets_ready
from tests.helpers.in_browser import page_of

TEXT = "i went to the bank to deposit cash"
BUTTON = "Copy a link to this state"


@pytest.fixture(scope="module")
def widgets():
    model, tokenizer = load_mini_bert()
    maps = recorded("sense_maps")["maps"]
    return {
        "attention": AttentionView(model, tokenizer, TEXT, query=5),
        "by-hand": ByHand(part="weights"),
        "check:many": Check.number(
            "How many?", label="many", answer=5, near={4: "One more."}, because="So it is."
        ),
        "bug": FindTheBug(TEXT, tokenizer),
        "context": ContextProbe(model, tokenizer, TEXT, TEXT, word="bank", maps=maps),
        "input": InputBuilder(model, tokenizer, TEXT),
        "masking": MaskingLab(TEXT, tokenizer, model),
        "microscope": AttentionMicroscope(model, tokenizer, TEXT, step=4),
        "reach": ReadingReach(TEXT),
        "shapes": ShapeExplorer("tiny"),
        "successors": Successors(),
        "teach": TeachIt(),
        "train": TrainingRun(),
        "search": MeaningSearch(
            [Passage("a", "a", "a text")],
            [Query("plain", "first?", ("a",)), Query("plain", "second?", ("a",))],
            {"by words": torch.tensor([[1.0], [0.0]])},
            examples=[1],
        ),
        "pairs": PairGame(model, tokenizer, generate_stories(200, seed=5), num=5),
    }


def _attend(page):
    door = page.get_by_text("Your own text", exact=True)
    door.click()
    page.get_by_label("Text", exact=True).fill("a & b # <img src=x> 🦜 שלום")
    door.click()
    page.get_by_role("button", name="Block 2, head 3").click()


def _answer(page):
    page.locator("input").fill("4 & # <img src=x> 🦜")
    page.keyboard.press("Enter")


def _compare(page):
    page.get_by_label("Word", exact=True).select_option("crane")
    page.get_by_label("Second sentence").fill("a & b # <img src=x> 🦜 crane")
    page.get_by_label("map of layer 2").check(force=True)


def _build(page):
    page.get_by_role("textbox", name="Text B").fill("a & b # <img src=x> 🦜 שלום")
    page.get_by_role("slider").press("ArrowLeft")


def _point(page):
    page.get_by_label("cash, word 8").check(force=True)


def _mask(page):
    page.get_by_role("button", name="cash", exact=True).click()
    chip = page.locator(".lab-row").nth(8).locator("button.lab-chip")
    chip.click()
    chip.click()


def _magnify(page):
    page.get_by_label("Text", exact=True).fill("a & b # <img src=x> 🦜 שלום")
    page.get_by_role("slider", name="Who asks").press("End")
    page.get_by_role("radio", name="Head 3").check(force=True)


def _weigh(page):
    page.get_by_label("W_v, row 2, column 2").fill("-1/2")
    page.locator("label", has_text="To the loss").click()
    page.get_by_role("button", name="Check my sheet").click()
    page.get_by_label("m, number 1", exact=True).fill("<i> & # 🦜")


def _hunt(page):
    page.get_by_role("button", name="Another procedure").click()
    page.get_by_role("button", name="Draw 100", exact=True).click()
    page.get_by_role("button", name="nothing is wrong").click()


def _resize(page):
    page.get_by_text("Sizes of your own", exact=True).click()
    page.get_by_role("spinbutton", name="D: ").fill("96")
    page.get_by_text("Sizes of your own", exact=True).click()  # growth is that of one change


def _replace(page):
    page.get_by_role("button", name="ELECTRA").click()
    door = page.get_by_text("One change at a time")
    door.click()
    page.get_by_role("button", name="norm before").click()
    door.click()


def _drag(page):
    page.get_by_role("slider", name="Steps of training").press("Home")
    page.get_by_text("Twenty words", exact=True).click()
    page.get_by_title("a … is flying").click()
    page.get_by_text("Twenty words", exact=True).click()


def _teach(page):
    page.get_by_role("button", name="requests").click()
    page.get_by_role("slider").press("ArrowLeft")
    door = page.get_by_text("How they learn")
    door.click()
    page.get_by_label("learning rate").select_option("0.001")
    door.click()


def _play(page):
    page.get_by_role("button", name="B does not").click()


def _ask(page):
    page.get_by_role("button", name="second?").click()


CHANGES = {
    "attention": _attend,
    "by-hand": _weigh,
    "check:many": _answer,
    "bug": _hunt,
    "context": _compare,
    "input": _build,
    "masking": _mask,
    "microscope": _magnify,
    "reach": _point,
    "shapes": _resize,
    "successors": _replace,
    "teach": _teach,
    "train": _drag,
    "search": _ask,
    "pairs": _play,
}


def contents(page):
    """The widget's texts and inputs, without the button's answer."""
    loading = "[...document.querySelectorAll('.lab-label')].some((el) => el.checkVisibility())"
    page.wait_for_function(f"() => !{loading}")  # until the model is there
    page.wait_for_timeout(400)  # announcements wait for a pause
    row = page.locator(".bw-row", has=page.get_by_role("button", name=BUTTON)).inner_text()
    parts = page.locator(".bert-widget > :not(.lab-below)").all_inner_texts()
    rolls = r"chosen in \d+ of \d+, .* expected\n"  # no link tells what was counted of them
    texts = [re.sub(rolls, "", text.replace(row, "")) for text in parts]
    inputs = page.locator(".bert-widget :is(input, select)")
    values = inputs.evaluate_all("all => all.map((el) => [el.value, el.checked])")
    return texts, values


def fragment_of(page):
    return page.evaluate("location.hash")


@pytest.mark.parametrize("name", CHANGES)
def test_a_link_brings_back_what_was_seen(open_widget, widgets, name):
    page = open_widget(widgets[name])
    before = contents(page)
    CHANGES[name](page)
    button = page.get_by_role("button", name=BUTTON)
    button.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == BUTTON
    page.get_by_text("address bar holds it").wait_for()  # once the clipboard has answered
    fragment, seen = fragment_of(page), contents(page)
    assert fragment.startswith(f"#{name}=")
    assert seen != before
    again = open_widget(widgets[name], fragment)
    assert contents(again) == seen
    assert again.title() == "A widget"
    assert again.locator("img").count() == 0


def test_the_link_is_in_the_clipboard_too(open_widget, widgets):
    page = open_widget(widgets["shapes"])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=BUTTON).click()
    page.get_by_text("Copied. The address bar holds it, too.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_link_followed_on_the_page_itself(open_widget, widgets):
    page = open_widget(widgets["shapes"])
    page.evaluate("hash => { location.hash = hash }", '#shapes={"D":96,"N":8}')
    page.get_by_text("Sizes of your own", exact=True).click()
    number = page.get_by_role("spinbutton", name="D: ")
    page.wait_for_function("el => el.value === '96'", arg=number.element_handle())


HOSTILE = [
    '{"text":5}',
    '{"text":"a","weights":""}',
    '{"__proto__":{"text":"a"}}',
    '{"head":-1}',
    '{"tokens":["<img src=x onerror=alert(1)>"]}',
    '{"chosen":[0],"outcomes":["mask"]}',
    '{"word":"constructor"}',
    '{"max_len":1e9,"position":0.5}',
    '{"D":"96"}',
    '{"D":-96}',
    '{"step":9}',
    '{"probe":99}',
    '{"answers":[1]}',
    '{"mystery":1,"trials":1e9}',
    '{"by":-1}',
    "[" * 5_000,
    "</script><script>document.title = 1</script>",
    "<img src=x onerror=\"document.title='broken'\">",
]


@pytest.mark.parametrize("name", CHANGES)
def test_hostile_links_do_nothing(open_widget, widgets, name):
    page = open_widget(widgets[name])
    before = contents(page)
    for text in [*HOSTILE, *map(quote, HOSTILE), "%", "%ff%fe"]:
        page.evaluate("hash => { location.hash = hash }", f"#{name}={text}")
        page.get_by_text("it has changed nothing").evaluate("el => { el.textContent = '' }")
    assert contents(page) == before
    assert page.title() == "A widget"
    assert page.locator("img").count() == 0


def test_what_a_link_says_can_be_read(open_widget, widgets):
    page = open_widget(widgets["attention"])
    page.get_by_role("button", name=BUTTON).click()
    state = json.loads(unquote(fragment_of(page).removeprefix("#attention=")))
    choice = {"block": 0, "head": 0, "query": 5, "alone": False}
    assert state == {"text": TEXT, "second": "", "hidden": [], "cut": []} | choice


def test_letters_of_twice_the_size_stay_within_the_page(new_page, folder, widgets):
    """With all doors open: what is too wide scrolls in its own box."""
    shown = [*widgets.values(), TurningArrows(["crane", "flying"])]
    names, page = [one._name for one in shown], new_page(width=352)
    html = page_of(names, "".join(one.static_html() for one in shown))
    (folder / "page.html").write_text(html, "utf-8")
    page.goto((folder / "page.html").as_uri())
    widgets_ready(page)
    page.evaluate("document.querySelectorAll('main details').forEach((el) => { el.open = true; })")
    page.wait_for_selector(".ib-numbers")  # made when its door opens
    assert_grows(page, 352)
