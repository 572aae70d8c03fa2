"""book.house: the diagram and its text show what the folders import."""

import ast
import re
import xml.etree.ElementTree as ET

import pytest

from bert_lab import LAYERS
from book import house
from tests.helpers.paths import ROOT

FILES = {
    "bert_core/__init__.py": '"""The core."""',
    "bert_core/model.py": "import torch",
    "bert_lab/__init__.py": "",
    "bert_lab/one/__init__.py": '"""One,\nin two lines.\n\nAnd more."""',
    "bert_lab/one/a.py": "from bert_lab.one.b import c\nfrom bert_core import x",
    "bert_lab/two/__init__.py": '"""Two."""',
    "bert_lab/two/deep/a.py": "def f():\n    import bert_lab.one.a",
    "bert_lab/three/__init__.py": '"""Three."""\nfrom bert_lab import two',
}


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A house of four folders; two imports inside a function, three a folder as a whole."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(house, "LAYERS", ("one", "two", "three"))
    return tmp_path


def test_every_import_counts_and_none_from_oneself(small):
    assert house.floors(small) == [
        ("bert_core", "The core.", set()),
        ("bert_lab/one", "One, in two lines.", {"bert_core"}),
        ("bert_lab/two", "Two.", {"bert_lab/one"}),
        ("bert_lab/three", "Three.", {"bert_lab/two"}),
    ]


def test_the_words_say_what_the_picture_shows(small):
    assert house.words(house.floors(small)) == (
        "bert_core uses none of the others. one uses bert_core. two uses one. three uses two."
    )


def test_who_imports_from_a_folder_further_down_is_named(small):
    (small / "bert_lab/one/b.py").write_text("from bert_lab.two import deep", "utf-8")
    with pytest.raises(ValueError, match=r"bert_lab/one: expected imports .* got {'bert_lab/two'}"):
        house.floors(small)


def test_no_part_of_the_build_imports_what_imports_it():
    """Whoever reads one of them needs what it imports, and never itself again."""
    paths = {
        path: path.relative_to(ROOT).with_suffix("").parts for path in ROOT.glob("book/**/*.py")
    }
    names = {path: ".".join(parts).removesuffix(".__init__") for path, parts in paths.items()}
    uses = {name: set() for name in names.values()}
    for path, name in names.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                uses[name] |= uses.keys() & {*found, node.module.rpartition(".")[0]} - {"book"}
    while free := {name for name, used in uses.items() if not used & uses.keys()}:
        uses = {name: used for name, used in uses.items() if name not in free}
    assert not uses


def test_the_floors_are_the_layers():
    assert [floor.path for floor in house.floors(ROOT)[1:]] == [
        f"bert_lab/{name}" for name in LAYERS
    ]


@pytest.mark.parametrize(
    ("floors", "some"),
    [
        (house.floors, {("look", "world"), ("measures", "history")}),
        (house.web_floors, {("host", "user_model"), ("drawings", "widgets")}),
    ],
    ids=["packages", "web"],
)
def test_a_dot_for_each_use_below_its_step_and_beside_its_name(floors, some):
    real = floors(ROOT)
    marks = list(ET.fromstring(house.drawing(real)))
    names = [mark.text for mark in marks if mark.tag == "text"]
    places = [mark.attrib for mark in marks if mark.tag == "circle"]
    steps = [place for place in places if place["class"] == "step"]
    column = {step["cx"]: name for step, name in zip(steps, names, strict=True)}
    row = {step["cy"]: name for step, name in zip(steps, names, strict=True)}
    drawn = {(row[p["cy"]], column[p["cx"]]) for p in places if p["class"] == "use"}
    described = {
        (who, used)
        for who, rest in re.findall(r"(\w+) uses ([^.]+)", house.words(real))
        for used in names
        if re.search(rf"\b{used}\b", rest)
    }
    assert drawn == described
    assert some <= drawn
