"""InputBuilder in a browser: by keyboard, mouse and touch, with any text; numbers are PyTorch's."""

import re

import pytest

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import InputBuilder
from tests.helpers.close import near

PAIR = "this movie is great", "i like it"
KINDS = ["token", "segment", "position", "sum"]
# The strips of a row as they are drawn, by kind.
DRAWN = """() => [...document.querySelectorAll(".ib-rows > .ib-line")].map((row) =>
  [...row.querySelectorAll(".bw-strip")].map((strip) => strip.style.backgroundImage))"""


@pytest.fixture(scope="module")
def builder():
    return InputBuilder(*load_mini_bert(), *PAIR, max_len=12)


def build(text, second="", max_len=12):
    return InputBuilder(*load_mini_bert(), text, second, max_len=max_len)


def field(page, text):
    return page.get_by_role("textbox", name=f"Text {text}")


def row(page, t):
    return page.locator(".ib-rows > .ib-line").nth(t)


def word(page, t):
    return row(page, t).locator(".bw-token")


def words(page):
    return page.locator(".ib-rows .bw-token").all_inner_texts()


def shown(page):
    page.wait_for_timeout(400)
    return f"{page.locator('output').inner_text()} {page.locator('.ib-say p').inner_text()}"


def assert_shows(page, expected, position):
    """Rows, the chosen row unfolded, and the tables under it are what Python has."""
    page.locator("details").evaluate("details => { details.open = true }")
    page.wait_for_selector(".ib-numbers")
    cells = [line.locator("td").all_inner_texts() for line in page.locator(".ib-ids tr").all()[1:]]
    assert len(cells) == expected.max_len == page.locator(".ib-rows > .ib-line").count()
    for i, (token, number, segment, valid) in enumerate(cells):
        assert token.split(" → ")[-1] == expected.tokens[i]
        assert int(number) == expected._tokenizer.token_to_id(expected.tokens[i])
        assert int(segment) == expected.segments[i]
        assert (valid == "yes") == (i < expected.valid_len)
        assert ("ib-pad" in row(page, i).get_attribute("class")) == (i >= expected.valid_len)
    terms = expected.terms
    names = [*KINDS, "norm"]
    lines = page.locator(".ib-numbers tbody tr").all_inner_texts()
    for d, line in enumerate(lines):
        ours = [float(cell) for cell in line.replace("−", "-").split("\t")[1:]]
        assert ours == near([terms[n][position, d].item() for n in names], digits=2)
    assert d == 63
    page.locator("details").evaluate("details => { details.open = false }")


def test_every_step_by_keyboard(open_widget, builder):
    page = open_widget(builder)
    assert_shows(page, build(*PAIR), 0)
    assert shown(page).endswith("places. The norm shifts and scales each sum.")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    page.keyboard.type(" again, zebra!")
    text = f"{PAIR[0]} again zebra"
    assert_shows(page, build(text, PAIR[1]), 0)
    assert "reads <unk>: “zebra”." in shown(page)
    page.get_by_role("slider", name="max_len").focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.value") == "8"
    assert_shows(page, build(text, PAIR[1], 8), 0)
    page.keyboard.press("Shift+Tab")  # the rows stand before the edge
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == "place 2, movie, text A"
    assert_shows(page, build(text, PAIR[1], 8), 2)
    assert "the vector of “movie” once, that of text A 5 times, that of place 2 once" in shown(page)
    page.keyboard.press("Escape")
    page.get_by_text("three vectors, added up").wait_for()
    assert shown(page) == (
        "“movie”, in text A, at place 2: three vectors, added up. "
        "Drag a word: which strips go along? 8 tokens fill 8 places. "
        "No room for “great”, “again”, “zebra” of text A and “it” of text B."
    )


