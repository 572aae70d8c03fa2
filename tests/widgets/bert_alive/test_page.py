"""BertAlive in a browser: everything by keyboard, mouse and touch; the numbers are Python's."""

import re

import pytest

from bert_lab.ask import pseudo_log_likelihood, score_words
from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive
from bert_lab.look.widgets.bert_alive import EXAMPLES
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
    return page.get_by_role("textbox", name=f"Text {text}")


def message(page):
    text = " ".join(page.locator(".alive-line, .alive-below").all_inner_texts())
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
    assert_says(page, "Hidden one by one, ")


def test_what_is_read_is_cut_and_mended(see, hero, shipped):
    page, cut = see(hero), BertAlive(*shipped)
    word(page, 2).focus()
    chips = page.locator(".alive-chip:visible")
    key, share = read_most(hero, 1, 2)
    read = hero.tokens[key]
    assert chips.first.text_content() == f"Cut {read} {share}"
    chips.first.focus()  # the trace stays while the focus is inside
    page.keyboard.press("Enter")
    cut.cut = [[1, -1, 2, key]]
    assert_guesses(page, cut)
    assert_says(page, f"“<mask>” no longer reads “{read}” ({share}): {changed(hero, cut)}.")
    assert chips.first.get_attribute("aria-pressed") == "true"
    chips.nth(1).click()
    assert_says(page, "One by one they would cost")
    chips.nth(1).click()
    chips.first.click()  # mends
    assert_guesses(page, hero)
    chips.first.click()
    page.keyboard.press("Escape")
    assert_guesses(page, hero)


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
    page.locator(".alive-tour .bw-primary").click()
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


def test_own_text_hides_nothing_and_unknown_words_are_said(see, hero):
    page = see(hero)
    field(page, "B").fill("")
    field(page, "A").fill("my zeppelin ate my homework")
    assert_says(page, "Hidden one by one, ")
    assert_says(page, "Not in the model’s vocabulary, so it reads <unk>: “zeppelin”, “homework”")
    assert page.locator(".alive-mask").count() == 0
    word(page, 2).click()
    page.keyboard.press("Escape")
    assert_says(page, "“zeppelin” is none of the 761 words that the model knows, so no guess can")
    field(page, "A").fill("my <mask> ate")
    assert_says(page, "One word is hidden.")


def test_the_odd_word_out_is_marked_and_pressed(see, hero, shipped):
    text = "a crane lifted the eggs"
    scores = score_words(*shipped, text)
    odd = min(scores, key=lambda one: one.probability)
    page = see(hero)
    field(page, "B").fill("")
    field(page, "A").fill(text)
    nats = f"{-pseudo_log_likelihood(scores):.1f}"
    assert_says(page, f"“{odd.token}” fits least (guess {odd.rank}); in all −{nats} nats.")
    page.locator(".alive-word:has(.bw-odd-word)").click()
    right = page.locator(".alive-panel .bw-right .bw-guess")
    right.wait_for()
    assert right.inner_text() == f"{odd.rank}. {odd.token}"
    assert page.locator(".bw-worths li, .bw-odd-word").count() == 0


FRESH = EXAMPLES[3]


def without(widget):
    """What is left of the first guess with each word cut, and the guess itself where it stands."""
    model, tokenizer = widget._model, widget._tokenizer
    place = widget.tokens.index("<mask>")
    alone = BertAlive(model, tokenizer, widget.text, hidden=widget.hidden)

    def answers():
        logits = model.mlm.decode(alone.trace.hidden_states[-1][0, place])
        return logits.double().softmax(dim=-1).detach()

    best, left = answers().argmax(), []
    for key in range(len(widget.tokens)):
        alone.cut = [] if key == place else [[-1, -1, -1, key]]
        left.append(answers()[best].item())
    return tokenizer.id_to_token(best), left


def test_coins_are_laid_first_and_burn_or_pay(see, shipped):
    """What the guess is without a word stands there only after the bet; all by keyboard."""
    bet = BertAlive(*shipped, FRESH["text"], hidden=FRESH["hidden"], bet=True)
    page = see(bet)
    (name, left), go = without(bet), page.locator(".alive-go")
    whole = round(100 * left[8])
    assert_says(page, f"Which words does the guess “{name}” need? Put 3 coins on them")
    shares = page.locator(".alive-bets .bw-number:visible")
    assert shares.all_inner_texts() == [percent(left[8])]
    assert go.is_disabled()
    coins = [3, 5, 6]
    for t in (8, 0, 3, 4, 4, 5, 6, 1):  # not the gap, no mark, one taken back, no fourth
        word(page, t).press("Enter")
    assert page.locator(".alive-laid").count() == 3
    assert word(page, 5).get_attribute("aria-pressed") == "true"
    assert "a coin lies on it" in word(page, 5).get_attribute("aria-label")
    pays = [max(0, whole - round(100 * share)) for share in left]
    go.press("Enter")
    assert_says(page, f"Without “drank”: “{name}” {whole} % → ")
    assert_says(page, f"The coin pays {pays[6]} points.")
    words = [t for t in range(len(pays)) if t != 8 and not bet.tokens[t].startswith("<")]
    most = sum(sorted((pays[t] for t in words), reverse=True)[:3])
    parts = " + ".join(str(pays[t]) for t in coins)
    assert_says(page, f"“drank”, “milk”, “with”: {parts} = {sum(pays[t] for t in coins)} points.")
    assert_says(page, f"The best 3 words would have paid {most}.")
    widest = max(words, key=bet.trace.attention_weights[-1][0, :, 8].mean(dim=0).__getitem__)
    assert_says(page, f"“{bet.tokens[widest]}”, which is read most")
    marks = [text for text in page.locator(".alive-coin").all_inner_texts() if text]
    assert marks == [f"+{pays[t]}" if pays[t] else "burns" for t in coins]
    expected = [percent(share) for share in left]
    assert eventually(lambda: shares.all_inner_texts() == expected), shares.all_inner_texts()
    word(page, 6).press("Enter")  # now a press cuts
    assert_says(page, f"Nobody reads “with” any more: {change(name, left[8], left[6])}.")
    word(page, 6).press("Enter")
    go.press("Enter")
    assert_says(page, "Put 3 coins on them")
    assert bet.text not in " ".join(page.locator(".alive-token").all_inner_texts())
