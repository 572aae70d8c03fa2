"""Lay a figure out for the width of a page, with text at its own size.

Text that shrinks with its picture can't be read on a phone. So a figure is laid out twice: panels
of curves move below one another, legends take more rows, long labels break.
"""

from itertools import combinations, pairwise

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text
from matplotlib.ticker import FuncFormatter, LogFormatter, NullFormatter

from bert_lab.look.plots.style import DPI, house_style

WIDE, NARROW = 672, 342  # pixels: the text column of a desktop, scroll bar left out, and of a phone
_FULL = 600  # pixels: a wider figure of a notebook fills the column
_LABELS, _LEVELS = 0.3, 0.2  # of the width, for the names of rows and of levels
_LEAST = 11  # pixels, the smallest letters


def fit(figure: Figure, width: int) -> None:
    """Lay the figure out in `width` pixels; it may grow taller, but text never changes size."""
    FigureCanvasAgg(figure)  # no window, no notebook: nothing but a measure of letters
    figure.set_dpi(DPI)
    own_width, height = figure.bbox.size
    shown = width if own_width >= _FULL or own_width > width else own_width
    for ax in figure.axes:
        _plain_numbers(ax)
    rows = _stack(figure) if width == NARROW else 1
    figure.set_size_inches(shown / DPI, height * rows * (0.8 if rows > 1 else 1) / DPI)
    with house_style():
        _rebuild_legends(figure, shown)
    figure.draw_without_rendering()
    _break_labels(figure, shown)
    figure.draw_without_rendering()
    _turn_crowded_ticks(figure)
    _shrink_numbers(figure)
    figure.draw_without_rendering()
    _part_levels(figure)


def faults(figure: Figure) -> list[str]:
    """Unreadable text: too small, cut off, or overlapping."""
    found, seen = [], []
    for text in _texts(figure):
        size = text.get_fontsize() * DPI / 72
        if size < _LEAST - 0.01:
            found.append(f"{text.get_text()!r} has letters of {size:.1f} pixels")
        box = text.get_window_extent()
        inside = figure.bbox.padded(1)
        if box.x0 < inside.x0 or box.x1 > inside.x1 or box.y0 < inside.y0 or box.y1 > inside.y1:
            found.append(f"{text.get_text()!r} is cut off")
        seen.append((text.get_text(), box.padded(-1.5)))
    found += [f"{a!r} lies on {b!r}" for (a, x), (b, y) in combinations(seen, 2) if x.overlaps(y)]
    return found


def _texts(figure) -> list[Text]:
    """The visible texts, without ticks outside the axes' limits."""
    axes_texts = []
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = (*axis.get_major_ticks(), *axis.get_minor_ticks())
            hidden = [tick for tick in ticks if not low <= tick.get_loc() <= high]
            axes_texts += [label for tick in hidden for label in (tick.label1, tick.label2)]
    unseen = set(axes_texts)
    return [
        text
        for text in figure.findobj(Text)
        if text.get_text().strip() and text not in unseen and text.get_visible()
    ]


def _plain_numbers(ax):
    """Write 1,000 instead of a power of ten, which would be a formula."""
    for axis in (ax.xaxis, ax.yaxis):
        if isinstance(axis.get_major_formatter(), LogFormatter):
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g}"))
        if isinstance(axis.get_minor_formatter(), LogFormatter):
            axis.set_minor_formatter(NullFormatter())


def _stack(figure) -> int:
    """Stack two columns of curves; returns the factor by which the number of rows grew."""
    panels = [ax for ax in figure.axes if ax.get_subplotspec() is not None]
    grids = {ax.get_subplotspec().get_gridspec() for ax in panels}
    if len(grids) != 1 or (grid := grids.pop()).ncols != 2 or not all(ax.lines for ax in panels):
        return 1
    column = figure.add_gridspec(grid.nrows * 2, 1)
    for row, ax in enumerate(panels):
        ax.set_subplotspec(column[row])
        ax.tick_params(labelleft=True, labelbottom=True)
        if not ax.get_ylabel():
            ax.set_ylabel(panels[0].get_ylabel())
    return 2


