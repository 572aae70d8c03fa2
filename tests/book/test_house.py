"""book.house: the diagram and its text show what the folders import."""

import re
import xml.etree.ElementTree as ET

import pytest

from book import house
from tests.helpers.paths import ROOT

FILES = {
    "pyproject.toml": (
        "[[tool.importlinter.contracts]]\nlayers = ['bert_lab', 'bert_core']\n"
        "[[tool.importlinter.contracts]]\ncontainers = ['bert_lab']\n"
        "layers = ['three', 'two', 'one']\n"
    ),
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
def small(tmp_path):
    """A house of four folders; two imports inside a function, three a folder as a whole."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
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


@pytest.mark.parametrize(
    ("floors", "some"),
    [
        (house.floors, {("look", "world"), ("measures", "history")}),
        (house.web_floors, {("host", "user_model"), ("widgets", "bert")}),
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
