"""AttentionView in a browser: by keyboard, mouse and touch; numbers are PyTorch's."""

import re

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import AttentionView
from tests.helpers.browser_cases import (
    change,
    eventually,
    focused,
    percent,
)
from tests.helpers.close import near

TEXT = "i went to the bank to deposit cash"


@pytest.fixture(scope="module")
def shipped():
    return load_mini_bert()


@pytest.fixture(scope="module")
def view(shipped):
    return AttentionView(*shipped, TEXT, hidden=[5], query=5)


def answers(view):
    """The shares of all words where the view asks."""
    logits = view._model.mlm.decode(view.trace.hidden_states[-1][0, view.query])
    return logits.double().softmax(dim=-1).detach()


def without(view):
    """What is left of the first guess with each word cut as well as what is cut."""
    model, tokenizer = view._model, view._tokenizer
    alone = AttentionView(model, tokenizer, view.text, hidden=view.hidden, query=view.query)
    best, left = answers(alone).argmax(), []
    for key in range(len(view.tokens)):
        alone.cut = [*view.cut, [-1, -1, -1, key]]
        left.append(answers(alone)[best].item())
    return best, left


def assert_answers(page, view):
    """Behind each word stands what is left without it; at the one that reads, the guess itself."""
    best, left = without(view)
    left[view.query] = answers(view)[best].item()
    rows = page.locator(".attend-answers .bw-number")
    expected = [percent(share) for share in left]
    assert eventually(lambda: rows.all_inner_texts() == expected), (rows.all_inner_texts(), left)
    row = page.locator(".attend-answers .attend-query .bw-guess")
    assert row.inner_text() == view._tokenizer.id_to_token(best)


def reads(view, block=-1, head=None):
    """What the token that asks reads of each, on average or in one head."""
    weights = view.trace.attention_weights[block][0, :, view.query]  # (N, T)
    return weights.mean(dim=0) if head is None else weights[head]


def changed(view, cut):
    """What a cut makes of the first guess, in words."""
    before, after = answers(view), answers(cut)
    best = before.argmax()
    return change(view._tokenizer.id_to_token(best), before[best].item(), after[best].item())


def assert_reads(page, view, block=-1, head=None):
    """Before each word stands what is read of it."""
    row = reads(view, block, head).tolist()
    expected = [f"{100 * share:.0f}" if share >= 0.005 else "" for share in row]
    shown = "all => all.map((el) => el.dataset.share)"
    words = page.locator(".attend-word")
    assert eventually(lambda: words.evaluate_all(shown) == expected), expected


def shown(page):
    """Rows of the map: percentages as whole numbers."""
    page.evaluate("() => { document.querySelector('.bw-more').open = true; }")
    page.locator(".bw-map").wait_for()
    return [
        [int(cell) for cell in row.locator("td").all_inner_texts()]
        for row in page.locator(".bw-map tbody tr").all()
    ]


def assert_map(page, view, block=0, head=0):
    weights = view.trace.attention_weights[block][0, head].mul(100).tolist()
    assert eventually(lambda: len(shown(page)) == len(weights))
    for row, theirs in zip(shown(page), weights, strict=True):
        assert row == near(theirs, digits=0)


def word(page, t):
    return page.locator(".attend-word").nth(t)


def head_button(page, block, head):
    return page.get_by_role("button", name=f"Block {block}, head {head}")


def text(page):
    """The reader's own, behind its door."""
    field = page.get_by_label("Text", exact=True)
    if not field.is_visible():
        page.get_by_text("Your own text", exact=True).click()
    return field


def assert_says(page, words):
    live = page.locator("output")
    words = words.replace("\u00a0", " ")
    assert eventually(lambda: words in live.inner_text().replace("\u00a0", " ")), live.inner_text()


