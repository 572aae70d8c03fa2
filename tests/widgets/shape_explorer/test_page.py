"""ShapeExplorer in a browser: areas are parameters, and a pressed part shows its tensors."""

import pytest

from bert_lab.look import shapes
from bert_lab.look.widgets import ShapeExplorer


def test_areas_are_parameters_and_bands_are_shares(open_widget):
    page = open_widget(ShapeExplorer())
    totals, areas = ShapeExplorer().totals, {}
    for size, square in zip(totals, page.locator(".se-square").all(), strict=True):
        box = square.bounding_box()
        areas[size] = box["width"] * box["height"]
        for band in square.locator(".se-band").all() if size == "large" else ():
            share = totals[size][band.get_attribute("data-stage")] / sum(totals[size].values())
            height = band.bounding_box()["height"] / box["height"]
            assert height == pytest.approx(share, abs=0.01)
    parameters = {size: sum(parts.values()) for size, parts in totals.items()}
    for size in ("mini", "base"):
        expected = areas["large"] * parameters[size] / parameters["large"]
        assert areas[size] == pytest.approx(expected, rel=0.02)


def test_a_part_that_is_pressed_shows_its_tensors(open_widget):
    page = open_widget(ShapeExplorer())
    assert page.locator("section .se-close table").count() == 0
    button = page.get_by_role("button", name="Attention")
    button.press("Enter")
    row = page.get_by_role("row", name="scores").first
    assert "(B, N, T, T) (1, 12, 512, 512)" in " ".join(row.inner_text().split())
    names = [spec.name for spec in shapes.TENSORS if spec.stage == "Attention"]
    assert page.locator(".se-pane tbody tr").count() == len(names)
    page.get_by_text("28,366,848 parameters in BASE").wait_for()
    button.press("Enter")
    assert page.locator(".se-pane").count() == 0
