"""Successors in a browser: by names, by the picture, by keyboard; the height never changes."""

from bert_lab.look.widgets import Successors
from bert_lab.look.widgets.successors import PRESETS, num_parameters

PRESSED = ".su-names [aria-pressed=true]"


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def test_a_press_redraws_the_block_and_counts(open_widget):
    widget = Successors(["norm before"])
    page = open_widget(widget, width=1280)
    page.get_by_text("One change at a time").click()
    press(page, "norm before")
    assert page.locator(PRESSED).count() == 0
    assert page.locator(".su-picture .su-new:not(.su-away)").count() == 0  # all as it was
    press(page, "ALBERT")
    assert set(page.locator(PRESSED).all_inner_texts()) == set(PRESETS["ALBERT"])
    assert page.locator(".su-again").count() == 1
    assert "block 2 = 1" in page.locator(".su-picture").inner_text()
    mini = num_parameters(widget.sizes["mini"], PRESETS["ALBERT"])
    assert f"{mini:,}" in page.locator(".su-lane").first.inner_text()
    page.get_by_text("Numbers").click()
    cells = page.locator("table").first.locator("tr").last.locator("td").all_inner_texts()
    both = [
        num_parameters(of, on) for of in widget.sizes.values() for on in ([], PRESETS["ALBERT"])
    ]
    assert cells == [f"{n:,}" for n in both]


def test_the_picture_is_pressed_too_and_pointing_shows_where(open_widget):
    page = open_widget(Successors(), width=1280)
    at_rest = page.locator(".bert-widget > :not(.bw-foot) button").filter(visible=True)
    assert at_rest.all_inner_texts() == list(PRESETS)
    page.get_by_text("One change at a time").click()
    lens = page.locator(".su-lens").first
    lens.hover()
    assert page.locator("button.su-here").all_inner_texts() == ["GeGLU"]
    lens.click()
    assert page.locator(PRESSED).all_inner_texts() == ["GeGLU"]
    button = page.get_by_role("button", name="sentence order")
    button.focus()
    assert page.locator(".su-targets .su-here").all_inner_texts() == ["B after A?"]
    page.keyboard.press("Escape")
    assert page.locator(".su-here").count() == 0
    page.keyboard.press("Enter")
    page.get_by_role("button", name="RoBERTa recipe").press("Space")
    assert page.locator(PRESSED).all_inner_texts() == [
        "GeGLU",
        "RoBERTa recipe",
    ]
    announced = page.locator("output").filter(has_text="RoBERTa’s recipe: no next sentences")
    announced.wait_for(state="attached")