def test_before_any_click_what_is_read_stands_beside_what_is_needed(see, view):
    page = see(view)
    assert page.locator(".bw-question").inner_text() == "What does it read, and does it need it?"
    assert_answers(page, view)
    assert_reads(page, view)
    row, (best, left) = reads(view), without(view)
    others = [t for t in range(len(view.tokens)) if t != view.query]
    read, needed = max(others, key=row.__getitem__), min(others, key=left.__getitem__)
    needs = "and needs it most" if read == needed else f"but needs “{view.tokens[needed]}” most"
    reading = f"“<mask>” reads “{view.tokens[read]}” most ({percent(row[read])} in block 2)"
    assert_says(page, reading)
    assert_says(page, needs)
    guess = view._tokenizer.id_to_token(best)
    assert_says(page, f"without it {change(guess, answers(view)[best].item(), left[needed])}.")
    guesses = answers(view).topk(4)
    bars = page.locator(".attend-guesses li")
    for bar, i, share in zip(bars.all(), *map(torch.Tensor.tolist, guesses[::-1]), strict=True):
        assert bar.locator(".bw-guess").inner_text() == view._tokenizer.id_to_token(i)
        assert bar.locator(".bw-number").inner_text() == percent(share)


def test_every_step_by_keyboard(see, view, shipped):
    page = see(view)
    for _ in range(6):  # the switch, the examples
        page.keyboard.press("Tab")
    assert focused(page) == "first text"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the door
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.type(" again zebra.")
    assert page.evaluate("document.activeElement.value") == f"{TEXT} again zebra."
    mine = AttentionView(*shipped, f"{TEXT} again zebra", hidden=[5], query=5)
    assert_answers(page, mine)
    assert "<unk>: “zebra”." in page.locator(".attend-say").inner_text()
    page.get_by_role("button", name="first text").press("Enter")
    assert_answers(page, view)
    head = head_button(page, 2, 3)
    head.press("Space")
    assert_reads(page, view, block=1, head=2)
    assert eventually(lambda: head.get_attribute("aria-pressed") == "true")
    head.press("Space")  # all of them again
    assert_reads(page, view)
    word(page, 0).focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    cut, read = AttentionView(*shipped, TEXT, hidden=[5], query=5), percent(reads(view)[3])
    assert focused(page).startswith(f"to: read {read}")
    cut.cut = [[-1, -1, -1, 3]]
    words = f"“<mask>” reads “to” {read} in block 2. With this word cut: {changed(view, cut)}"
    assert_says(page, words)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    cut.cut = [[-1, -1, -1, 4]]
    assert_answers(page, cut)
    assert_reads(page, cut)
    assert_says(page, f"Nobody reads “the” any more: {changed(view, cut)}.")
    assert word(page, 4).get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert_answers(page, view)
    assert word(page, 4).get_attribute("aria-pressed") == "false"


def test_words_bars_and_ribbons_are_cut_by_mouse(see, view, shipped):
    page, cut = see(view), AttentionView(*shipped, TEXT, hidden=[5], query=5)
    word(page, 7).hover()
    cut.cut = [[-1, -1, -1, 7]]
    words = f"“<mask>” reads “deposit” {percent(reads(view)[7])} in block 2. With this word cut: "
    assert_says(page, words + changed(view, cut))
    word(page, 7).click()
    assert_answers(page, cut)
    page.locator(".attend-answers .bw-answer").nth(7).click()  # and back
    assert_answers(page, view)
    widest = int(reads(view, block=1, head=3).argmax())
    read = f"“{view.tokens[widest]}” {percent(reads(view, block=1, head=3)[widest])}"
    head_button(page, 2, 4).click()
    assert_reads(page, view, block=1, head=3)
    page.wait_for_timeout(500)
    picture = page.locator(".attend-picture").bounding_box()
    start = page.locator(".attend-block").nth(1).bounding_box()
    row = word(page, widest).bounding_box()
    place = {"x": start["x"] - picture["x"] + 4, "y": row["y"] - picture["y"] + row["height"] / 2}
    page.locator(".attend-picture > canvas").hover(position=place)
    cut.cut = [[1, 3, 5, widest]]
    words = f"“<mask>” reads {read} in block 2, head 4. With this ribbon cut: {changed(view, cut)}"
    assert_says(page, words)
    page.locator(".attend-picture > canvas").click(position=place)
    assert_answers(page, cut)
    name, share = read.split(" ")
    assert_says(page, f"In block 2, head 4 “<mask>” no longer reads {name} ({share})")