def test_words_move_by_keyboard_and_by_button(open_widget, builder):
    page = open_widget(builder)
    before = page.evaluate(DRAWN)
    row(page, 2).click()
    page.keyboard.press("Alt+ArrowDown")
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "place 3, movie, text A"
    assert field(page, "A").input_value() == "this is movie great"
    assert_shows(page, build("this is movie great", PAIR[1]), 3)
    assert shown(page).startswith(
        "“movie” and “is” have swapped: the strips of the words went along"
    )
    after = page.evaluate(DRAWN)
    assert [r[0] for r in after[2:4]] == [r[0] for r in before[3:1:-1]]  # the words went along,
    assert [r[1:3] for r in after] == [r[1:3] for r in before]  # text and place stayed,
    changed = [t for t in range(12) if after[t][3] != before[t][3]]
    assert changed == [2, 3]  # and both sums are new
    page.get_by_role("button", name="Move down: movie").press("Enter")
    page.keyboard.press("Enter")  # over <sep>, into the other text
    assert (field(page, "A").input_value(), field(page, "B").input_value()) == (
        "this is great i",
        "movie like it",
    )
    assert_shows(page, build("this is great i", "movie like it"), 6)
    for _ in range(4):
        page.keyboard.press("Enter")  # to the end, and no further
    assert field(page, "B").input_value() == "like it movie"
    assert page.evaluate("document.activeElement.getAttribute('aria-disabled')") == "true"


def middle(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_words_are_dragged_by_mouse(open_widget, builder):
    page = open_widget(builder)
    before = page.evaluate(DRAWN)
    (x, y), (_, to) = (middle(word(page, t).bounding_box()) for t in (2, 4))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 30, steps=3)  # over "is", which goes back when the pointer goes on
    assert words(page)[1:5] == ["this", "is", "movie", "great"]
    page.mouse.move(x, to, steps=3)
    page.mouse.up()
    assert words(page)[1:5] == ["this", "great", "is", "movie"]
    assert_shows(page, build("this great is movie", PAIR[1]), 4)
    after = page.evaluate(DRAWN)
    assert [r[1:3] for r in after] == [r[1:3] for r in before]
    assert (after[2][0], after[4][0]) == (before[4][0], before[2][0])
    assert "have swapped" in shown(page)
    assert page.locator(".ib-word[style*=translate]").count() == 0


def test_words_and_the_edge_are_dragged_by_touch(open_widget, builder):
    page = open_widget(builder, width=390, has_touch=True)
    touch = page.context.new_cdp_session(page)

    def drag(start, end):
        steps = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]
        for kind, at in zip(["touchStart", "touchMove", "touchMove"], steps, strict=True):
            points = [{"x": at[0], "y": at[1]}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    (x, y), (_, to) = (middle(word(page, t).bounding_box()) for t in (1, 3))
    drag((x, y), (x, to))
    assert words(page)[1:5] == ["is", "movie", "this", "great"]
    x, y = middle(page.locator(".ib-grip").bounding_box())
    height = page.locator(".ib-box").evaluate("box => box.clientHeight")
    drag((x, y), (x, y - 72))  # the edge sticks at the foot of the box, above its place
    assert_shows(page, build("is movie this great", PAIR[1], round((height - 28 - 72) / 24)), 3)


def test_a_strip_is_its_vector(open_widget, builder):
    page = open_widget(builder)
    row(page, 1).click()
    page.mouse.move(1, 1)
    terms, valid = builder.terms, builder.valid_len
    squares = sum(terms[kind][:valid].square().mean() for kind in KINDS[:3])
    full = 2 * squares.sqrt().item()
    for line, kind in zip(page.locator(".ib-strips .bw-strip").all(), KINDS, strict=False):
        image = line.evaluate("el => el.style.backgroundImage")
        found = re.findall(r"var\(--(plus|minus)\) (\d+)%", image)
        ours = [float(p) * (1 if sign == "plus" else -1) for sign, p in found]
        expected = (100 * terms[kind][1] / full).clamp(-100, 100).tolist()
        assert ours == pytest.approx(expected, abs=0.6)
    box = page.locator(".ib-strips").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 10.5 / 64, box["y"] + 9)
    numbers = re.findall(r"([−+]?) ?(\d\.\d\d)", shown(page).split(". Valid")[0])
    ours = [float(n) * (-1 if sign == "−" else 1) for sign, n in numbers]
    assert ours == near([terms[kind][1, 10].item() for kind in KINDS], digits=2)
