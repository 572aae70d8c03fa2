"""InputBuilder in a browser: by keyboard, mouse and touch; numbers are PyTorch's."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import InputBuilder
from tests.helpers.browser_cases import eventually
from tests.helpers.close import near

PAIR = "this movie is great", "i like it"
KINDS = ["token", "segment", "position", "sum"]
# The strips of a row as they are drawn, by kind.
DRAWN = """() => [...document.querySelectorAll(".ib-rows > .ib-line")].map((row) =>
  [...row.querySelectorAll(".bw-strip")].map((strip) => strip.style.backgroundImage))"""
FOCUSED = "document.activeElement.getAttribute('aria-label')"


@pytest.fixture(scope="module")
def builder():
    return InputBuilder(*load_mini_bert(), *PAIR)


def row(page, t):
    return page.locator(".ib-rows > .ib-line").nth(t)


def words(page):
    return page.locator(".ib-rows .bw-token").all_inner_texts()


def assert_says(page, words):
    output = page.locator("output")
    assert eventually(lambda: words in output.inner_text()), output.inner_text()


def test_own_texts_and_the_keyboard(open_widget, builder):
    page = open_widget(builder)
    assert_says(page, "“<cls>”, text A, place 0: three vectors, added up.")
    page.get_by_text("Your own text").click()
    page.get_by_role("textbox", name="Text A").fill(" ".join(["This zebra!", *10 * ["again"]]))
    page.get_by_role("textbox", name="Text B").fill("")
    page.get_by_text("reads <unk>: “zebra”").wait_for()
    assert words(page) == ["<cls>", "this", "zebra", *10 * ["again"], "<sep>"]
    box = page.locator(".ib-box")  # twelve words are all in sight
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight")
    page.get_by_role("textbox", name="Text B").fill("it " * 20)
    page.get_by_text("That makes 35 tokens; the picture has room for 28.").wait_for()
    assert len(words(page)) == 14
    page.get_by_role("textbox", name="Text B").fill("i like it")
    row(page, 0).locator("input").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == "place 2, zebra, text A"
    page.keyboard.press("ArrowDown")
    assert_says(
        page, "the vector of “again” 10 times, that of text A 14 times, that of place 3 once"
    )
    page.keyboard.press("Escape")
    assert_says(page, "“again”, text A, place 3: three vectors, added up.")


def test_words_move_by_keyboard(open_widget, builder):
    page = open_widget(builder)
    before = page.evaluate(DRAWN)
    row(page, 2).click()
    page.keyboard.press("Alt+ArrowDown")
    assert page.evaluate(FOCUSED) == "place 3, movie, text A"
    assert_says(page, "“movie” and “is” have swapped: the strips of the words went along")
    assert words(page)[1:5] == ["this", "is", "movie", "great"]
    after = page.evaluate(DRAWN)
    assert [r[0] for r in after[2:4]] == [r[0] for r in before[3:1:-1]]  # the words went along,
    assert [r[1:3] for r in after] == [r[1:3] for r in before]  # text and place stayed,
    changed = [t for t in range(10) if after[t][3] != before[t][3]]
    assert changed == [2, 3]  # and both sums are new
    for _ in range(9):
        page.keyboard.press("Alt+ArrowDown")  # over <sep>, into the other text, and no further
    assert words(page) == [
        "<cls>",
        "this",
        "is",
        "great",
        "i",
        "<sep>",
        "like",
        "it",
        "movie",
        "<sep>",
    ]


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def word(page, t):
    return row(page, t).locator(".bw-token")


def test_words_are_dragged_by_mouse(open_widget, builder):
    page = open_widget(builder)
    (x, y), (_, to) = (middle(word(page, t).bounding_box()) for t in (2, 4))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 30, steps=3)  # over "is", which goes back when the pointer goes on
    assert words(page)[1:5] == ["this", "is", "movie", "great"]
    page.mouse.move(x, to, steps=3)
    page.mouse.up()
    assert words(page)[1:5] == ["this", "great", "is", "movie"]
    assert_says(page, "have swapped")
    assert row(page, 4).locator("input").is_checked()
    assert page.locator(".ib-word[style*=translate]").count() == 0


def test_words_are_dragged_by_touch(open_widget, builder):
    page = open_widget(builder, width=390, has_touch=True)
    touch = page.context.new_cdp_session(page)
    (x, start), (_, end) = (middle(word(page, t).bounding_box()) for t in (1, 3))
    for kind, y in [("touchStart", start), ("touchMove", (start + end) / 2), ("touchMove", end)]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert words(page)[1:5] == ["is", "movie", "this", "great"]


def test_a_strip_is_its_vector(open_widget, builder):
    page = open_widget(builder)
    row(page, 1).click()
    page.mouse.move(1, 1)
    terms = builder.terms
    full = 2 * sum(terms[kind].square().mean() for kind in KINDS[:3]).sqrt().item()
    for line, kind in zip(page.locator(".ib-strips .bw-strip").all(), KINDS, strict=True):
        image = line.evaluate("el => el.style.backgroundImage")
        found = re.findall(r"var\(--(plus|minus)\) (\d+)%", image)
        ours = [float(p) * (1 if sign == "plus" else -1) for sign, p in found]
        expected = (100 * terms[kind][1] / full).clamp(-100, 100).tolist()
        assert ours == pytest.approx(expected, abs=0.6)
    box = page.locator(".ib-strips").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 10.5 / 64, box["y"] + 9)
    assert_says(page, "Cell 10: ")
    numbers = re.findall(r"([−+]?) ?(\d\.\d\d)", page.locator("output").inner_text())
    ours = [float(n) * (-1 if sign == "−" else 1) for sign, n in numbers]
    assert ours == near([terms[kind][1, 10].item() for kind in KINDS], digits=2)