def test_maps_and_numbers_are_folded(see, view):
    page = see(view)
    assert page.locator(".bw-more table:visible").count() == 0
    assert_map(page, view)
    _, left = without(view)
    weights = view.trace.attention_weights
    page.get_by_role("radio", name="block 2, head 3").check(force=True)
    assert_map(page, view, block=1, head=2)
    columns = [weights[1][0, 2, 5], weights[1][0, :, 5].mean(0), left]
    for number, theirs in enumerate(columns, start=1):
        cells = page.locator(f".bw-list tbody td:nth-child({number + 1})").all_inner_texts()
        assert cells == [percent(float(share)) for share in theirs], number
    others = torch.tensor([t for t in range(len(view.tokens)) if t != view.query])
    ranks = [x[others].argsort().argsort() for x in (reads(view), -torch.tensor(left))]
    r = f"{torch.corrcoef(torch.stack(ranks).double())[0, 1]:.2f}".replace("-", "−")
    assert f"rank correlation of {r}:" in page.locator(".bw-more [role=status]").inner_text()
    page.get_by_label("from to, position 6").check(force=True)
    assert_reads(page, AttentionView(*load_mini_bert(), TEXT, hidden=[5], query=6))


FRESH = "the elephant drank the milk with its trunk"


def test_coins_are_laid_first_and_burn_or_pay(see, view, shipped):
    """The numbers of a text come only after the bet; all by keyboard."""
    page = see(view)
    go, marks = page.locator(".attend-go"), page.locator(".attend-coin")
    go.press("Enter")
    fresh = AttentionView(*shipped, FRESH, hidden=[8], query=8)
    best, left = without(fresh)
    whole = round(100 * answers(fresh)[best].item())
    assert_says(page, f"Which words does the guess “trunk” ({whole} %) need?")
    assert page.locator(".attend-answers .bw-answer:visible").count() == 1  # the guess itself
    word(page, 3).focus()
    page.wait_for_timeout(300)
    assert "cut" not in page.locator("output").inner_text()  # nor is it said
    go.press("Enter")
    page.wait_for_timeout(300)
    assert "3 coins are left" in page.locator("output").inner_text()
    bet = [3, 5, 6]
    for t in (8, 0, 3, 4, 4, 5, 6, 1):  # not the gap, no mark, one taken back, no fourth
        word(page, t).press("Enter")
    assert page.locator(".attend-laid").count() == 3
    assert word(page, 5).get_attribute("aria-pressed") == "true"
    assert "a coin lies on it" in word(page, 5).get_attribute("aria-label")
    pays = [max(0, whole - round(100 * share)) for share in left]
    go.press("Enter")
    assert_says(page, "Without “drank”: “trunk” 79 % → ")
    assert_says(page, f"The coin pays {pays[6]} points.")
    words = [t for t in range(len(pays)) if t != 8 and not fresh.tokens[t].startswith("<")]
    most = sum(sorted((pays[t] for t in words), reverse=True)[:3])
    parts = " + ".join(str(pays[t]) for t in bet)
    assert_says(page, f"“drank”, “milk”, “with”: {parts} = {sum(pays[t] for t in bet)} points.")
    assert_says(page, f"The best 3 words would have paid {most}.")
    widest = max(words, key=reads(fresh).__getitem__)
    assert_says(page, f"“{fresh.tokens[widest]}”, which is read most")
    told = [f"+{pays[t]}" if pays[t] else "burns" for t in bet]
    assert [text for text in marks.all_inner_texts() if text] == told
    assert_answers(page, fresh)
    page.keyboard.press("Escape")
    assert_answers(page, view)  # what stood there before


def test_without_its_model_the_fallback_stays(open_widget, new_page, view, tmp_path):
    open_widget(view)
    (tmp_path / "mini-bert.js").unlink()
    page = new_page()
    page.goto((tmp_path / "page.html").as_uri())
    page.wait_for_timeout(300)
    assert page.locator("table caption").inner_text().startswith("Block 1, head 1")
    assert any(re.search(r"mini-bert\.js", line) for line in page.complaints)
    page.complaints.clear()