def _rebuild_legends(figure, width):
    """Move each legend above its axes, in as few rows as the width allows."""
    lone = len(figure.axes) == 1
    for owner in (figure, *figure.axes):
        legends = figure.legends if owner is figure else [owner.get_legend()]
        for legend in filter(None, list(legends)):
            handles, names = legend.legend_handles, [t.get_text() for t in legend.get_texts()]
            if owner is not figure:
                handles, _ = owner.get_legend_handles_labels()
            legend.remove()
            room = width if lone or owner is figure else owner.bbox.width
            _lay_out_legend(figure if lone else owner, handles, names, room, owner is figure)


def _lay_out_legend(owner, handles, names, room, outside):
    place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0.1}
    if outside or not hasattr(owner, "get_subplotspec"):
        place = {"loc": "outside upper left", "borderaxespad": 0}
    for columns in range(len(names), 0, -1):
        legend = owner.legend(handles, names, ncols=columns, columnspacing=1.2, **place)
        if columns == 1 or legend.get_window_extent().width <= room:
            return
        legend.remove()


def _break_labels(figure, width):
    """Wrap row names to a third of the width, and axis labels to the length of their axis."""
    for ax in figure.axes:
        names = ax.get_yticklabels()
        if any(name.get_window_extent().width > _LABELS * width for name in names):
            places = ax.get_yticks()
            ax.set_yticks(places, [_broken(name, _LABELS * width) for name in names])
        for level in _annotations(ax):
            level.set_text(_broken(level, _LEVELS * width))
        for label in (ax.xaxis.label, ax.yaxis.label):
            room = ax.bbox.width if label is ax.xaxis.label else ax.bbox.height
            label.set_text(_broken(label, room, along=label is ax.yaxis.label))


def _broken(text, room, along=False):
    """The text wrapped to the width, as far as single words fit."""
    box = text.get_window_extent()
    length = box.height if along else box.width
    if length <= room or not text.get_text():
        return text.get_text()
    per_letter = length / max(map(len, text.get_text().split("\n")))
    lines = [""]
    for word in text.get_text().split():
        if lines[-1] and (len(lines[-1]) + 1 + len(word)) * per_letter > room:
            lines.append("")
        lines[-1] += " " * bool(lines[-1]) + word
    return "\n".join(lines)


def _turn_crowded_ticks(figure):
    """Rotate column names that would touch each other."""
    for ax in figure.axes:
        labels = [label for label in ax.get_xticklabels() if label.get_text()]
        for label in labels:
            label.set(rotation=0, ha="center", va="top")
        boxes = [label.get_window_extent().padded(2) for label in labels]
        if any(one.overlaps(other) for one, other in pairwise(boxes)):
            names = [label.get_text().replace("\n", " / ") for label in ax.get_xticklabels()]
            ax.set_xticks(ax.get_xticks(), names)
            for label in ax.get_xticklabels():
                label.set(rotation=90, ha="right", va="center", rotation_mode="anchor")


def _part_levels(figure):
    """Move apart names of levels that would overlap, from the top."""
    for ax in figure.axes:
        upper = None
        for level in sorted(_annotations(ax), key=lambda level: -level.xy[1]):
            box = level.get_window_extent()
            covered = box.y1 - upper.y0 if upper and upper.overlaps(box) else 0
            x, y = level.get_position()
            level.set_position((x, y - covered * 72 / DPI))
            upper = level.get_window_extent()


def _annotations(ax):
    return [text for text in ax.texts if isinstance(text, Annotation)]


def _shrink_numbers(figure):
    """Shrink numbers in cells that would touch, and drop their zero before the point.

    A cell is a unit of the axes wide.
    """
    for ax in figure.axes:
        numbers = [text for text in ax.texts if text not in _annotations(ax)]
        low, high = ax.get_xlim()
        for step in (_smaller, _shorter):
            widest = max((text.get_window_extent().width for text in numbers), default=0)
            if widest > 0.9 * ax.bbox.width / (high - low):
                step(numbers)


def _smaller(numbers):
    for text in numbers:
        text.set_fontsize(_LEAST * 72 / DPI)


def _shorter(numbers):
    for text in numbers:
        text.set_text(text.get_text().replace("0.", "."))
