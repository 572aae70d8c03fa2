"""The base class of all widgets: live in a notebook, readable and usable without a kernel."""

import json
from collections.abc import Iterable, Mapping

import anywidget
import traitlets as t

from bert_lab.look.widgets.translation import DIST, translated, with_words
from bert_lab.look.widgets.words import Message, element, heads, say


class Widget(anywidget.AnyWidget):
    """An anywidget that stores itself in the notebook's output as plain HTML as well.

    A subclass sets `_name`, that of its folder and of its files in `DIST`, and says
    in `_fallback_html` what a reader without JavaScript should see. The book's static host finds
    the element by `data-afm`, reads the state beside it and runs the same modules.

    Where it says how high it will be, the page keeps that room for it.

    Its traits say what is in their lists and dicts, too: `book.traits` makes types for the
    JavaScript of them. What one tagged `described="FILE#TYPE"` holds is said in `web/`. Traits
    tagged `kernel_only=True` are left out of that state.
    """

    _name = ""
    _heights: tuple[float, float] | None = None  # how high it will be: on a desk, on a phone

    def __init_subclass__(cls, **kwargs) -> None:
        if "_name" in vars(cls) and "_esm" not in vars(cls):
            cls._esm, cls._css = with_words(DIST / f"{cls._name}.js"), DIST / f"{cls._name}.css"
        super().__init_subclass__(**kwargs)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def get_state(self, key=None, drop_defaults=False) -> dict:
        """The state that the browser gets, its texts in the notebook's language."""
        return translated(self._name, super().get_state(key, drop_defaults))

    def _repr_mimebundle_(self, **kwargs) -> tuple[dict, dict] | None:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle  # Colab finds its widget manager in the metadata
        return {**data, "text/html": self.static_html()}, metadata

    def static_html(self) -> str:
        """The widget as HTML: a fallback to read, and the state that the page's script starts from.

        Equal states give equal text, so a notebook that ran again doesn't change.
        """
        return (
            f'<div data-afm="{self._name}"{self._reserved()}>'
            f'<div style="overflow-x: auto" tabindex="0">{self._fallback_html()}</div>'
            f'<script type="application/json">{script_json(self._static_state())}</script></div>'
        )

    def _static_state(self) -> dict:
        inherited = set(anywidget.AnyWidget.class_trait_names())
        names = sorted(set(self.trait_names(sync=True, kernel_only=None)) - inherited)
        return {name: getattr(self, name) for name in names if not name.startswith("_")}

    def _reserved(self) -> str:
        """The attribute that reserves the widget's space until it is mounted."""
        return room(*self._heights) if self._heights else ""

    def _fallback_html(self) -> str:
        raise NotImplementedError("a widget says in HTML what it shows: a table with a caption")

    def _say(self, name: str, **facts: object) -> Message:
        """A message of the table [fallback] in the widget's words.toml."""
        return say(f"{self._name}.fallback.{name}", **facts)

    def _table(self, rows: Iterable[Iterable[object]], *more: object, **facts: object) -> str:
        """A table: its caption and the heads of its columns, in words.toml, and `more` heads.

        The first cell of a row heads it.
        """
        head = "".join(element('th scope="col"', name) for name in [*heads(self._name), *more])
        body = ""
        for first, *rest in rows:
            cells = [element('th scope="row"', first), *(element("td", one) for one in rest)]
            body += f"<tr>{''.join(cells)}</tr>"
        caption = element("caption", self._say("caption", **facts))
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Number(t.TraitType):
    """A number that keeps its type: `t.Int` would store 4.0 as 4, `t.Float` 4 as 4.0."""

    info_text = "an int or a float"

    def validate(self, obj, value):
        return value if isinstance(value, (int, float)) else self.error(obj, value)


class Record(t.Dict):
    """A dict with all keys of `needs`, any of `may` and no others; `isRecord` in JavaScript.

    Args:
        needs, may: name -> the trait that its value would have.
    """

    def __init__(
        self,
        needs: Mapping[str, t.TraitType],
        may: Mapping[str, t.TraitType] | None = None,
        **kwargs,
    ) -> None:
        self.needs, self.may = dict(needs), dict(may or {})
        super().__init__(per_key_traits=self.needs | self.may, **kwargs)

    def validate_elements(self, obj, value):
        needs, names = self.needs.keys(), value.keys()
        if not needs <= names <= needs | self.may.keys():
            may = f" and perhaps {list(self.may)}" * bool(self.may)
            raise t.TraitError(f"expected the names {list(needs)}{may}, got {list(names)}")
        return super().validate_elements(obj, value)


def room(desk: float, phone: float, finger: float = 0) -> str:
    """The attribute that reserves so many pixels for a widget, so that nothing moves later.

    A style attribute knows no media queries: the last term is far below 0 in windows wider than
    640 px, and far above all heights in narrower ones. Rows that a `finger` presses take that much
    more on a phone; a page's style sets --finger to 1 where fingers press.
    """
    more = f" + {finger:.0f}px * var(--finger, 0)" * (finger > 0)
    height = f"max({desk:.0f}px, min({phone:.0f}px{more}, (640px - 100vw) * 999))"
    return f' style="height: {height}; margin: 0.5rem 0; overflow: auto"'


def script_json(state: dict) -> str:
    """JSON that can't close the <script> element around it, whatever text it contains."""
    text = json.dumps(state, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("</", "<\\/").replace("<!--", "\\u003c!--")
