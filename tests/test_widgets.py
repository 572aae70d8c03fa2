"""The widgets' Python side: what goes into the notebook, and what comes back."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser

import anywidget
import pytest
import traitlets as t

from bert_core import BERTConfig, BERTModel, shapes
from bert_core.widgets import ShapeExplorer, base
from bert_core.widgets.sources import sources

HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    '<img src=x onerror="alert(1)">',
    "\u2028 & ' \" \\ 🦜 שלום",
]


class Echo(base.Widget):
    """The least a widget can be."""

    _name = "echo"
    _esm = "export default { render() {} }\n"
    text = t.Unicode().tag(sync=True)
    secret = t.Unicode("only with a kernel").tag(sync=True, kernel_only=True)
    internal = t.Unicode("not synced")

    def _fallback_html(self):
        return base.table(self.text, [self.text], [[self.text, self.text]])


class Page(HTMLParser):
    """Elements with their attributes, and the texts of each kind of element."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self._open = [], {}, []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._open.append(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag, "elements must nest"

    def handle_data(self, data):
        self.texts.setdefault(self._open[-1], []).append(data)

    @property
    def state(self):
        return json.loads("".join(self.texts["script"]))


def test_importing_the_package_loads_no_widget_library():
    code = "import sys, bert_core; sys.exit(bool({'anywidget', 'ipywidgets'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_sources_need_the_standard_library_alone():
    code = "import runpy, sys; runpy.run_path(sys.argv[1]); sys.exit('bert_core' in sys.modules)"
    path = sys.modules["bert_core.widgets.sources"].__file__
    assert subprocess.run([sys.executable, "-c", code, path], check=False).returncode == 0


@pytest.mark.parametrize("name", sources())
def test_a_module_is_one_file_without_third_parties(name):
    esm, css = sources()[name].values()
    assert "export default" in esm
    assert not re.search(r"^import\b|\bimport\(|fetch\(|innerHTML|https?:", esm, re.MULTILINE)
    assert not re.search(r"@import|url\(", css)


def test_both_forms_in_one_bundle():
    widget = Echo(text="crane")
    data, metadata = widget._repr_mimebundle_()
    live_data, live_metadata = anywidget.AnyWidget._repr_mimebundle_(widget)
    assert metadata == live_metadata
    assert {key: data[key] for key in live_data} == live_data
    assert data["text/plain"] == "<Echo>"
    assert set(data) - set(live_data) == {"text/html"}


def test_static_state_is_what_a_page_can_use():
    page = Page(Echo(text="crane").static_html())
    assert page.elements[0] == ("div", {"data-afm": "echo"})
    assert page.state == {"text": "crane"}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text):
    page = Page(Echo(text=text).static_html())
    tags = " ".join(tag for tag, _ in page.elements)
    assert tags == "div table caption thead tr th tbody tr th td script"
    assert page.state == {"text": text}
    assert page.texts["caption"] == page.texts["td"] == [text]


def test_equal_widgets_store_equal_text():
    assert ShapeExplorer("tiny").static_html() == ShapeExplorer("tiny").static_html()
    assert ShapeExplorer("tiny").static_html() != ShapeExplorer("tiny", B=3).static_html()


@pytest.mark.parametrize("preset", ["text", "base"])
def test_shape_explorer_fallback_tells_the_whole_story(preset):
    explorer = ShapeExplorer(preset, B=6, T=7, P=4)
    page = Page(explorer.static_html())
    (caption,) = page.texts["caption"]
    model_count = {"text": "5,632,546", "base": "110,106,428"}[preset]
    assert caption.endswith(f"{model_count} parameters.")
    assert "(B, N, T, T)" in page.texts["td"]
    assert "(6, 2, 7, 7)" in page.texts["td"] or preset == "base"
    rows = [tag for tag, _ in page.elements].count("tr")
    assert rows == 1 + len(shapes.tensors(explorer.config))


def test_shape_explorer_gives_the_model_the_reader_chose():
    explorer = ShapeExplorer("tiny")
    assert explorer.config == BERTConfig.preset("tiny")
    explorer.set_state({"D": 15, "N": 3, "F": 11, "V": 23, "num_blks": 1, "tied_decoder": False})
    model = BERTModel.from_config(explorer.config)
    letters = shapes.sizes(explorer.config, batch=2, length=7, predictions=4)
    counted = shapes.num_parameters(shapes.tensors(explorer.config), letters)
    assert counted == sum(p.numel() for p in model.parameters())
    assert explorer.config.activation == "gelu"
    explorer.set_state({"preset": "text"})
    assert explorer.config.activation == "relu"


def test_shape_explorer_explains_what_makes_no_model():
    explorer = ShapeExplorer("tiny")
    explorer.N = 3
    with pytest.raises(ValueError, match="3 heads do not divide 128"):
        _ = explorer.config
    assert "3 heads do not divide 128" in explorer.static_html()
    with pytest.raises(t.TraitError):
        explorer.N = 0
