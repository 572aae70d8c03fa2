"""A matplotlib figure as a small SVG with real text and the page's own colours.

matplotlib's own SVG names a date and random ids, fixes black and white and keeps ten digits.
"""

import math
from html import escape

from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Bbox

from bert_lab.look.colours import COLOURS
from bert_lab.look.plots.style import DPI, TEXT

_PAINT = {"#000000": "currentColor"} | {
    light: f"var(--{name},{light})" for name, (light, _) in COLOURS.items()
}
_ANCHORS = {"left": ("", 0.0), "center": ("middle", 0.5), "right": ("end", 1.0)}
_SLOPES = {"/": (1,), "\\": (-1,), "x": (1, -1)}  # hatches: how steep their lines are
_GAP = 7  # pixels between the lines of a hatch
_MANY, _UNSEEN = 100, 0.4  # a line of more points may be so many pixels beside its place
_LETTERS = {Path.MOVETO: "M", Path.LINETO: "l", Path.CURVE3: "q", Path.CURVE4: "c"}


def svg(figure: Figure) -> str:
    """The figure as an `<svg>` element in its size in pixels; deterministic.

    Its ground is transparent, and stays so: paper is taken away.

    Raises:
        ValueError: for a colour that is not of the book's table, and for pixels: no page can
            turn them dark.
    """
    figure.set_dpi(DPI)
    for paper in (figure, *figure.axes):
        paper.patch.set_visible(False)
    for text in figure.findobj(Text):
        text.set_gid(text.get_ha())  # all that the renderer hears of a text's alignment
    renderer = _Renderer(*figure.bbox.size)
    figure.draw(renderer)
    width, height = map(_number, figure.bbox.size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif"'
        f' font-size="{_number(TEXT * DPI / 72)}" fill="none">\n'
        + "\n".join(renderer.elements)
        + "\n</svg>\n"
    )


class _Renderer(RendererBase):
    """Emits one element for each run of shapes with equal style, and one for each text."""

    def __init__(self, width: float, height: float) -> None:
        super().__init__()
        self.width, self.height = width, height
        self.elements: list[str] = []
        self._anchor = "left"

    def get_canvas_width_height(self):
        return self.width, self.height

    def points_to_pixels(self, points):
        return points * DPI / 72

    def open_group(self, s, gid=None):
        if s == "text":
            self._anchor = gid

    def draw_path(self, gc, path, transform, rgbFace=None):
        self._shapes([(gc, path, transform, rgbFace)])

    def draw_markers(self, gc, marker_path, marker_trans, path, trans, rgbFace=None):
        where = [
            vertices[-2:]
            for vertices, code in path.iter_segments(trans, simplify=False)
            if code != Path.CLOSEPOLY
        ]
        self._shapes(
            [(gc, marker_path, marker_trans + Affine2D().translate(*at), rgbFace) for at in where]
        )

    def draw_path_collection(self, gc, master_transform, paths, all_transforms, *rest, **options):
        raw = list(self._iter_collection_raw_paths(master_transform, paths, all_transforms))
        options = {"hatchcolors": [], **{k: v for k, v in options.items() if v is not None}}
        self._shapes(  # one by one: matplotlib hands over the same context, changed in between
            (state, path, transform + Affine2D().translate(x, y), face)
            for x, y, (path, transform), state, face in self._iter_collection(
                gc, raw, *rest, **options
            )
        )

    def draw_image(self, gc, x, y, im, transform=None):
        raise ValueError("expected shapes, got an image: a page could not turn it dark")

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        if ismath:
            raise ValueError(f"expected plain text, got the formula {s!r}")
        width, _, _ = self.get_text_width_height_descent(s, prop, False)
        anchor, part = _ANCHORS[self._anchor]
        turn = math.radians(angle)
        x, y = x + part * width * math.cos(turn), y - part * width * math.sin(turn)
        size = prop.get_size_in_points()
        attributes = {
            "text-anchor": anchor,
            "font-size": "" if math.isclose(size, TEXT) else _number(size * DPI / 72),
            "font-weight": "700" if prop.get_weight() == "bold" else "",
            "transform": f"rotate({_number(-angle)} {_number(x)} {_number(y)})" if angle else "",
            **_paint("fill", gc.get_rgb(), _alpha(gc)),
        }
        place = f'x="{_number(x)}" y="{_number(y)}"'
        self.elements.append(f"<text {place}{_written(attributes)}>{escape(s, quote=False)}</text>")

    def _shapes(self, shapes) -> None:
        """Write shapes in order; those with equal style share a path."""
        runs: dict[str, list[str]] = {}
        for gc, path, transform, face in shapes:
            for look, data in self._strokes(gc, path, transform, face):
                runs.setdefault(look, []).append(data)
        for look, data in runs.items():
            self.elements.append(f'<path d="{"".join(data)}"{look}/>')

    def _strokes(self, gc, path, transform, face):
        """(attributes, path data) of a shape, and of its hatch."""
        width = self.points_to_pixels(gc.get_linewidth())
        line = _line(gc, width) if width and gc.get_rgb()[3] else {}
        fill = {} if face is None else _fill(gc, face)
        window = gc.get_clip_rectangle()
        placed = transform.transform_path(path)
        if window is not None and fill and not _within(placed.get_extents(), window):
            placed = placed.clip_to_bbox(Bbox.from_extents(window.extents))
        data = self._data(placed, None if fill else window)
        if data and (line or fill):
            yield _written(fill | line), data
        if data and gc.get_hatch():
            yield _written(_hatch_line(gc)), self._hatch(gc.get_hatch(), placed.get_extents())

    def _data(self, path: Path, window) -> str:
        """A path in pixels as SVG path data, y downwards, clipped to the window."""
        if len(path) == 26 and path.codes is not None and (path.codes[1:25] == Path.CURVE4).all():
            return self._circle(path.get_extents())
        if rectangle := self._rectangle(path):
            return rectangle
        path.should_simplify, path.simplify_threshold = len(path) > _MANY, _UNSEEN
        margin = window.padded(2).extents if window is not None else None
        parts, pen = [], (0, 0)
        for vertices, code in path.iter_segments(
            clip=None if margin is None else tuple(margin), remove_nans=True
        ):
            if code == Path.CLOSEPOLY:
                parts.append("z")
                continue
            points = [(_tenths(x), _tenths(self.height - y)) for x, y in vertices.reshape(-1, 2)]
            origin = (0, 0) if code == Path.MOVETO else pen
            steps = " ".join(_pair(x - origin[0], y - origin[1]) for x, y in points)
            parts.append(_LETTERS[code] + steps)
            pen = points[-1]
        return "".join(parts) if len(parts) > 1 else ""

    def _circle(self, box: Bbox) -> str:
        radius, width = _number(box.width / 2), _number(box.width)
        left, middle = _number(box.x0), _number(self.height - (box.y0 + box.y1) / 2)
        arc = f"a{radius} {radius} 0 1 0 "
        return f"M{left} {middle}{arc}{width} 0{arc}-{width} 0Z"

    def _rectangle(self, path: Path) -> str:
        """Path data if the path is a closed rectangle, else ""."""
        points = path.vertices
        closed = path.codes is None or path.codes[-1] == Path.CLOSEPOLY
        if len(points) != 5 or not closed or (path.codes is not None and Path.CURVE4 in path.codes):
            return ""
        sides = abs(points[1:4] - points[:3])
        if (sides.min(axis=1) > 0.01).any():
            return ""
        box = path.get_extents()
        left, right = _tenths(box.x0), _tenths(box.x1)
        top, bottom = _tenths(self.height - box.y1), _tenths(self.height - box.y0)
        across, down = _written_tenths(right - left), _written_tenths(bottom - top)
        return f"M{_pair(left, top)}h{across}v{down}h{_written_tenths(left - right)}z"

    def _hatch(self, pattern: str, box: Bbox) -> str:
        """Parallel lines across a rectangle, sparser than matplotlib's hatch."""
        parts = []
        for slope in _SLOPES[pattern[0]]:
            start = box.x0 - (box.height if slope > 0 else 0)
            for number in range(1, int((box.width + box.height) / _GAP) + 1):
                foot = start + number * _GAP  # x of the line at the bottom
                ends = _clipped(foot, slope, box)
                (x0, y0), (x1, y1) = ((_tenths(x), _tenths(self.height - y)) for x, y in ends)
                parts.append(f"M{_pair(x0, y0)}l{_pair(x1 - x0, y1 - y0)}")
        return "".join(parts)


