"""book.speed.icons: the icon font's character for each name."""

from pathlib import Path

import pydata_sphinx_theme
from fontTools.ttLib import TTFont

from book.speed.icons import BRANDS, FONTS, SOLID, icon_codes

CSS = Path(pydata_sphinx_theme.__file__).parent / (
    "theme/pydata_sphinx_theme/static/styles/pydata-sphinx-theme.css"
)


def test_names_share_a_rule():
    css = '.fa-xmark:before,.fa-times:before{content:"\\f00d"}.fa-plus:before{content:"+"}.x{top:0}'
    assert icon_codes(css) == {"xmark": 0xF00D, "times": 0xF00D}


def test_the_theme_still_names_every_icon_and_its_fonts_have_them():
    codes = icon_codes(CSS.read_text("utf-8"))
    for file, names in (("fa-solid-900.woff2", SOLID), ("fa-brands-400.woff2", BRANDS)):
        assert {codes[name] for name in names} <= set(TTFont(FONTS / file).getBestCmap())
