"""The stored drawings in a browser: one at a time, readable, in the page's colours."""

import pytest

from bert_lab.look.colours import css
from book.figures import drawings
from tests.helpers.paths import ROOT

FOLDER = ROOT / "chapters/figures"
NAMES = sorted({path.name.split(".")[0] for path in FOLDER.glob("*.svg")})
STYLE = css("html") + (ROOT / "book/static/figures.css").read_text("utf-8")
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Figures</title><style>
body {{ margin: 0; color: rgb(1, 2, 3); color-scheme: {theme}; }} {style}
</style><div style="width: {width}px">{figures}</div>"""
SHOWN = """figures => figures.map(figure => {
  const [svg, ...others] = [...figure.querySelectorAll("svg")].filter(x => x.checkVisibility());
  const scale = svg.getBoundingClientRect().width / svg.width.baseVal.value;
  const { left, right, top, bottom } = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")];
  const out = texts.filter(text => {
    const box = text.getBoundingClientRect();
    return box.left < left - 2 || box.right > right + 2 || box.top < top - 2
      || box.bottom > bottom + 2;
  });
  return {
    others: others.length, width: svg.width.baseVal.value, scale,
    letters: scale * Math.min(...texts.map(x => parseFloat(getComputedStyle(x).fontSize))),
    inks: [...new Set(texts.map(text => getComputedStyle(text).fill))],
    out: out.map(text => text.textContent),
  };
})"""


@pytest.mark.parametrize(
    ("width", "widest", "theme"), [(656, 672, "light"), (655, 342, "dark"), (342, 342, "light")]
)
def test_one_drawing_is_shown_and_can_be_read(new_page, width, widest, theme):
    page = new_page(width=800)
    figures = "".join(
        f'<figure style="margin: 0"><div class="drawing">{drawings(FOLDER, name)}</div></figure>'
        for name in NAMES
    )
    page.set_content(PAGE.format(theme=theme, style=STYLE, width=width, figures=figures))
    shown = dict(zip(NAMES, page.locator(".drawing").evaluate_all(SHOWN), strict=True))
    assert max(figure["width"] for figure in shown.values()) == widest
    for name, figure in shown.items():
        assert figure["others"] == 0, name
        assert figure["scale"] == pytest.approx(1, abs=0.03), name
        assert figure["letters"] >= 11, name
        assert figure["inks"] == ["rgb(1, 2, 3)"], name
        assert figure["out"] == [], name


def test_on_a_smaller_phone_a_drawing_shrinks(new_page):
    page = new_page(width=320)
    figures = f'<div class="drawing">{drawings(FOLDER, NAMES[0])}</div>'
    page.set_content(PAGE.format(theme="light", style=STYLE, width=300, figures=figures))
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
