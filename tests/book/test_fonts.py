"""book.fonts: a subset holds the requested characters and keeps its copyright."""

from fontTools.ttLib import TTFont

from book.fonts import COPYRIGHT, write_subset
from book.speed.icons import FONTS

HOUSE, STAR, CRANE = 0xF015, 0xF005, 0x1F3D7


def test_a_subset_holds_the_characters_asked_for(tmp_path):
    source = FONTS / "fa-solid-900.woff2"
    write_subset(source, tmp_path / "two.woff2", [HOUSE, STAR, CRANE], layout_features=[])
    with TTFont(tmp_path / "two.woff2") as font, TTFont(source) as whole:
        assert font.flavor == "woff2"
        assert set(font.getBestCmap()) == {HOUSE, STAR}  # the third is not in the font
        assert font["name"].getDebugName(COPYRIGHT) == whole["name"].getDebugName(COPYRIGHT)