def _clipped(foot: float, slope: int, box: Bbox) -> list[tuple[float, float]]:
    """The ends of a 45-degree line clipped to the box; it meets the lower edge at x = foot."""
    sides = [foot, foot + slope * box.height]
    inside = [min(max(x, box.x0), box.x1) for x in sides]
    return [(x, box.y0 + slope * (x - foot)) for x in inside]


def _within(inner: Bbox, outer: Bbox) -> bool:
    low, high = inner.min, inner.max
    return bool((low >= outer.min).all() and (high <= outer.max).all())


def _fill(gc, face):
    return _paint("fill", face, _alpha(gc)) if len(face) < 4 or face[3] else {}


def _line(gc, width):
    caps = {"butt": "", "projecting": "square", "round": "round"}
    _, dashes = gc.get_dashes()
    pixels = [] if dashes is None else [dash * DPI / 72 for dash in dashes]
    return {
        **_paint("stroke", gc.get_rgb(), _alpha(gc)),
        "stroke-width": "" if _number(width) == "1" else _number(width),
        "stroke-dasharray": " ".join(map(_number, pixels)),
        "stroke-linecap": caps[gc.get_capstyle()],
        "stroke-linejoin": "round" if gc.get_joinstyle() == "round" else "",
    }


def _alpha(gc):
    """The opacity of the whole shape if its artist has one, else that of its colour."""
    return gc.get_alpha() if gc.get_forced_alpha() else None


def _hatch_line(gc):
    return _paint("stroke", gc.get_hatch_color(), None)


def _paint(what, rgba, alpha):
    """Attributes that fill or stroke with the page's colour for this role."""
    code = to_hex(rgba[:3])
    if code not in _PAINT:
        raise ValueError(f"expected a colour of bert_lab.look.colours or ink, got {code}")
    opacity = alpha if alpha is not None else (rgba[3] if len(rgba) > 3 else 1)
    return {what: _PAINT[code], f"{what}-opacity": "" if opacity == 1 else f"{opacity:.2g}"}


def _written(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{value}"' for name, value in attributes.items() if value)


def _tenths(value: float) -> int:
    """Round to a tenth of a pixel: precise enough, and the same on every machine."""
    return round(float(value) * 10)


def _written_tenths(value: int) -> str:
    whole, tenths = divmod(abs(value), 10)
    number = f"{whole}.{tenths}" if tenths else str(whole)
    return ("-" if value < 0 else "") + (number[1:] if number.startswith("0.") else number)


def _pair(x: int, y: int) -> str:
    return f"{_written_tenths(x)}{'' if y < 0 else ' '}{_written_tenths(y)}"


def _number(value: float) -> str:
    return _written_tenths(_tenths(value))
