"""The API page is read from source: signatures and docstrings, against hand-written answers."""

import ast
import re

import pytest

import bert_core
from book import api
from tests.helpers.paths import ROOT


def parse(source):
    return ast.parse(source).body[0]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x: 'A' = 'relu', *, y: int = 3) -> tuple['B', int]: ...",
         "(x: A='relu', *, y: int=3) -> tuple[B, int]"),
        ("class C:\n def __init__(self, x, **rest) -> None: ...", "(x, **rest)"),
        ("class D(NamedTuple):\n x: int\n y: str = 'a'", "(x: int, y: str = 'a')"),
        ("class E(Exception): ...", ""),
    ],
)  # fmt: skip
def test_signature(source, expected):
    assert api.signature(parse(source)) == expected


def test_markdown_of_a_docstring():
    docstring = (
        "Purpose.\n\nArgs:\n    x, y: of shape (B, T),\n        padded.\n\n"
        "Returns:\n    a thing\n    or None.\n\nSource: none. See `ch-input` and `ch-after`."
    )
    assert api.markdown(docstring) == (
        "Purpose.\n\nArguments\n: - `x`, `y`: of shape `(B, T)`,\n    padded.\n\n"
        "Returns\n: a thing\n    or None.\n\n"
        "Source: none. See {ref}`ch-input` and {ref}`ch-after`."
    )


def test_code_is_not_touched():
    assert api.markdown("See `f (B, T)`, (0, 1] and D2L 15.8.") == (
        "See `f (B, T)`, (0, 1] and D2L 15.8."
    )


def test_members_stand_inside_their_class():
    source = """class C:
    'Purpose.'
    @property
    def size(self) -> int: 'How many.'
    @classmethod
    def make(cls, x): 'Makes.'
    def forward(self): return 1
    def _helper(self): 'Private.'
"""
    assert api.entry(parse(source)) == (
        "::::{py:class} C\n\nPurpose.\n\n"
        ":::{py:property} size\n:type: int\n\nHow many.\n:::\n\n"
        ":::{py:method} make(x)\n:classmethod:\n\nMakes.\n:::\n::::"
    )


def test_a_package_shows_what_it_imports_from_its_own_modules():
    names = [node.name for _, node in api.definitions("bert_lab.pretraining", ROOT)]
    assert {"pretrain", "evaluate"} <= set(names)
    assert "BERTModel" not in names


def test_what_is_only_for_those_who_check_types_is_left_out(tmp_path):
    source = "@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\n"
    (tmp_path / "m.py").write_text(source + "def f(x): return x\n", "utf-8")
    ((_, node),) = api.definitions("m", tmp_path)
    assert not node.decorator_list


def test_each_chapter_has_its_code_on_the_page():
    page = (ROOT / "chapters/api.md").read_text("utf-8")
    shown = re.search(r"\{api-chapters\}([^`]+)", page)[1].split()
    notebooks = sorted(ROOT.glob("chapters/[0-9]*.ipynb"))
    labels = [re.search(r"\((ch-\w+)\)=", path.read_text("utf-8"))[1] for path in notebooks]
    modules = api.by_chapter(page, ROOT)
    assert modules["ch-attention"] == ["bert_core.attention", "bert_core.encoder"]
    assert shown == labels
    assert set(shown) <= modules.keys()


def test_the_page_has_every_name_that_the_package_exports():
    page = (ROOT / "chapters/api.md").read_text("utf-8")
    shown = set(re.findall(r"\{py:data\} (\w+)", page))
    for module, wanted in re.findall(r"\{api\} (\S+)(.*)", page):
        names = {node.name for _, node in api.definitions(module, ROOT)}
        assert set(wanted.split()) <= names
        shown |= set(wanted.split()) or names
    assert set(bert_core.__all__) - shown == set()
