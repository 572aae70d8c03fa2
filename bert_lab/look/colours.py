"""The book's colours in one table, for figures, pages, widgets and drawings.

Nothing is imported but the standard library: the book is built without torch.
"""

from typing import NamedTuple


class Colour(NamedTuple):
    """One colour's meaning, and its values on a light and on a dark page."""

    light: str
    dark: str


# What is drawn beside one another stays apart for normal, red-, green- and blue-blind eyes; axes
# can be read as text too (contrast 4.5). Colour is never the only cue: heads have their slots,
# lines their dashes, points their shapes.
COLOURS = {
    "plus": Colour("#2f72d8", "#6aa8ff"),  # above zero
    "minus": Colour("#d97b16", "#f0a050"),
    "marker": Colour("#ffd65c", "#a37f00"),  # what is read
    "head-1": Colour("#1aa890", "#2fd9c8"),
    "head-2": Colour("#4a2fb0", "#8577f0"),
    "head-3": Colour("#a01c5c", "#dd6b9a"),
    "head-4": Colour("#7d6a00", "#efd840"),
    "axis-B": Colour("#282324", "#bcb8b9"),
    "axis-T": Colour("#163fb3", "#64c3fc"),  # text A, too
    "axis-D": Colour("#895603", "#f5b260"),  # text B, too
    "axis-N": Colour("#2c4710", "#c1f091"),
    "axis-K": Colour("#137a86", "#78eefe"),
    "axis-F": Colour("#8d3de8", "#968df7"),  # feed-forward units, too
    "axis-V": Colour("#cd2d5f", "#f67c69"),  # losses and distributions over words, too
    "axis-P": Colour("#71005c", "#c884b5"),
    "line-3": Colour("#c2880d", "#fcc42d"),
    "line-4": Colour("#340ab3", "#5e76e5"),
    "line-5": Colour("#663906", "#b65f6c"),
}
HEADS = ("head-1", "head-2", "head-3", "head-4")
LINES = ("axis-V", "plus", "line-3", "line-4", "line-5")  # of what is compared, in this order


def css(selector: str) -> str:
    """A rule that declares each colour as `--name`, light or dark as the `color-scheme` says."""
    declared = ";".join(
        f"--{name}:light-dark({light},{dark})" for name, (light, dark) in COLOURS.items()
    )
    return f"{selector}{{{declared}}}\n"
