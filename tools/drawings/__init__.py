"""Attach SVGs for both page widths to the PNG of a notebook's figure.

`tools/notebooks.py` asks each kernel for it and stores it; the book's build puts it into the page.
The TypeScript beside it draws, in Node, the pictures that `tools/stills.py` stores.
"""

from IPython.core.formatters import JSONFormatter
from IPython.core.interactiveshell import InteractiveShell
from matplotlib.figure import Figure, FigureBase

from tools.drawings.fitting import NARROW, WIDE, faults, fit
from tools.drawings.svg import svg

MIME = "application/vnd.bert-lab.figure+json"


def drawings(figure: Figure) -> dict[str, str]:
    """{"wide": SVG, "narrow": SVG} of the figure, whose own layout is destroyed.

    Raises:
        ValueError: naming what a reader could not read: text that is small, cut off or covered.
    """
    found = {}
    for name, width in {"wide": WIDE, "narrow": NARROW}.items():
        fit(figure, width)
        if wrong := faults(figure):
            raise ValueError(f"{width} pixels wide: {'; '.join(wrong)}")
        found[name] = svg(figure)
    return found


def offer(shell: InteractiveShell) -> None:
    """Attach drawings to every figure that this kernel shows.

    Registered for the class above `Figure`, whose own formatters matplotlib resets, and last, so
    that the PNG is made before the figure is laid out anew.
    """
    formatter = JSONFormatter(parent=shell.display_formatter)
    formatter.format_type = MIME
    formatter.for_type(FigureBase, drawings)
    shell.display_formatter.formatters[MIME] = formatter
