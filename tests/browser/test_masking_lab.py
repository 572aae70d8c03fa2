"""MaskingLab in a browser: guesses for any choice of the reader, statistics, the hunt for bugs."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import MaskingLab
from bert_lab.look.widgets.masking_bugs import BUGS
from bert_lab.look.widgets.masking_lab import guesses
from tests.helpers.browser_cases import assert_usable

TEXT = "i went to the bank to deposit cash"


@pytest.fixture(scope="module")
def lab():
    return MaskingLab(TEXT, *reversed(load_mini_bert()), seed=4)


def shown(page, position):
    row = page.locator(f".bw-cards tbody tr:nth-child({position + 1})")
    return [item.split() for item in row.locator(".bw-guesses li:visible").all_inner_texts()]


def test_guesses_for_the_readers_own_choice(open_widget, lab):
    page = open_widget(lab)
    page.wait_for_selector(".bw-guesses li:visible")
    page.get_by_role("button", name="bank", exact=True).press("Enter")
    page.get_by_label("bank, position 5, becomes").select_option("mask")
    inputs = [*lab.inputs[:5], "<mask>", *lab.inputs[6:]]
    for position in (5, 6, 7):
        theirs = guesses(*load_mini_bert(), inputs, 3)[position]
        ours = shown(page, position)
        assert [item[0] for item in ours] == [word for word, _ in theirs]
        for item, (_, share) in zip(ours, theirs, strict=True):
            percent = 0 if item[-2].startswith("<") else int(item[-2])
            assert percent == pytest.approx(100 * share, abs=1.01)
    assert page.evaluate("document.activeElement.textContent") == "bank"


def test_without_a_model_there_are_no_guesses(open_widget, lab):
    page = open_widget(MaskingLab(TEXT, lab._tokenizer))
    assert page.locator(".bw-guesses").count() == 0
    assert "Jupyter" not in page.locator("main").inner_text()


def test_a_model_that_the_page_lacks_is_named(open_widget, lab):
    model, tokenizer = load_mini_bert()
    model.nsp.output.bias.data += 1
    page = open_widget(MaskingLab(TEXT, tokenizer, model))
    assert "open the notebook in Jupyter or Colab" in page.locator("main").inner_text()


def counted(page, part):
    """The numbers in the column "counted" of one of the three tables."""
    cells = page.locator(".bw-evidence table").nth(part).locator("tbody td:nth-child(2)")
    return [int(text.replace(",", "")) for text in cells.all_inner_texts()]


def test_ten_thousand_rolls_and_their_verdict(open_widget, lab):
    page = open_widget(lab)
    page.get_by_role("button", name="Roll 10,000 times").press("Enter")
    assert "10,001 rolls" in page.locator(".bw-policy table").inner_text()
    fit = page.locator(".bw-policy > div p").inner_text()
    assert re.search(r"The three shares of all rolls: (Fits|Doubtful) \(χ² = \d+\.\d, p = 0", fit)
    page.wait_for_timeout(400)
    assert "The shares of 10,001 rolls:" in page.locator("output").first.inner_text()


def test_a_bug_is_hunted_by_keyboard(open_widget, lab):
    page = open_widget(lab)
    once = page.get_by_role("button", name="Draw once")
    once.focus()
    page.keyboard.press("Enter")
    assert sum(counted(page, 1)) == 2  # two of ten tokens
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Draw 10,000 times"
    assert sum(counted(page, 1)) == sum(counted(page, 0)) >= 20_002
    page.wait_for_timeout(400)
    assert page.locator(".bw-hunt output").inner_text().startswith("After 10,001 draws.")
    page.keyboard.press("Tab")
    said = page.locator(".bw-reply")
    replies = []
    for _ in BUGS:
        page.keyboard.press("ArrowDown")
        replies.append(said.inner_text())
        if replies[-1].startswith("Right"):
            break
    assert all(text.startswith("No, it is not that.") for text in replies[:-1])
    found = BUGS[len(replies) - 1]
    assert found.cause in replies[-1]
    link = page.locator(".bw-reply a")
    assert (link.get_attribute("href") if link.is_visible() else "") == found.url
    assert page.evaluate("document.activeElement.tagName") == "SELECT"


def test_every_mystery_can_be_told_from_its_counts(open_widget, lab):
    page = open_widget(lab)
    seen = set()
    for number in range(1, 8):
        assert page.get_by_text(f"Procedure {number}", exact=True).is_visible()
        for _ in range(4):
            page.get_by_role("button", name="Draw 10,000 times").click()
        places, reads, asked = (counted(page, part) for part in range(3))
        key = diagnose(places, reads, asked)
        page.get_by_label("Your diagnosis").select_option(key)
        assert page.locator(".bw-reply").inner_text().startswith("Right")
        seen.add(key)
        page.get_by_role("button", name="Another procedure").click()
        assert counted(page, 1) == [0, 0, 0, 0]
        assert page.locator(".bw-reply").inner_text() == ""
    assert seen == {bug.key for bug in BUGS}


def diagnose(places, reads, asked):
    """What a reader would conclude."""
    if places[0] or places[-1]:
        return "specials"
    if reads[1]:
        return "unknown"
    for kind, key in enumerate(("alias", "unassigned", "weights"), start=1):
        if asked[kind]:
            return key
    # 80,000 chosen tokens: half-way between 80 % and 81 % lies 3.5 standard deviations off
    return "order" if reads[0] > 0.805 * sum(reads) else "none"


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, lab, width, theme):
    page = open_widget(lab, width=width, theme=theme)
    page.get_by_role("button", name="Draw 100 times").click()
    assert_usable(page, width)
