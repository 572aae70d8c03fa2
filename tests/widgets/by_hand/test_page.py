"""ByHand in a browser: a rule at each number, weights that change what follows, a sheet checked."""

import re

import pytest

from bert_lab.look.widgets import ByHand
from tests.helpers.browser_cases import (
    eventually,
)


def says(page, *words, where=".bw-says"):
    """Whether the sentence comes to hold all these words."""
    sentence = page.locator(where)
    return eventually(lambda: all(word in sentence.inner_text() for word in words))


def rules(page, symbol, *words):
    """Whether the rule that opens under this line comes to hold all these words."""
    return says(page, *words, where=f".bh-line[data-key='{symbol}'] .bh-rule")


def line(page, symbol):
    """The numbers of a line."""
    name = re.compile(rf"^{re.escape(symbol)}\b")
    found = page.locator(".bh-line").filter(has=page.locator(".bh-symbol", has_text=name))
    return found.locator("button").all_inner_texts()


def show(page, part):
    page.locator("label", has_text=re.compile(f"^{part}$")).click()


def test_each_number_names_its_rule(open_widget):
    page = open_widget(ByHand())
    assert says(page, "the loss is 1.785")
    assert line(page, "m") == ["1", "0.5", "0", "−0.5"]
    tops = "all => new Set(all.map((one) => one.getBoundingClientRect().top)).size"
    assert page.locator(".bh-line[data-key=z] button").evaluate_all(tops) == 1  # all five in a row
    page.locator(".bh-line").filter(has_text="xcats").locator("button").first.focus()
    assert rules(page, "x_cats", "number 1: 0.5 + 0.5 + 0 = 1")
    page.keyboard.press("ArrowRight")
    assert rules(page, "x_cats", "number 2: −0.5 + 0 + 0.5 = 0")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    assert rules(page, "x_milk", "number 2: 1 + 0 + 0 = 1")
    page.set_viewport_size({"width": 390, "height": 844})
    box = "({ scrollHeight, clientHeight }) => scrollHeight - clientHeight"
    assert page.locator(".bh-box").evaluate(box) == 0  # a swipe moves the page
    show(page, "Backward")
    assert line(page, "∂z") == ["0.037", "0.062", "−0.832", "0.456", "0.277"]


def test_a_weight_changes_all_after_it(open_widget):
    page = open_widget(ByHand(part="weights"))
    weight = page.get_by_label("W_v, row 2, column 2")
    weight.fill("-1/2")
    ours = ByHand(changes=[("W_v", 5, -0.5)]).numbers
    assert says(page, f"the loss is {ours['loss']:.3g}"[:18])
    weight.fill("12")
    assert says(page, "“12” is no number from −9 to 9", "stays at −0.5")
    show(page, "Backward")
    shown = [float(x.replace("−", "-")) for x in line(page, "∂Emilk")]
    assert shown == pytest.approx(ours["dE"][4].tolist(), abs=6e-4)
    page.get_by_role("button", name="Weights as on the sheet").click()
    assert eventually(lambda: line(page, "∂Emilk") == ["0.193", "0.443", "−0.349", "−0.317"])


def test_a_sheet_is_checked(open_widget):
    page = open_widget(ByHand())
    page.get_by_role("button", name="Check my sheet").click()
    assert says(page, "boxes may stay empty")
    page.get_by_label("m, number 1", exact=True).fill("1")
    assert says(page, "One number, and it is right")
    page.get_by_label("r, number 1", exact=True).fill("1")
    assert rules(page, "r", "First wrong: r, number 1", "residual connection", "1 + 1 = 2")
    wrong = page.locator("[aria-invalid='true']")
    assert wrong.get_attribute("aria-label") == "r, number 1"
    page.get_by_label("r, number 1", exact=True).fill("two")
    assert says(page, "“two” is no number")
    show(page, "Backward")  # what was typed stays, on all parts
    page.get_by_label("∂z, number 3", exact=True).fill("0.168")
    assert rules(page, "∂z", "number 3", "subtract 1")
    page.get_by_role("button", name="Empty the boxes").click()
    assert says(page, "boxes may stay empty")
