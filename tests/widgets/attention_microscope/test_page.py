"""AttentionMicroscope in a browser: by keyboard and mouse; numbers are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import AttentionMicroscope
from tests.helpers.browser_cases import eventually, focused, percent

TEXT = "a <mask> built a nest in the reeds"
STEPS = range(1, 7)


@pytest.fixture(scope="module")
def scope():
    return AttentionMicroscope(*load_mini_bert(), TEXT, query=2, head=1)


def like(scope, *, root=1.0, **changes):
    """Another one, with what the reader has chosen since."""
    chosen = {name: getattr(scope, name) for name in ("step", "query", "head")} | changes
    other = AttentionMicroscope(scope._model, scope._tokenizer, TEXT, **chosen)
    other.root = root
    return other


def word(page, t):
    return page.locator(".mic-word").nth(t)


def assert_shares(page, scope):
    """Each word says its share."""
    row = scope.attention_weights[scope.head, scope.query].tolist()
    expected = [percent(share) if share else "closed" for share in row]

    def shares():
        names = page.locator(".mic-word").evaluate_all(
            "all => all.map((el) => el.getAttribute('aria-label'))"
        )
        return [name.split("share ")[-1].split(": ")[-1] for name in names]

    assert eventually(lambda: shares() == expected), (shares(), expected)


def assert_says(page, words):
    live = page.locator(".mic-say output")
    words = words.replace("\u00a0", " ")
    assert eventually(lambda: words in live.inner_text().replace("\u00a0", " ")), live.inner_text()


def test_the_shares_open_into_six_steps(see, scope):
    page = see(scope)
    assert_says(page, "“<mask>” asks; “built” answers with 63 %.")
    shown = page.locator(".mic-number:visible").all_inner_texts()
    assert shown == [percent(share) for share in scope.attention_weights[1, 2].tolist()]
    assert page.get_by_role("radio").count() == page.locator("code:visible").count() == 0
    word(page, 6).click()  # the picture is the control
    assert_shares(page, like(scope, query=6))
    word(page, 2).click()
    page.get_by_role("button", name="How are these shares computed?").click()
    says = [
        "Hard to see, so Next counts: “built”, 63 %.",
        "“built” gets furthest, to 18.83.",
        "“built”: 18.83 ÷ 4.00 = 4.71, its score, of which softmax makes 63 %.",
        "“<mask>” takes 63 % of “built”, 14 % of “a”",
        "“<mask>” reads “built” with 63 %",
        "“<mask>” reads “a” in head 1 (96 %), “built” in head 2 (63 %)",
    ]
    for step in STEPS:
        assert_says(page, says[step - 1])
        line = page.locator(".mic-code code").inner_text().replace("\u00a0", " ")
        assert line == " ".join(scope.code[f"step{step}"]["code"].split())
        assert page.locator(".mic-code mark").inner_text() == scope.code[f"step{step}"]["lit"]
        if step == 6:
            pressed = [one.get_attribute("aria-pressed") for one in page.locator(".mic-map").all()]
            assert pressed == ["false", "true", "false", "false"]
        page.get_by_role("button", name="Next" if step < 6 else "Again").click()
    assert_says(page, says[0])
    page.get_by_role("button", name="The shares alone").click()
    assert_says(page, "together they make 100 %")


def test_every_step_by_keyboard(see, scope):
    page = see(like(scope, step=1))
    page.get_by_role("radio", name="1: compare").focus()
    page.keyboard.press("ArrowRight")
    assert_says(page, "gets furthest, to 18.83")
    word(page, 0).focus()
    assert_says(page, "“<mask>” asks, “<cls>” answers: their 16 products add up to −8.57.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert_says(page, "Cell 1: ")
    page.keyboard.press("Control+ArrowRight")  # is the browser's
    page.keyboard.press("ArrowRight")
    assert_says(page, "Cell 2: ")
    page.keyboard.press("Escape")
    assert_says(page, "gets furthest")
    page.get_by_role("radio", name="4: mix").press("Space")
    word(page, 8).focus()
    page.keyboard.press("ArrowRight")
    assert_says(page, "the value of “reeds”, adds")
    page.keyboard.press("End")
    page.keyboard.press("Enter")  # <sep> asks
    assert_shares(page, like(scope, query=9))
    assert word(page, 9).get_attribute("aria-pressed") == "true"
    page.get_by_role("radio", name="Head 3").press("Space")
    assert_shares(page, like(scope, query=9, head=2))
    page.keyboard.press("Tab")
    assert focused(page).startswith("‹ The shares alone")


def test_the_root_can_be_switched_off(see, scope):
    page = see(like(scope, step=3))
    root = page.get_by_role("slider", name="Divided by")
    assert root.get_attribute("aria-valuetext") == "√16 = 4.00"
    root.press("Home")
    assert_shares(page, like(scope, root=0.0))
    assert root.get_attribute("aria-valuetext") == "1 (off)"
    assert_says(page, "Divided by 1.00 only, “built” has 18.83 and gets")
    root.fill("0.5")
    assert_shares(page, like(scope, root=0.5))
    page.get_by_role("radio", name="2: multiply").press("Space")  # nothing is divided there
    assert not root.is_visible()
