"""ShapeExplorer in a browser: published counts, lines of code, by keyboard and on a phone."""

import pytest

from bert_lab.look import shapes
from bert_lab.look.tensor_lines import line_of
from bert_lab.look.widgets import ShapeExplorer
from tests.helpers.browser_cases import assert_usable

PUBLISHED = {  # with both heads, encoder and pooler alone
    "text": (5_632_546, 3_002_496),
    "base": (110_106_428, 109_482_240),
    "large": (336_226_108, 335_141_888),
}


def figures(page):
    return {
        figure.inner_text().split("\n")[0].strip(): figure.locator("strong").inner_text()
        for figure in page.locator(".bw-figures > p").all()
    }


@pytest.mark.parametrize("preset", PUBLISHED)
def test_presets_have_the_published_counts(open_widget, preset):
    page = open_widget(ShapeExplorer("tiny"))
    page.get_by_role("button", name=preset).press("Enter")
    shown = figures(page)
    everything, body = PUBLISHED[preset]
    assert shown["parameters"] == f"{everything:,}"
    assert shown["encoder and pooler alone"] == f"{body:,}"
    config = ShapeExplorer(preset).config
    letters = shapes.sizes(config, batch=2, length=8, predictions=3)
    work = shapes.num_multiply_adds(shapes.tensors(config), letters)
    number, unit = shown["multiply-adds"].split()
    scale = {"million": 1e6, "billion": 1e9}[unit]
    assert float(number) * scale == pytest.approx(work, rel=5e-3)


def test_a_tensor_is_chosen_by_keyboard_and_shows_its_line(open_widget):
    page = open_widget(ShapeExplorer("text", B=6, T=7, P=4))
    close = page.locator(".bw-close")
    assert not close.is_visible()
    page.get_by_label("Attention: queries").focus()
    page.keyboard.press("Space")
    for name in ("queries", "keys", "values", "scores"):
        (spec,) = [spec for spec in shapes.TENSORS if spec.name == name]
        text = close.inner_text()
        line = line_of(spec)
        assert close.locator("code").inner_text() == line.code
        assert line.function in text
        assert page.evaluate("document.activeElement.ariaLabel") == f"Attention: {name}"
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    text = close.inner_text()
    assert "(B, N, T, T) = (6, 2, 7, 7), in each of 2 blocks" in text
    assert f"B · N · T · T · K = {6 * 2 * 7 * 7 * 64:,} multiply-adds" in text
    assert close.locator("b").all_inner_texts() == ["B", "N", "T", "T"]
    page.wait_for_timeout(400)
    said = page.locator("output").inner_text()
    assert "Attention: scores: (B, N, T, T) = (6, 2, 7, 7), made by scores = q @" in said


def test_a_tensor_that_a_switch_takes_away_is_no_longer_shown(open_widget):
    explorer = ShapeExplorer("base")
    explorer.tensor = "Embeddings: norm of the sum"
    page = open_widget(explorer)
    assert page.locator(".bw-close").is_visible()
    page.get_by_label("embedding_norm").uncheck()
    assert not page.locator(".bw-close").is_visible()


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, width, theme):
    explorer = ShapeExplorer("large", B=512, T=512, P=80)
    explorer.tensor = "Masked language modelling: mlm_Y_hat"
    page = open_widget(explorer, width=width, theme=theme)
    assert_usable(page, width)
