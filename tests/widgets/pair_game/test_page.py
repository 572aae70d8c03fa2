"""PairGame in a browser: by keyboard and by mouse; the model's answers are PyTorch's."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import PairGame
from bert_lab.look.widgets.pair_game import FALSE, NEXT
from bert_lab.world.mini_world import generate_stories

STORIES = list(dict.fromkeys(generate_stories(200, seed=5)))
# How many dots each lane has: {kind: [yours wrong, the model's wrong, yours right, the model's]}.
DOTS = """() => Object.fromEntries([...document.querySelectorAll("li.pg-lane")].map((lane) =>
  [lane.firstElementChild.firstChild.textContent,
   [...lane.querySelectorAll(".bw-pile")].map((pile) =>
     (pile.firstElementChild.offsetWidth + pile.children[1].offsetHeight) / pile.offsetHeight)]))"""


@pytest.fixture(scope="module")
def shipped():
    return load_mini_bert()


@pytest.fixture(scope="module")
def game(shipped):
    return PairGame(*shipped, STORIES, num=6, seed=1)


@pytest.fixture(scope="module")
def long_game(shipped):
    return PairGame(*shipped, STORIES, num=24, seed=1)


LANE = re.compile(r"(\d+) answered, you right (\d+)(?:, the model (\d+))?")


def totals(page):
    """How many pairs are answered, and how many of them each has right, by all lanes."""
    lanes = [LANE.search(text) for text in page.locator("li.pg-lane").all_text_contents()]
    return [sum(int(lane[i] or 0) for lane in lanes) for i in (1, 2, 3)]


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def played(page):
    """Waits until the model is here."""
    page.wait_for_function(
        "() => document.querySelector('li.pg-lane').textContent.includes('the model')"
    )
    return page


def focused(page):
    return page.evaluate("document.activeElement.firstChild?.textContent")


def sentence(page):
    return page.locator(".bw-says").inner_text()


def test_a_whole_game_by_keyboard(open_widget, game):
    page = played(open_widget(game))
    truth = [one["kind"] == NEXT for one in game.questions]
    says = [p > 0.5 for p in game.probabilities]
    right = sum(a == b for a, b in zip(says, truth, strict=True))
    page.get_by_text(f"The model will have {right} of these 6 right.").wait_for()
    for _ in range(2):
        page.keyboard.press("Tab")  # "B does not", all the time
    for i, (one, p) in enumerate(zip(game.questions, game.probabilities, strict=True)):
        assert page.get_by_text(f"Pair {i + 1} of 6", exact=True).is_visible()
        assert page.locator(".pg-card span").all_inner_texts() == [one["first"], one["second"]]
        assert page.locator("mark, .pg-verdict:visible").count() == 0
        assert focused(page) == "B does not"
        page.keyboard.press(["Enter", "Space", "x"][i % 3])
        page.get_by_text(f"Not next: {one['kind']}." * (not truth[i]) or "really next.").wait_for()
        heard = page.locator("[role=status].bw-unseen").text_content()
        assert f"You said “not next”: {'wrong' if truth[i] else 'right'}" in heard
        assert f"to “next”: {'right' if says[i] == truth[i] else 'wrong'}." in heard
        percent = int(re.search(r"gives [<>]?(\d+)\u00a0% to “next”", heard)[1])
        assert percent == pytest.approx(100 * p, abs=1.1)
        assert page.locator(".bw-guess").all_inner_texts() == [
            "not next",
            "next" if says[i] else "not next",
        ]
        assert page.locator(".pg-mark").all_inner_texts() == [
            "✗" if truth[i] else "✓",
            "✓" if says[i] == truth[i] else "✗",
        ]
        page.keyboard.press("n")  # the pair is judged, and stays
        assert totals(page)[0] == i + 1
        assert focused(page) == ("Next pair" if i < 5 else "The score")
        page.keyboard.press("Enter")
    assert totals(page) == [6, truth.count(False), right]
    assert "That was the last pair: you have" in page.locator(".pg-stage").inner_text()
    page.keyboard.press("x")  # no more to answer
    assert totals(page)[0] == 6
    assert focused(page) == "Start again"
    page.keyboard.press("Enter")
    assert totals(page) == [0, 0, 0]
    assert focused(page) == "B comes next"
    assert page.locator(".pg-verdict:visible").count() == 0


def test_a_judged_pair_shows_the_words_that_count(open_widget, long_game):
    """Those that the count of neighbouring sentences finds; one sentence says what they tell."""
    page = played(open_widget(long_game))
    told = {
        (True, True): "The words give it away:",
        (False, False): "The words give it away:",
        (False, True): "The words fit",
    }
    for one in long_game.questions[:10]:
        button(page, "B comes next").click()
        clue = one["clue"]
        marked = [card.locator("mark") for card in page.locator(".pg-card").all()]
        for words, word in zip(marked, (clue["first"], clue["second"]), strict=True):
            assert set(words.all_inner_texts()) == {word}
        met = f"{clue['met']:,}" if clue["met"] else "no"
        chance = f"{clue['chance']:g}"
        page.get_by_text(f"meet in {met} neighbouring sentences").wait_for()
        assert told[one["kind"] == NEXT, clue["met"] > clue["chance"]] in sentence(page)
        assert sentence(page).endswith(f"chance would make it {chance}.")
        page.locator(".pg-on").click()


def test_lanes_show_who_is_right_by_kind(open_widget, long_game):
    page = played(open_widget(long_game, "#pairs=answers:[" + ",".join(["true"] * 20) + "]"))
    truth = [one["kind"] == NEXT for one in long_game.questions][:20]
    says = [p > 0.5 for p in long_game.probabilities]
    expected = {kind: [0, 0, 0, 0] for kind in (NEXT, *FALSE)}
    for i, one in enumerate(long_game.questions[:20]):
        expected[one["kind"]][2 if truth[i] else 0] += 1
        expected[one["kind"]][3 if says[i] == truth[i] else 1] += 1
    dots = page.evaluate(DOTS)
    assert list(dots) == [NEXT, *FALSE]
    assert dots == expected
    easy, hard = FALSE[0], FALSE[1:]
    others = [sum(expected[kind][i] for kind in hard) for i in range(4)]
    button(page, "The score").click()
    page.get_by_text(
        f"False pairs that the topic gives away: you 0 of {expected[easy][0]} right, "
        f"the model {expected[easy][3]}. "
        f"Others: you 0 of {others[0]}, the model {others[3]}."
    ).wait_for()
    label = page.locator("li.pg-lane").first.text_content()
    you, model = expected[NEXT][2:]
    assert label == f"{NEXT}: {truth.count(True)} answered, you right {you}, the model {model}"


def test_without_its_model_the_reader_plays_alone(open_widget):
    model, tokenizer = load_mini_bert()
    model.nsp.output.bias.data += 1
    page = open_widget(PairGame(model, tokenizer, STORIES, num=3))
    button(page, "B comes next").click()
    assert "you play alone" in page.locator("main").inner_text()
    assert page.locator(".pg-verdict:visible").count() == 1
    button(page, "Next pair").click()
    page.get_by_text("of 1 right.").wait_for()
    assert [model for *_, model in page.evaluate(DOTS).values()] == [0, 0, 0]
