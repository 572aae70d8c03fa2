"""PairGame in a browser: by keyboard and by mouse; the model's answers are PyTorch's."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import PairGame
from bert_lab.look.widgets.pair_game import NEXT
from bert_lab.world.mini_world import Story, generate_stories
from tests.helpers.browser_cases import assert_usable

STORIES = list(dict.fromkeys(generate_stories(200, seed=5)))


@pytest.fixture(scope="module")
def game():
    return PairGame(*load_mini_bert(), STORIES, num=6, seed=1)


def totals(page):
    return [int(text) for text in page.locator("tbody tr:last-child td").all_inner_texts()]


def test_a_whole_game_by_keyboard(open_widget, game):
    page = open_widget(game)
    page.wait_for_function("!document.querySelector('table').innerText.includes('…')")
    said = page.locator("output")
    truth = [one["kind"] == NEXT for one in game.questions]
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # "Not next", all the time
    for i, (one, p) in enumerate(zip(game.questions, game.probabilities, strict=True)):
        shown = page.locator(".bw-question p:not(.bw-title)").all_inner_texts()
        assert shown == [one["first"], one["second"]]
        page.keyboard.press(["Enter", "Space", "x"][i % 3])
        text = said.inner_text()
        assert f"You said “not next”: {'wrong' if truth[i] else 'right'}" in text
        assert one["kind"] in text
        percent = re.search(r"gives (<1|\d+) %", text)[1]
        assert (0 if percent == "<1" else int(percent)) == pytest.approx(100 * p, abs=0.6)
        assert page.evaluate("document.activeElement.textContent") == "Not next"
    right = sum((p > 0.5) == is_next for p, is_next in zip(game.probabilities, truth, strict=True))
    assert totals(page) == [6, truth.count(False), right]
    assert "That was the last pair." in said.inner_text()
    page.keyboard.press("x")  # no more to answer
    assert totals(page)[0] == 6
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert totals(page) == [0, 0, 0]
    assert said.inner_text() == ""


def test_letters_answer_only_in_the_game(open_widget, game):
    page = open_widget(game)
    page.keyboard.press("n")
    assert totals(page)[0] == 0
    page.get_by_role("button", name="Start again").focus()
    page.keyboard.press("Control+n")
    assert totals(page)[0] == 0
    page.keyboard.press("n")
    assert "You said “next”" in page.locator("output").inner_text()


def test_by_mouse(open_widget, game):
    page = open_widget(game)
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Not next").click()
    assert totals(page)[0] == 2
    assert page.get_by_text("Pair 3 of 6").is_visible()


def test_without_its_model_the_reader_plays_alone(open_widget, game):
    model, tokenizer = load_mini_bert()
    model.nsp.output.bias.data += 1
    page = open_widget(PairGame(model, tokenizer, STORIES, num=3))
    page.get_by_role("button", name="Next", exact=True).click()
    assert "you play alone" in page.locator("main").inner_text()
    assert "of 1 right." in page.locator("output").inner_text()


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, game, width, theme):
    page = open_widget(game, width=width, theme=theme)
    page.get_by_role("button", name="Next", exact=True).click()
    assert_usable(page, width)


def test_hostile_text_stays_text(open_widget):
    bad = "<img src=x onerror=\"document.title='broken'\"> " + "x" * 500
    stories = [
        Story(topic, (f"{bad} {i}", f"b {topic} {i}", "c")) for topic in "ab" for i in range(2)
    ]
    page = open_widget(PairGame(*load_mini_bert(), stories, num=1), width=360)
    page.get_by_role("button", name="Next", exact=True).click()
    assert page.title() == "A widget"
    assert page.locator("img, main script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
