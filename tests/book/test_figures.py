"""book.figures: drawings replace images; the stored ones are readable on any page."""

import re
from xml.etree import ElementTree

import pytest

from bert_lab.look.colours import COLOURS
from book.figures import drawings
from tests.helpers.paths import ROOT

STORED = sorted((ROOT / "chapters/figures").glob("*.svg"))


def test_the_style_sheet_shows_one_of_the_two():
    css = (ROOT / "book/static/figures.css").read_text("utf-8")
    width = int(re.search(r"@container \(max-width: (\d+)px\)", css)[1]) + 1
    wide = [ElementTree.parse(path).getroot() for path in STORED if ".wide." in path.name]
    # Shown where it fits, or nearly: its letters have pixels to spare.
    assert 0 <= max(float(svg.get("width")) for svg in wide) - width <= 16
    assert drawings(ROOT / "chapters/figures", "fig-attention-toy").count("<svg") == 2


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_stored_drawing_can_be_read_on_any_page(path):
    text = path.read_text("utf-8")
    svg = ElementTree.fromstring(text)
    _, kind, _ = path.name.split(".")
    assert float(svg.get("width")) <= {"wide": 672, "narrow": 342}[kind]
    sizes = [float(e.get("font-size")) for e in svg.iter() if e.get("font-size")]
    assert min(sizes) >= 11
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}text"))) > 3  # words, not outlines
    colours = {f"var(--{name},{light})" for name, (light, _) in COLOURS.items()}
    painted = set(re.findall(r'(?:fill|stroke)="(.*?)"', text))
    assert painted <= colours | {"none", "currentColor"}
    assert not re.search(r"\bid=|style=|<(image|style|script|metadata)", text)
