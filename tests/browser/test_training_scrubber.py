"""TrainingScrubber in a browser: by keyboard, by mouse, on a phone; the record's numbers."""

import pytest

from bert_lab.experiments import recorded
from bert_lab.look.widgets import TrainingScrubber
from tests.helpers.browser_cases import assert_usable

RECORD = recorded("probes")
START, NEXT, *_, LAST = RECORD["steps"][12:]


@pytest.fixture
def scrubber():
    return TrainingScrubber(RECORD, step=START)


def assert_shows(page, step, number=0):
    i, probe = RECORD["steps"].index(step), RECORD["probes"][number]
    assert page.locator(".bw-steps").inner_text().split("\n")[-1] == f"{step:,} of {LAST:,}"
    assert page.locator(".bw-gap").inner_text() == probe["words"][i][0]
    shown = page.locator(".bw-best li").all_inner_texts()
    for text, word, share in zip(shown, probe["words"][i], probe["probabilities"][i], strict=True):
        assert text.split()[0] == word
        percent = 0 if "<" in text else int(text.split()[-2])
        # whole percents of a share that the page knows to a tenth of a percent
        assert percent == pytest.approx(100 * share, abs=0.5501)
    assert [text.split()[0] for text in shown if "✓" in text] == [
        word for word in probe["words"][i] if word == probe["answer"]
    ]
    right = sum(one["rank"][i] == 1 for one in RECORD["probes"])
    assert f": {right} of 20 right" in page.locator("caption").inner_text()
    assert page.locator(".bw-pane tbody tr.bw-right").count() == right


def test_every_step_by_keyboard(open_widget, scrubber):
    page = open_widget(scrubber)
    assert_shows(page, START)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert_shows(page, NEXT)
    page.keyboard.press("End")
    assert_shows(page, LAST)
    page.keyboard.press("Home")
    assert_shows(page, 0)
    slider = page.get_by_role("slider")
    assert slider.get_attribute("aria-valuetext") == "0 steps, loss 6.72"
    assert slider.evaluate("el => el === document.activeElement")
    page.keyboard.press("Tab")  # the box of the table
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    assert_shows(page, 0, number=1)
    assert page.evaluate("document.activeElement.checked")
    page.wait_for_timeout(400)
    said = page.locator("output").inner_text()
    assert said.startswith(f"After 0 of {LAST:,} steps: loss 6.72 nats, above ln V. 0 of 20")
    assert "“bank”, which stood there, has rank 383." in said


def test_by_mouse(open_widget, scrubber):
    page = open_widget(scrubber)
    box = page.get_by_role("slider").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    assert_shows(page, LAST)
    page.get_by_text("a boy played a song on the piano | the first").click()
    assert_shows(page, LAST, number=17)


def test_the_chart_is_as_high_as_the_losses(open_widget, scrubber):
    page = open_widget(scrubber)
    page.wait_for_timeout(300)  # columns grow
    figure = page.locator("figure").first
    floor = figure.locator(".bw-plot").evaluate("el => el.getBoundingClientRect().bottom")
    tops = figure.locator(".bw-fill").evaluate_all(
        "els => els.map(e => e.getBoundingClientRect().top)"
    )
    unit = (floor - tops[0]) / RECORD["loss"][0]
    for top, loss in zip(tops, RECORD["loss"], strict=True):
        assert (floor - top) / unit == pytest.approx(loss, abs=0.05)
    lines = figure.locator(".bw-line").evaluate_all(
        "els => els.map(e => e.getBoundingClientRect().top)"
    )
    for top, line in zip(lines, RECORD["lines"].values(), strict=True):
        assert (floor - top) / unit == pytest.approx(line, abs=0.1)


@pytest.mark.parametrize("width", [360, 800])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_and_can_be_hit(open_widget, scrubber, width, theme):
    page = open_widget(scrubber, width=width, theme=theme)
    assert_usable(page, width)


def test_hostile_text_stays_text(open_widget):
    hostile = "<img src=x onerror=\"document.title='broken'\"> <mask> שלום" + "x" * 2000
    probe = RECORD["probes"][0] | {"first": hostile, "answer": "<b>bank</b>"}
    page = open_widget(TrainingScrubber(RECORD | {"probes": [probe]}), width=360)
    assert page.title() == "A widget"
    assert page.locator("img, main script").count() == 0
    assert "<b>bank</b>" in page.locator(".bw-close").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
