"""ShapeExplorer in a browser: published counts, lines of code, by keyboard and on a phone."""

import pytest

from bert_lab.look import shapes
from bert_lab.look.tensor_lines import line_of
from bert_lab.look.widgets import ShapeExplorer

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


def unfold(page):
    page.evaluate("() => document.querySelectorAll('.bw-more').forEach((el) => { el.open = true })")


def sentence(page):
    page.wait_for_timeout(400)  # announcements wait for a pause
    return page.locator(".bw-says").inner_text().replace("\u00a0", " ").replace("\u00ad", "")


def stage(page, name):
    return page.locator(f'[data-stage="{name}"]')


def heights(page):
    """How high each stage is, as a share of the highest."""
    page.wait_for_timeout(450)  # it morphs
    boxes = [bar.bounding_box()["height"] for bar in page.locator(".shape-fill").all()]
    return [height / max(boxes) for height in boxes]


@pytest.mark.parametrize("preset", PUBLISHED)
def test_presets_have_the_published_counts(open_widget, preset):
    page = open_widget(ShapeExplorer("tiny"))
    unfold(page)
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
    unfold(page)
    page.get_by_label("Attention: queries", exact=True).focus()
    page.keyboard.press("Space")
    for name in ("queries", "keys", "values", "scores"):
        (spec,) = [spec for spec in shapes.TENSORS if spec.name == name]
        text = close.inner_text()
        line = line_of(spec)
        assert close.locator("pre code").inner_text() == line.code
        assert line.function in text
        assert page.evaluate("document.activeElement.ariaLabel") == f"Attention: {name}"
        page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    text = close.inner_text()
    assert "(B, N, T, T) = (6, 2, 7, 7), in each of 2 blocks" in text
    assert f"B · N · T · T · K = {6 * 2 * 7 * 7 * 64:,} multiply-adds" in text
    assert close.locator("b").all_inner_texts() == ["B", "N", "T", "T"]
    assert "Attention: scores is (B, N, T, T) = (6, 2, 7, 7)." in sentence(page)


@pytest.mark.parametrize("measure", ["parameters", "memory", "multiply-adds"])
def test_each_stage_is_as_high_as_what_is_counted(open_widget, measure):
    page, config = open_widget(ShapeExplorer("base", T=128)), ShapeExplorer("base").config
    page.get_by_role("radio", name=measure).check(force=True)
    letters = shapes.sizes(config, batch=2, length=128, predictions=3)

    def weigh(spec):
        if measure == "parameters":
            return shapes.num_parameters([spec], letters)
        if measure == "multiply-adds":
            return shapes.num_multiply_adds([spec], letters)
        size = shapes.BYTES[spec.dtype] * (letters["num_blks"] if spec.per_block else 1)
        for number in shapes.numbers(spec.dims, letters):
            size *= number
        return size

    stages = {}
    for spec in shapes.tensors(config):
        stages[spec.stage] = stages.get(spec.stage, 0) + weigh(spec)
    expected = [size / max(stages.values()) for size in stages.values()]
    assert heights(page) == pytest.approx(expected, abs=0.01)  # 1 px at least
