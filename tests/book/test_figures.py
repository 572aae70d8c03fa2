"""book.figures: drawings replace images; the stored ones are readable on any page."""

import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from docutils import nodes
from docutils.utils import new_document

from bert_lab.look.colours import COLOURS
from book.figures import FIGURES, KINDS, _draw, both, drawings, styles
from tests.helpers.paths import ROOT

STORED = sorted((ROOT / "chapters/figures").glob("*.svg"))


@pytest.fixture
def draw(tmp_path):
    """A function: (name, alternative text) of a figure -> the HTML of the page."""
    (tmp_path / "figures").mkdir()
    for kind in KINDS:
        (tmp_path / f"figures/fig-x.{kind}.svg").write_text(f"<svg>{kind}</svg>\n", "utf-8")

    def shown(name, alt, uri="x.png"):
        document = new_document("page")
        figure = nodes.figure("", nodes.image(uri=uri, alt=alt), ids=[name])
        document += nodes.container("", figure)
        env = SimpleNamespace(doc2path=lambda _: str(tmp_path / "page.ipynb"))
        html = SimpleNamespace(format="html")
        _draw(SimpleNamespace(builder=html, env=env, srcdir=tmp_path), document, "page")
        return figure.children[0]

    return shown


def test_both_drawings_stand_where_the_picture_was(draw):
    html = draw("fig-x", 'a "curve" & <tag>').astext()
    assert html == (
        '<div class="drawing" role="img" aria-label="a &quot;curve&quot; &amp; &lt;tag&gt;">'
        "<svg>wide</svg>\n<svg>narrow</svg>\n</div>"
    )


def test_a_figure_without_drawings_stays_a_picture(draw):
    assert isinstance(draw("fig-y", "a curve"), nodes.image)


def test_a_drawing_with_a_narrow_twin_stands_in_the_page_too(draw, tmp_path):
    (tmp_path / "figures/map.svg").write_text("<svg>map</svg>", "utf-8")
    assert isinstance(draw("fig-y", "a map", uri="figures/map.svg"), nodes.image)
    (tmp_path / "figures/map.narrow.svg").write_text("<svg>small</svg>", "utf-8")
    html = draw("fig-y", "a map", uri="figures/map.svg").astext()
    assert html.endswith('role="img" aria-label="a map"><svg>map</svg><svg>small</svg></div>')
    (tmp_path / "figures/map.svg").write_text('<svg><a href="#there">map</a></svg>', "utf-8")
    html = draw("fig-y", "a map", uri="figures/map.svg").astext()
    assert 'role="group" aria-label="a map"' in html  # links in it are still links


def test_rules_of_drawings_are_the_pages_each_once(tmp_path):
    for name, rules in (("a", ".x{top:0}\n.y{top:0}"), ("b", ".x{top:0}.z{top:0}")):
        for kind in ("", ".narrow"):
            (tmp_path / f"{name}{kind}.svg").write_text(f"<svg><style>{rules}</style><a/></svg>")
    (tmp_path / "alone.svg").write_text("<svg><style>.alone{top:0}</style></svg>")
    assert styles(tmp_path) == ".x{top:0}.y{top:0}.z{top:0}"
    assert both(tmp_path / "a.svg") == "<svg><a/></svg>" * 2
    assert styles(FIGURES)


def test_the_style_sheet_shows_one_of_the_two():
    css = (ROOT / "book/static/figures.css").read_text("utf-8")
    width = int(re.search(r"@container \(max-width: (\d+)px\)", css)[1]) + 1
    wide = [ElementTree.parse(path).getroot() for path in STORED if ".wide." in path.name]
    # Shown where it fits, or nearly: its letters have pixels to spare.
    assert 0 <= max(float(svg.get("width")) for svg in wide) - width <= 16
    assert drawings(ROOT / "chapters/figures", "fig-input-sum").count("<svg") == 2


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
