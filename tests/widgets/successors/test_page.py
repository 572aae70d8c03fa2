"""Successors in a browser: a press redraws the block and its counts."""

from bert_lab.look.widgets import Successors
from bert_lab.look.widgets.successors import PRESETS, num_parameters


def test_a_press_redraws_the_block_and_counts(open_widget):
    widget = Successors()
    page = open_widget(widget, width=1280)
    assert page.locator(".su-picture .su-new:not(.su-away)").count() == 0  # all as it was
    page.get_by_role("button", name="ALBERT").press("Enter")
    assert page.locator("[aria-pressed=true]").all_inner_texts() == ["ALBERT"]
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
    page.get_by_role("button", name="BERT", exact=True).click()
    assert page.locator(".su-picture .su-new:not(.su-away)").count() == 0
