"""FindTheBug in a browser: code, three piles, a diagnosis with its reason; one height."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import FindTheBug
from bert_lab.look.widgets.find_the_bug.bugs import BUGS
from bert_lab.look.widgets.find_the_bug.code import code_of
from bert_lab.look.widgets.words import say
from tests.helpers.browser_cases import eventually, focused

TEXT = "i went to the bank to deposit cash"
NAMES = {bug.key: str(say(f"find_the_bug.bugs.{bug.key}.name")) for bug in BUGS}


@pytest.fixture(scope="module")
def hunt():
    return FindTheBug(TEXT, load_mini_bert()[1])


def counted(page, pile):
    """How often each lane of a pile is counted, as it is read aloud."""
    lanes = page.locator(f".bug-{pile} .bw-unseen").all_text_contents()
    return [int(text.split()[0].replace(",", "")) for text in lanes]


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def message(page, start):
    """What is said, once it starts so."""
    says = page.locator(".bw-says")
    assert eventually(lambda: says.inner_text().startswith(start)), says.inner_text()
    return says.inner_text()


def test_a_bug_is_hunted_by_keyboard(open_widget, hunt):
    page = open_widget(hunt)
    message(page, "First: does a pile miss its blue line? Each counts 20,000 runs of the code")
    # two of ten tokens
    assert sum(counted(page, "reads")) == sum(counted(page, "chosen")) >= 40_000
    page.get_by_role("button", name="Another procedure").focus()
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
    verdicts = page.locator(".bug-verdict")
    number = page.locator(".bug-number").first
    for found, key in enumerate(bug.key for bug in BUGS):
        assert number.inner_text().endswith(f" of 7, {found} found")
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
        if found < 6:
            press(page, "Another procedure")
    message(page, "Right")
    assert page.locator(".bw-says").inner_text().endswith("That was the last of the seven.")
    assert not page.get_by_role("button", name="Another procedure").is_visible()
