"""ShapeExplorer in a browser: published counts, lines of code, by keyboard and on a phone."""

import json
import re
from urllib.parse import quote

import pytest

from bert_lab.look import shapes
from bert_lab.look.tensor_lines import line_of
from bert_lab.look.widgets import ShapeExplorer
from tests.helpers.browser_cases import AXE, VIOLATIONS, assert_usable

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


def test_the_first_look_says_where_the_parameters_are(open_widget):
    page = open_widget(ShapeExplorer("base"))
    assert sentence(page) == (
        "base has 110 million parameters: Feed-forward 51 %, Attention 26 %, Embeddings 22 %."
    )
    assert page.locator("input[type=number]:visible, .bw-figures:visible").count() == 0


def test_nothing_is_ever_not_a_number(open_widget):
    page = open_widget(ShapeExplorer("large"))
    unfold(page)
    stage(page, "Attention").click()
    for name, typed in (("D: ", "65"), ("D: ", "1024"), ("T: ", ""), ("num_blks: ", "0")):
        page.get_by_role("spinbutton", name=name).fill(typed)
        said = sentence(page) + page.locator("main").inner_text()
        assert "NaN" not in said
        assert ("in each of ? blocks" in said) == (typed != "1024")
    assert sentence(page) == "No model has these sizes; below stands why."


def test_a_tensor_that_a_switch_takes_away_is_no_longer_shown(open_widget):
    explorer = ShapeExplorer("base")
    explorer.tensor = "Embeddings: norm of the sum"
    page = open_widget(explorer)
    assert page.locator(".bw-close").is_visible()
    unfold(page)
    page.get_by_label("embedding_norm").uncheck()
    assert not page.locator(".bw-close").is_visible()


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, width, theme):
    explorer = ShapeExplorer("large", B=512, T=512, P=80)
    explorer.tensor = "Masked language modelling: mlm_Y_hat"
    page = open_widget(explorer, width=width, theme=theme)
    assert_usable(page, width)
    unfold(page)
    assert_usable(page, width)
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS) == []


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


def test_what_grows_when_a_size_does(open_widget):
    explorer = ShapeExplorer("base", T=8)
    explorer.measure = "bytes"
    page = open_widget(explorer)
    unfold(page)
    number = page.get_by_role("spinbutton", name="T: ")
    number.focus()
    number.fill("16")
    factors = {
        button.get_attribute("data-stage"): button.locator(".shape-factor").inner_text()
        for button in page.locator(".shape-stage").all()
    }
    assert factors["Feed-forward"] == factors["Embeddings"] == "×2"
    assert factors["Pooler"] == factors["Masked language modelling"] == "same"
    attention = float(factors["Attention"].removeprefix("×"))
    assert 2 < attention < 4  # scores and weights fourfold, all else twofold
    assert re.match(r"base has .* of tensors: .*Embeddings ×2, .*Pooler same", sentence(page))
    page.get_by_label("parameters", exact=True).check(force=True)
    assert stage(page, "Attention").locator(".shape-factor").inner_text() == "same"


def test_a_stage_is_pressed_by_keyboard_for_its_tensors(open_widget):
    page = open_widget(ShapeExplorer("base"))
    height = page.locator(".shape-explorer").bounding_box()["height"]
    stage(page, "Attention").press("Enter")
    tensors = page.locator(".shape-tensors button")
    assert tensors.count() == 9
    assert tensors.locator("visible=true").first.inner_text() == "queries"
    assert stage(page, "Attention").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="scores", exact=True).press("Enter")
    assert "(B, N, T, T) = (2, 12, 8, 8)" in page.locator(".bw-close").inner_text()
    assert page.evaluate("document.activeElement.textContent") == "scores"
    assert page.locator(".shape-explorer").bounding_box()["height"] == height


@pytest.mark.parametrize("typed", ["0", "-3", "1.5", ""])
def test_what_is_no_size_is_refused_aloud(open_widget, typed):
    page = open_widget(ShapeExplorer("base"))
    unfold(page)
    number, alert = page.get_by_role("spinbutton", name="T: "), page.get_by_role("alert")
    number.fill(typed)
    assert "T has to be a whole number from 1 to 1,000,000" in alert.inner_text()
    assert (typed or "nothing") in alert.inner_text()
    assert number.get_attribute("aria-invalid") == "true"
    assert set(figures(page).values()) == {"?"}  # the old numbers are no answer
    assert page.locator(".shape-stage .bw-number").first.inner_text() == "?"
    number.fill("16")
    assert alert.inner_text() == ""
    assert figures(page)["parameters"] == "110,106,428"
    number.fill(typed)
    page.get_by_role("spinbutton", name="D: ").focus()  # who leaves it gets the last size back
    assert number.input_value() == "16"
    assert alert.inner_text() == ""
    page.get_by_role("spinbutton", name="N: attention heads").fill("7")
    assert "7 heads do not divide D = 768" in alert.inner_text()
    assert set(figures(page).values()) == {"?"}


@pytest.mark.parametrize(("width", "most"), [(1280, 700), (360, 800)])
def test_one_screen_and_the_height_stays(open_widget, width, most):
    page, found = open_widget(ShapeExplorer("mini"), width=width), set()

    def note():
        page.wait_for_timeout(400)
        found.add(page.locator(".shape-explorer").bounding_box()["height"])

    note()
    rest = "el => el.clientHeight - el.firstElementChild.offsetHeight"
    assert page.locator(".shape-close").evaluate(rest) < 20  # no room that stands empty
    for preset in ("large", "text"):
        page.get_by_role("button", name=preset, exact=True).click()
        note()
    stage(page, "Attention").click()
    note()
    assert max(found) <= most
    assert len(found) == 1
    page.locator("summary").first.click()
    found.clear()
    note()
    page.get_by_role("spinbutton", name="N: attention heads").fill("7")
    note()
    page.get_by_role("spinbutton", name="T: ").fill("-3")
    note()
    assert len(found) == 1


def test_an_old_link_still_opens(open_widget):
    state = {"D": 96, "N": 8, "T": 16, "tensor": "Attention: scores", "tied_decoder": False}
    page = open_widget(ShapeExplorer("tiny"), f"#shapes={quote(json.dumps(state))}")
    assert re.search(r"= \(2, 8, 16, 16\)", page.locator(".bw-close").inner_text())
