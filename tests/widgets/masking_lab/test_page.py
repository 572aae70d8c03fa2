"""MaskingLab in a browser: predictions for any choice, piles; the height never changes."""

import re

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
        "BERT must say what stood in 2 of 10 places: “to” became <mask>, “deposit” became <mask>. "
        "0 of 2 first guesses are right; ✓ is what stood there."
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
    inputs = [*lab.inputs[:5], "<mask>", *lab.inputs[6:]]
    assert read(page) == inputs
    assert_guesses(page, inputs, (5, 6, 7))
    assert status(page).startswith(
        "BERT must say what stood in 3 of 10 places: “bank” became <mask>, “to” became"
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


def test_ten_thousand_rolls_pile_up_beside_what_is_expected(see):
    page = see()
    assert page.locator(".bw-should:visible").count() == 0  # one roll is no statistics
    press(page, "Roll 10,000 times")
    assert page.locator(".bw-should:visible").count() == 8 + 3
    rows = page.evaluate(PILES, ".lab-row .bw-pile:not([hidden])")
    assert len(rows) == 8  # special tokens have none
    for dots, should, fits in rows:
        assert dots == pytest.approx(should, abs=2)
        assert fits
    fates = page.evaluate(PILES, ".lab-lane .bw-pile")
    for dots, should, fits in fates:
        assert dots == pytest.approx(should, abs=2)
        assert fits
    labels = page.locator(".lab-dots .bw-unseen").all_text_contents()[1:9]  # of each word
    chosen = [
        int(re.match(r"chosen in ([\d,]+) of 10,001", one)[1].replace(",", "")) for one in labels
    ]
    assert sum(chosen) == 2 * 10_001  # two of ten tokens
    shares = page.locator(".lab-shares b").all_inner_texts()
    assert [float(text.strip("\u00a0%")) for text in shares] == pytest.approx([80, 10, 10], abs=1.5)
    assert "became <mask>; the rule says 80 %" in status(page)
    back = see("#masking=seed:10004;rolls:10001")  # as the browser's history has it
    assert back.locator(".lab-shares b").all_inner_texts() == shares
