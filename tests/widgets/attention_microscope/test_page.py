"""AttentionMicroscope in a browser: by keyboard, mouse and touch; numbers are PyTorch's."""

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import AttentionMicroscope
from tests.helpers.browser_cases import (
    AXE,
    HOSTILE,
    SMALL,
    VIOLATIONS,
    as_in_the_book,
    assert_harmless,
    eventually,
    focused,
    percent,
)
from tests.helpers.close import near

TEXT = "the <mask> built a nest in the reeds"
PLACE = {"query": 2, "block": 1, "head": 1}
STEPS = range(1, 8)
FRAMES = """() => { globalThis.frames = 0; const ask = requestAnimationFrame;
  globalThis.requestAnimationFrame = (draw) => { frames += 1; return ask(draw); }; }"""


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


def test_before_any_click_one_token_asks(see, scope):
    page = see(scope)
    assert page.locator(".bw-question").inner_text() == "One token asks. Who answers?"
    assert page.locator(".mic-asks").inner_text() == "<mask> asks"
    assert code(page) == " ".join(scope.code["step1"]["code"].split())
    assert_says(page, "“<mask>” asks: the top strip is its query, 16 numbers, blue above zero")
    assert_shares(page, scope)


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


def test_maps_are_pressed(see, scope):
    page = see(like(scope, step=6))
    column = page.locator(".mic-column").nth(8).bounding_box()
    row = word(page, 3).bounding_box()
    entry = column["x"] + column["width"] / 2, row["y"] + row["height"] / 2
    page.mouse.move(*entry)
    share = percent(scope.attention_weights[1, 3, 8].item())
    assert_says(page, f"“built” asks; “reeds” answers with {share}.")
    page.mouse.click(*entry)
    assert_shares(page, like(scope, query=3))
    go(page, 7)
    page.get_by_role("button", name="Head 4").click()
    assert_shares(page, like(scope, query=3, head=3))


def test_numbers_are_folded(see, scope):
    page = see(like(scope, step=4))
    page.get_by_text("Numbers", exact=True).click()
    cells = page.locator(".mic-tables table").first.locator("tbody td:last-child")
    row = scope.attention_weights[1, 2].tolist()
    assert eventually(lambda: cells.count() == len(row))  # drawn once they are unfolded
    assert [float(cell) for cell in cells.all_inner_texts()] == near(row, digits=4)


def test_a_text_that_does_not_fit_is_refused_in_words(see, scope):
    page = see(scope)
    field = page.get_by_label("Text", exact=True)
    field.fill("bank " * 27)
    alert = page.locator(".mic-say [role=alert]")
    assert "29 tokens; the picture has room for 28" in alert.inner_text()
    assert page.locator(".mic-word").count() == 10  # the last that fitted
    field.fill("zebra, bank!")
    assert alert.inner_text() == ""
    assert eventually(lambda: word(page, 3).count() == 1)
    assert page.locator(".mic-word .bw-token").all_inner_texts() == [
        "<cls>",
        "zebra",
        "bank",
        "<sep>",
    ]
    assert "<unk>: “zebra”." in page.locator(".mic-say").inner_text()


@pytest.mark.parametrize("width", [360, 800])
def test_any_text_stays_text(see, scope, width):
    page = see(scope, width=width)
    if width == 360:
        page.get_by_text("Your own text").click()
    for hostile in HOSTILE:
        page.get_by_label("Text", exact=True).fill(hostile)
        page.wait_for_timeout(300)
        assert_harmless(page, width)


@pytest.mark.parametrize(("width", "inner", "most"), [(1280, 688, 700), (390, 358, 800)])
def test_one_screen_and_the_height_stays(see, scope, width, inner, most):
    page, heights = see(scope, width=width), []
    as_in_the_book(page, inner)

    def height():
        page.wait_for_timeout(400)
        return page.locator(".bert-widget").bounding_box()["height"]

    for step in STEPS:
        go(page, step)
        heights.append(height())
    for words in ("", "a " * 26, "zebra " * 12, "one zebra too many " * 20, TEXT):
        page.evaluate(
            "words => { const input = document.querySelector('.mic-typing input');"
            "input.value = words; input.dispatchEvent(new Event('input')); }",
            words,
        )
        heights.append(height())
    assert max(heights) <= most
    assert max(heights) - min(heights) <= 1


def test_no_frame_when_idle_and_none_in_between_in_reduced_motion(see, scope):
    for options in ({}, {"reduced_motion": "reduce"}):
        page = see(scope, **options)
        page.wait_for_timeout(300)
        page.evaluate(FRAMES)
        page.wait_for_timeout(300)
        assert page.evaluate("frames") == 0
        go(page, 5)
        page.wait_for_timeout(500)
        moved = page.evaluate("frames")
        assert (moved > 1) if not options else (moved <= 1)
        page.wait_for_timeout(300)
        assert page.evaluate("frames") == moved  # it has come to rest


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (360, "dark")])
@pytest.mark.parametrize("step", [2, 7])
def test_it_is_for_everyone(see, scope, width, theme, step):
    page = see(like(scope, step=step), width=width, theme=theme)
    page.evaluate("() => { document.querySelector('.bw-more').open = true; }")
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(SMALL) == []
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []


@pytest.mark.parametrize("width", [320, 390])
def test_no_sentence_is_cut_off(see, scope, width):
    page = see(scope, width=width)
    for _ in STEPS:
        page.wait_for_timeout(300)
        fits = "el => el.scrollHeight <= el.clientHeight"
        assert page.locator(".mic-say").evaluate(fits), page.locator("output").inner_text()
        in_sight = "el => el.scrollWidth <= el.clientWidth"
        assert page.locator(".mic-steps .mic-choice").evaluate(in_sight)  # all seven steps
        page.get_by_role("button", name="Next").or_(
            page.get_by_role("button", name="Again")
        ).click()


def test_a_first_tap_looks_and_a_second_lets_a_word_ask(see, scope):
    page = see(scope, width=390, has_touch=True)
    word(page, 5).tap()
    assert_says(page, "“<mask>” asks, “")
    assert_shares(page, scope)
    word(page, 5).tap()
    assert_shares(page, like(scope, query=5))
    page = see(like(scope, text="the crane built a nest " * 4), width=390, has_touch=True)
    heights = "els => els.map((el) => el.getBoundingClientRect().height)"
    assert min(page.locator(".mic-word").evaluate_all(heights)) >= 24


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
