"""Subset fonts to the characters that the book uses."""

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

COPYRIGHT, LICENCE = 0, 13  # what a font says of itself and has to go on saying

logging.getLogger("fontTools").setLevel(logging.WARNING)  # it would list every glyph it looks at


def write_subset(
    source: Path | str,
    target: Path,
    codes: Iterable[int],
    trim: Callable[[TTFont], None] = lambda font: None,
    **options,
) -> None:
    """Write the glyphs of `codes` as WOFF2, after `trim` has changed the font.

    `options` are those of fontTools' subsetter.
    """
    settings = subset.Options(flavor="woff2", name_IDs=[COPYRIGHT, LICENCE], **options)
    subsetter = subset.Subsetter(settings)
    subsetter.populate(unicodes=codes)
    with subset.load_font(str(source), settings) as font:
        trim(font)
        subsetter.subset(font)
        subset.save_font(font, str(target), settings)
