"""AttentionMicroscope in a browser: by keyboard, mouse and touch; numbers are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import AttentionMicroscope
from tests.helpers.browser_cases import (
    eventually,
    focused,
    percent,
)

TEXT = "the <mask> built a nest in the reeds"
PLACE = {"query": 2, "block": 1, "head": 1}
STEPS = range(1, 8)


@pytest.fixture(scope="module")
def shipped():
    return load_mini_bert()


@pytest.fixture(scope="module")
def scope(shipped):
    return AttentionMicroscope(*shipped, TEXT, **PLACE)


def like(scope, *, root=1.0, **changes):
    """Another one, with what the reader has chosen since."""
    names = ("text", "step", "query", "block", "head")
    chosen = {name: getattr(scope, name) for name in names} | changes
    other = AttentionMicroscope(scope._model, scope._tokenizer, **chosen)
    other.root = root
    return other


def word(page, t):
    return page.locator(".mic-word").nth(t)


def handle(page):
    return page.get_by_role("slider", name="Who asks")


def go(page, step):
    page.get_by_role("radio", name=f"{step}: ").check(force=True)


def assert_shares(page, scope):
    """Each word says its share, and the picture shows it before the word."""
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


def code(page):
    return page.locator(".mic-code code").inner_text().replace("\u00a0", " ")


def test_each_step_is_a_press_with_its_line_and_its_sentence(see, scope):
    page = see(scope)
    says = [
        "Hard to see, so Next counts: “reeds”, 59 %.",
        "“reeds” gets furthest, to 14.81.",
        "“reeds”: 14.81 ÷ 4.00 = 3.70, of which softmax makes 59 %.",
        "“<mask>” asks; “reeds” answers with 59 %.",
        "“<mask>” takes 59 % of “reeds”, 18 % of “<sep>”",
        "“<mask>” reads “reeds” with 59 %",
        "“<mask>” reads “built” in head 1 (56 %), “reeds” in head 2 (59 %)",
    ]
    for step in STEPS:
        assert_says(page, says[step - 1])
        assert code(page) == " ".join(scope.code[f"step{step}"]["code"].split())
        assert page.locator(".mic-code mark").inner_text() == scope.code[f"step{step}"]["lit"]
        page.get_by_role("button", name="Next" if step < 7 else "Again").click()
    assert_says(page, says[0])


def test_every_step_by_keyboard(see, scope):
    page = see(scope)
    page.get_by_role("radio", name="1: compare").focus()
    page.keyboard.press("ArrowRight")
    assert_says(page, "gets furthest, to 14.81")
    page.keyboard.press("Tab")
    assert focused(page) == "Next"
    page.keyboard.press("Tab")
    assert focused(page).startswith("<cls>: score ")
    assert_says(page, "“<mask>” asks, “<cls>” answers: their 16 products add up to −2.68.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert_says(page, "Cell 1: ")
    page.keyboard.press("Control+ArrowRight")  # is the browser's
    page.keyboard.press("ArrowRight")
    assert_says(page, "Cell 2: ")
    page.keyboard.press("Escape")
    assert_says(page, "gets furthest")
    go(page, 5)
    word(page, 8).focus()
    page.keyboard.press("ArrowRight")
    assert_says(page, "the value of “reeds”, adds")
    page.keyboard.press("End")
    page.keyboard.press("Enter")  # <sep> asks
    asking = like(scope, query=9)
    assert_shares(page, asking)
    assert word(page, 9).get_attribute("aria-pressed") == "true"
    page.keyboard.press("Tab")
    assert focused(page) == "Who asks"
    assert handle(page).get_attribute("aria-valuetext") == "<sep>"
    page.keyboard.press("ArrowUp")
    assert_shares(page, like(scope, query=8))
    assert handle(page).get_attribute("aria-valuetext") == "reeds"
    page.keyboard.press("Home")
    assert_shares(page, like(scope, query=0))
    page.keyboard.press("ArrowUp")  # nobody is above
    assert_shares(page, like(scope, query=0))
    page.get_by_role("radio", name="Head 3").press("Space")
    page.get_by_role("radio", name="Block 1").press("Space")
    assert_shares(page, like(scope, query=0, head=2, block=0))
    page.get_by_role("button", name="first text").press("Enter")
    assert_shares(page, scope)


def test_the_query_is_dragged_along_the_rows(see, scope):
    page = see(scope)
    box, target = handle(page).bounding_box(), word(page, 5).bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 10, target["y"] + target["height"] / 2, steps=7)
    assert_shares(page, like(scope, query=5))  # while it is dragged
    page.mouse.move(box["x"] + 10, target["y"] + 2000)
    page.mouse.up()
    assert_shares(page, like(scope, query=9))
    word(page, 3).click()
    assert_shares(page, like(scope, query=3))


def test_the_root_can_be_switched_off(see, scope):
    page = see(like(scope, step=3))
    root = page.get_by_role("slider", name="Divided by")
    assert root.get_attribute("aria-valuetext") == "√16 = 4.00"
    root.press("Home")
    assert_shares(page, like(scope, root=0.0))
    assert root.get_attribute("aria-valuetext") == "1 (off)"
    assert_says(page, "Divided by 1.00 only, “reeds” has 14.81 and gets 99 %.")
    root.fill("0.5")
    assert_shares(page, like(scope, root=0.5))
    go(page, 2)  # nothing is divided there
    assert not root.is_visible()


def test_weights_that_are_given_take_the_models_place(see, scope):
    own = scope.attention_weights.flip(-1)
    page = see(
        AttentionMicroscope(scope._model, scope._tokenizer, TEXT, step=4, **PLACE, weights=own)
    )
    expected = [percent(share) for share in own[1, 2].tolist()]
    shares = page.locator(".mic-number:visible").all_inner_texts()
    assert shares == expected
    assert page.get_by_label("Text").count() == 0
    page.get_by_text("These are the weights of your own code.").wait_for()
    for gone in (page.get_by_role("radio", name="Block 1"), page.get_by_role("switch")):
        assert not gone.first.is_visible()
