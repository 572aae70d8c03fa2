"""The SVG of a figure: within its axes, precise, in colours that a page can change."""

import re

import pytest

from bert_lab.look.plots.style import BAND, PALETTE
from tools.drawings.svg import svg


def elements(text, tag):
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', e)) for e in re.findall(f"<{tag} [^>]*>", text)]


def points(data):
    """The corners of path data without curves, in pixels from the upper left."""
    found, x, y = [], 0.0, 0.0
    for letter, numbers in re.findall(r"([Mlhv])([^a-zA-Z]*)", data):
        steps = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        if letter == "M":
            x, y = steps
        elif letter == "l":
            x, y = x + steps[0], y + steps[1]
        else:
            x, y = x + steps[0] * (letter == "h"), y + steps[0] * (letter == "v")
        found.append((x, y))
    return found


@pytest.mark.parametrize("colour", ["white", "#123456"])
def test_a_colour_that_no_page_can_change_is_refused(ax, colour):
    ax.plot([0, 1], [0, 1], color=colour)
    with pytest.raises(ValueError, match=r"a colour of bert_lab\.look\.colours or ink, got #"):
        svg(ax.figure)


def _bare(ax):
    ax.set_axis_off()
    return ax


def test_what_lies_outside_the_axes_is_cut(ax):
    _bare(ax).set(xlim=(0, 1), ylim=(0, 1))
    ax.plot([0, 1], [-50, 50], color=PALETTE[0])
    ax.fill_between([0, 1], [-50, -50], [50, 50], **BAND)
    for shape in elements(svg(ax.figure), "path"):
        x, y = zip(*points(shape["d"]), strict=True)
        assert min(x) >= -3
        assert max(x) <= 643
        assert min(y) >= -3
        assert max(y) <= 483


def test_a_line_ends_where_its_data_end(ax):
    """Rounding errors don't add up, however many steps there are."""
    _bare(ax).set(xlim=(0, 1), ylim=(0, 1))
    steps = [n / 90 for n in range(91)]
    ax.plot(steps, steps, color=PALETTE[0])
    (line,) = elements(svg(ax.figure), "path")
    x, y = points(line["d"])[-1]
    assert (x, 480 - y) == pytest.approx(tuple(ax.transData.transform((1, 1))), abs=0.06)


def test_a_hatch_is_lines_within_its_bar(ax):
    from matplotlib.colors import to_rgba

    _bare(ax).set(xlim=(0, 10), ylim=(0, 10))
    ax.bar([5], [4], 4, fc=to_rgba(PALETTE[0], 0.4), ec=PALETTE[0], hatch="x")
    bar, hatch = elements(svg(ax.figure), "path")
    assert bar["fill-opacity"] == "0.4"
    (left, right), (top, bottom) = (
        (min(side) - 0.1, max(side) + 0.1) for side in zip(*points(bar["d"]), strict=True)
    )
    ends = points(hatch["d"])
    assert len(ends) > 40
    assert all(left <= x <= right and top <= y <= bottom for x, y in ends)
