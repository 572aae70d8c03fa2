"""Riddle: the shipped BERT solves each; guesses are judged kindly; a press takes a word away."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive, Riddle
from bert_lab.look.widgets.riddle import GAP, RIDDLES
from tests.helpers.browser_cases import focused, percent, widgets_ready
from tests.helpers.in_browser import page_of
from tests.helpers.paths import ROOT
from tests.helpers.static_html import Page


def without(word, press):
    """What BERT says in the line that has this word once nothing reads it: word -> share."""
    (line,) = (line for line in RIDDLES[word]["lines"] if press in re.findall(r"\w+", line))
    at = 1 + re.findall(r"\w+", line).index(press)  # the gap is a word of underscores
    gap = 1 + re.findall(r"\w+", line).index(GAP)
    text = line.replace(GAP, word)
    cut = BertAlive(*load_mini_bert(), text, hidden=[gap])
    cut.cut = [[-1, -1, -1, at]]
    return cut.guesses[0]


@pytest.mark.parametrize("word", RIDDLES)
def test_the_shipped_bert_solves_it_and_needs_the_word_to_press(word):
    """Also after another training: a BERT that ships solves all."""
    for guess in Riddle(word).guesses:
        assert next(iter(guess)) == word
        assert guess[word] > 0.5
    assert next(iter(without(word, RIDDLES[word]["press"]))) != word


def test_a_riddle_from_guess_to_the_next(open_widget):
    """What the page computes is what PyTorch computes."""
    page = open_widget(Riddle(), reduced_motion="reduce")
    says, shares = page.locator(".rd-says"), page.locator(".bw-number:visible")
    assert shares.count() == page.locator(".rd-arcs path").count() == 0
    page.get_by_role("button", name="Guess", exact=True).click()  # nothing was typed
    assert page.get_by_label("your word").evaluate("el => el === document.activeElement")
    page.get_by_label("your word").fill(" The MATCHES. ")
    page.keyboard.press("Enter")
    assert says.inner_text().startswith("You both said “match”.")
    assert focused(page) == says.text_content()
    first, second = Riddle().guesses
    assert shares.all_inner_texts() == [percent(guess["match"]) for guess in (first, second)]
    assert page.locator(".rd-arcs path").count() > 3
    press = page.get_by_role("group", name="Line 1").get_by_role("button", name="fire")
    press.focus()
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "a"
    press.press("Enter")
    other, match = (without("match", "fire")[word] for word in ("picture", "match"))
    assert page.locator(".rd-gap").first.inner_text() == "picture"
    assert says.inner_text() == (
        f"Without “fire” BERT says “picture”, {percent(other)}; “match” falls from "
        f"{percent(first['match'])} to {percent(match)}."
    )
    page.get_by_role("button", name="Put it back").click()
    assert page.locator(".rd-gap").first.inner_text() == "match"
    for name, typed, answer in (
        ("bark", "dog", "To “dog” it gave <1\u00a0% in the first gap"),
        ("bat", "cigarette", "“cigarette” may fit as well"),
        ("bank", "", "BERT says “bank” both times."),
        ("pitch", "pitch", "That was the last of 5: BERT 5, you 2."),
    ):
        page.get_by_role("button", name="Another riddle").click()
        page.get_by_label("your word").fill(typed)
        button = "Guess" if typed else "I don’t know"
        page.get_by_role("button", name=button, exact=True).click()
        assert answer in says.inner_text()
        assert page.locator(".rd-gap").all_inner_texts() == [name] * 2
    assert page.get_by_role("button", name="Another riddle").count() == 0
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Send this one").click()
    page.get_by_text("Copied").wait_for()
    letter = page.evaluate("navigator.clipboard.readText()")
    assert "\nThe ▮ of the song was too high for the boy.\n" in letter
    assert re.search(r"BERT 5, I 2\. And you\? file:.*/r/pitch/$", letter)


def test_a_link_opens_its_riddle_and_a_solved_one_asks_nothing(open_widget):
    page = open_widget(Riddle(), "?r=bark")
    assert page.locator(".rd-text").first.inner_text().startswith("The dog gave one loud")
    page = open_widget(Riddle("bat", solved=True))
    assert page.locator(".rd-gap").all_inner_texts() == ["bat"] * 2
    assert page.locator("form:visible").count() == 0
    assert page.get_by_role("button", name="Another riddle").count() == 0


def test_beside_a_widget_that_shows_the_readers_own_model_it_has_the_books(new_page, folder):
    """That widget's script may come between the riddle's and the model."""
    shown = [Riddle(solved=True), BertAlive(*load_mini_bert(), "a crane", compact=True)]
    names = [widget._name for widget in shown]
    html = page_of(names, "".join(widget.static_html() for widget in shown))
    (folder / "page.html").write_text(html, "utf-8")
    page = new_page()
    page.goto((folder / "page.html").as_uri())
    widgets_ready(page)
    assert page.locator(".rd-gap").all_inner_texts() == ["match"] * 2


def test_without_scripts_the_answer_is_folded():
    page = Page(Riddle("bark").static_html())
    assert page.texts["p"][:2] == ["The dog gave one loud ____.", "The ____ of the tree was white."]
    assert page.texts["summary"] == ["Which word?"]
    assert (
        "The dog gave one loud bark." in Page(Riddle("bark", solved=True).static_html()).texts["p"]
    )


def test_the_first_page_has_it():
    assert f"\n{Riddle().static_html()}\n" in (ROOT / "intro.md").read_text("utf-8")
