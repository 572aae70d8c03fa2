"""MaskingLab in a browser: predictions for any choice, piles; the height never changes."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import MaskingLab
from bert_lab.look.widgets.masking_lab import guesses

TEXT = "i went to the bank to deposit cash"


@pytest.fixture(scope="module")
def lab():
    return MaskingLab(TEXT, *reversed(load_mini_bert()), seed=4)


@pytest.fixture
def see(open_widget, lab):
    """A function: the page with the lab, once the model is there."""

    def see(fragment="", **options):
        page = open_widget(lab, fragment, **{"width": 1280, "reduced_motion": "reduce"} | options)
        page.wait_for_selector(".lab-panel .bw-answer:visible")
        return page

    return see


def word(page, position):
    return page.locator(".lab-row").nth(position).locator("button.lab-word")


def chip(page, position):
    return page.locator(".lab-row").nth(position).locator("button.lab-chip")


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def read(page):
    """What the model reads, as it stands in the rows."""
    return page.locator(".lab-read .bw-token").all_inner_texts()


def shown(page, position):
    panel = page.locator(".lab-panel").nth(position)
    return [item.split("\n") for item in panel.locator(".bw-answer:visible").all_inner_texts()]


def status(page):
    page.wait_for_timeout(400)  # announcements wait for a pause
    return page.locator("output").inner_text().replace("\u00a0", " ")


def focused(page):
    return page.evaluate("document.activeElement.textContent")


def assert_guesses(page, inputs, positions):
    """Panels show the model's likeliest words, and the truth last if it is none of them."""
    theirs = guesses(*load_mini_bert(), inputs, 100)
    truth = ["<cls>", *TEXT.split(), "<sep>"]
    for position in positions:
        ours = shown(page, position)
        top = [pair for pair in theirs[position][:3]]
        if truth[position] not in dict(top):
            top[-1] = next(pair for pair in theirs[position] if pair[0] == truth[position])
        assert [item[0] for item in ours] == [word for word, _ in top]
        for (_, percent), (_, share) in zip(ours, top, strict=True):
            number = {"<": 0, ">": 100}.get(percent[0]) or int(percent.strip("<>%"))
            assert number == pytest.approx(100 * share, abs=1.01)


def test_guesses_stand_there_before_any_click(see, lab):
    page = see()
    assert read(page) == lab.inputs
    assert lab.inputs == ["<cls>", *TEXT.split()[:5], "<mask>", "<mask>", "cash", "<sep>"]
    assert_guesses(page, lab.inputs, lab.chosen)
    right = page.locator(".lab-panel .bw-right:visible .bw-guess").all_inner_texts()
    assert right == ["to", "deposit"]  # the truth of each, ticked
    assert status(page) == (
        "The dice have chosen 2 of 10 tokens: “to” → <mask>, “deposit” → <mask>. "
        "0 of 2 first guesses are right; ✓ marks what stood there."
    )


def test_a_choice_by_keyboard(see, lab):
    page = see()
    word(page, 1).focus()
    for key in ("ArrowDown", "End", "Home", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    assert focused(page) == "bank"
    assert word(page, 5).get_attribute("aria-pressed") == "false"
    page.keyboard.press("Enter")
    assert word(page, 5).get_attribute("aria-pressed") == "true"
    assert focused(page) == "bank"
    assert page.locator("button.lab-word[tabindex='0']").all_inner_texts() == ["bank"]
    turns = []
    while read(page)[5] != "<mask>" or not turns:  # mask, random word, kept, and so on
        turns.append(read(page)[5])
        chip(page, 5).press("Enter")
        assert len(turns) < 5
    assert chip(page, 5).get_attribute("aria-label") == (
        "bank: the model reads <mask>; press for: random word"
    )
    assert page.evaluate("document.activeElement.className") == "lab-chip"
    inputs = [*lab.inputs[:5], "<mask>", *lab.inputs[6:]]
    assert read(page) == inputs
    assert_guesses(page, inputs, (5, 6, 7))
    assert "“bank” → <mask>. The model has to say “bank”, and says " in status(page)
    page.keyboard.press("Escape")
    assert status(page).startswith(
        "You have chosen 3 of 10 tokens: “bank” → <mask>, “to” → <mask>, and 1 more."
    )
    word(page, 5).press("Space")  # free again
    assert read(page) == lab.inputs
    assert not page.locator(".lab-panel").nth(5).is_visible()


PILES = """(kind) => [...document.querySelectorAll(kind)].map((pile) => {
  const [full, rest, should] = [...pile.children].map((el) => el.getBoundingClientRect());
  const dot = parseFloat(getComputedStyle(pile).getPropertyValue("--dot"));
  const lines = pile.clientHeight / dot;
  const dots = Math.round(full.width / dot * lines + rest.height / dot);
  return [dots, (should.x - full.x) / dot * lines, pile.scrollWidth <= pile.clientWidth + 2];
})"""


def test_a_hundred_rolls_pile_up_beside_what_is_expected(see):
    page = see()
    assert page.locator(".bw-should:visible").count() == 0  # one roll is no statistics
    press(page, "100 times")
    assert page.locator(".bw-should:visible").count() == 8 + 3
    rows = page.evaluate(PILES, ".lab-row .bw-pile:not([hidden])")
    assert len(rows) == 8  # special tokens have none
    assert sum(dots for dots, _, _ in rows) == 202  # two of ten tokens, 101 times
    for dots, should, fits in rows:
        assert should == pytest.approx(101 * 2 / 8, abs=0.1)
        assert abs(dots - should) < 5 * (101 * 0.25 * 0.75) ** 0.5
        assert fits
    fates = page.evaluate(PILES, ".lab-lane .bw-pile")
    assert [should for _, should, _ in fates] == pytest.approx([161.6, 20.2, 20.2], abs=0.1)
    assert sum(dots for dots, _, _ in fates) == 202
    assert all(fits for *_, fits in fates)
    labels = page.locator(".lab-dots .bw-unseen").all_text_contents()[1:9]  # of each word
    assert labels == [f"chosen in {dots} of 101, 25.3 expected" for dots, *_ in rows]
    page.locator("summary").click()
    counts = page.locator("tbody tr").all_inner_texts()
    assert [int(row.split("\t")[2]) for row in counts] == [202, *(dots for dots, *_ in fates)]
    shares = page.locator(".lab-shares b").all_inner_texts()
    assert [float(text.strip("\u00a0%")) for text in shares] == pytest.approx(
        [dots / 2.02 for dots, *_ in fates], abs=0.051
    )


def test_the_rule_can_be_changed(see):
    page = see()
    page.locator("summary").click()
    page.get_by_role("slider", name="<mask>").press("End")
    assert read(page).count("<mask>") == 2
    assert "15 % of 10 tokens, rounded, and one at least: 2." in (
        page.locator(".lab-rule").inner_text().replace("\u00a0", " ")
    )
    page.get_by_role("slider", name="random word").press("End")
    assert "<mask>" not in read(page)
    assert page.locator(".lab-shares").all_inner_texts()[1].endswith("rule: 100\u00a0%")
