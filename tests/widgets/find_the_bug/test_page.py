"""FindTheBug in a browser: code, three piles, a diagnosis with its reason; one height."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import FindTheBug
from bert_lab.look.widgets.find_the_bug.bugs import BUGS
from bert_lab.look.widgets.find_the_bug.code import code_of
from bert_lab.look.widgets.words import say
from tests.helpers.browser_cases import (
    AXE,
    VIOLATIONS,
    as_in_the_book,
    assert_usable,
    eventually,
    focused,
)

TEXT = "i went to the bank to deposit cash"
NAMES = {bug.key: str(say(f"find_the_bug.bugs.{bug.key}.name")) for bug in BUGS}
# A blue line runs through no word.
CROSSED = """() => [...document.querySelectorAll(".bug-pile")].flatMap((pile) => {
  const all = (kind) => [...pile.querySelectorAll(kind)],
    boxes = (kind) => all(kind).flatMap((el) => [...el.getClientRects()]);
  return boxes(".bw-should").filter((line) => boxes(".bug-unit, .bw-token").some((word) =>
    line.left < word.right && line.right > word.left && line.top < word.bottom
    && line.bottom > word.top));
}).length"""


@pytest.fixture(scope="module")
def hunt():
    return FindTheBug(TEXT, load_mini_bert()[1])


def counted(page, part):
    """The numbers in the column "counted" of one of the three tables."""
    cells = page.locator(".bug-tables table").nth(part).locator("tbody td:nth-child(2)")
    return [int(text.replace(",", "")) for text in cells.all_text_contents()]


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def message(page, start):
    """What is said, once it starts so."""
    says = page.locator(".bw-says")
    assert eventually(lambda: says.inner_text().startswith(start)), says.inner_text()
    return says.inner_text()


def test_piles_stand_there_before_any_click(open_widget, hunt):
    page = open_widget(hunt)
    assert sum(counted(page, 1)) == 200  # two of ten tokens, a hundred times
    message(page, "In 100 draws it made these piles;")
    masks = page.locator(".bug-reads .bug-lane").first
    full = masks.locator(".bw-dots").first.bounding_box()
    assert full["width"] == counted(page, 1)[0] // 2 // 3 * 5  # dots for two, in columns of three
    line = masks.locator(".bw-should").bounding_box()
    assert line["x"] - full["x"] == pytest.approx(160 / 2 / 3 * 5, abs=0.1)


def test_a_bug_is_hunted_by_keyboard(open_widget, hunt):
    undrawn = FindTheBug(TEXT, load_mini_bert()[1])
    undrawn.trials = 0
    page = open_widget(undrawn)
    message(page, "This code has not drawn yet.")
    once = page.get_by_role("button", name="Draw 1", exact=True)
    once.focus()
    page.keyboard.press("Enter")
    assert sum(counted(page, 1)) == 2  # two of ten tokens
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Draw 10,000"
    assert sum(counted(page, 1)) == sum(counted(page, 0)) >= 20_002
    message(page, "In 10,001 draws")
    page.keyboard.press("Tab")
    assert focused(page) == "Another procedure"
    for bug in BUGS:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        if bug.key == "specials":  # the first mystery
            break
        sign = say(f"find_the_bug.bugs.{bug.key}.sign")
        reply = "Something is" if bug.key == "none" else f"With that, {sign}"
        message(page, f"No, that’s not it. {reply}")
    assert str(say("find_the_bug.bugs.specials.cause")) in message(page, "Right")
    assert page.locator(".bug-source a").get_attribute("href") == bug.url
    assert focused(page) == NAMES["specials"]


def test_nothing_gives_the_bug_away_until_somebody_has_judged(open_widget, hunt):
    """Then the verdicts stand at the piles, and once it is found its line of code is lit."""
    page = open_widget(hunt)
    verdicts = page.locator(".bug-verdict:visible, .bug-tables p")
    for key in (bug.key for bug in BUGS):
        press(page, "Draw 10,000")
        assert "".join(verdicts.all_text_contents()) == ""
        assert page.locator("mark, .bug-symptom, a[rel]").count() == 0
        press(page, NAMES[key])  # right or wrong
        assert "" not in verdicts.all_text_contents()
        for other in BUGS:
            page.get_by_role("button", name=NAMES[other.key], exact=True).click(force=True)
        pressed = page.locator(".bug-diagnoses [aria-pressed=true]").inner_text()
        actual = next(bug for bug, name in NAMES.items() if name == pressed)
        lines, wrong = code_of(actual)
        code = page.locator(".bug-code")
        assert code.text_content().splitlines() == lines
        lit = code.locator("mark").all_text_contents()
        assert lit == ([f"{lines[wrong - 1]}\n"] if wrong else [])
        assert (f", in line {wrong}." in message(page, f"Right: {pressed}")) == bool(wrong)
        press(page, "Another procedure")


def test_a_mystery_that_is_solved_has_no_live_diagnoses(open_widget, hunt):
    page = open_widget(hunt)
    assert page.locator("a:not([href])").count() == 0, "a link that leads nowhere"
    press(page, NAMES["none"])
    message(page, "No, that’s not it. Something is:")
    assert page.locator("[aria-disabled=true]").count() == 0
    press(page, NAMES["specials"])  # the first mystery
    message(page, "Right: special tokens are chosen, in line 1.")
    assert page.locator("[aria-disabled=true]").count() == len(BUGS)
    marked = page.locator(".bug-symptom").all_inner_texts()
    assert marked == ["<cls>", "<sep>"]
    page.get_by_role("button", name=NAMES["none"]).click(force=True)
    message(page, "Right")
    press(page, "Another procedure")
    assert page.locator("[aria-disabled=true], .bug-symptom").count() == 0


def test_more_draws_than_there_may_be(open_widget, hunt):
    page = open_widget(hunt)
    for _ in range(11):
        press(page, "Draw 10,000")
    assert sum(counted(page, 1)) == 200_000
    assert message(page, "In 100,000 draws").endswith("are the limit: now read the code.")


@pytest.mark.parametrize(("width", "inner", "most"), [(1280, 688, 700), (390, 358, 800)])
def test_it_is_one_screen_on_a_desk_and_its_height_stays(open_widget, hunt, width, inner, most):
    page = open_widget(hunt, width=width)
    as_in_the_book(page, inner)

    def height():
        return page.locator(".bert-widget").bounding_box()["height"]

    first = height()
    assert first <= most
    assert page.evaluate(CROSSED) == 0
    assert page.locator(".bug-diagnoses button").count() == len(BUGS)  # all of them answers
    # what the page keeps for it
    desk, phone = map(int, re.findall(r"m\w\w\((\d+)px", hunt._reserved()))
    assert first == pytest.approx(desk if width == 1280 else phone, abs=6)
    for mystery in range(7):
        press(page, "Draw 1" if mystery % 2 else "Draw 10,000")
        for bug in BUGS:
            page.get_by_role("button", name=NAMES[bug.key], exact=True).click(force=True)
            assert height() == pytest.approx(first, abs=0.5), (mystery, bug.key)
        message(page, "Right")
        press(page, "Another procedure")
        message(page, "In 100 draws")
        assert height() == pytest.approx(first, abs=0.5), mystery
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, hunt, width, theme):
    page = open_widget(hunt, width=width, theme=theme)
    press(page, NAMES["specials"])
    assert_usable(page, width)
    page.locator("summary").click()
    assert_usable(page, width)
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []
