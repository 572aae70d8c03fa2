"""book.whole: every file of a package once, with its number of lines."""

import re

import pytest

from book.whole import files, minutes, table
from tests.helpers.paths import ROOT


@pytest.fixture
def package(tmp_path):
    for name, lines in {"config": 3, "model": 45, "__init__": 0}.items():
        (tmp_path / f"{name}.py").write_text("x = 1\n" * lines, "utf-8")
    return tmp_path


ITEMS = "model: It is\nlong.\n\nconfig: Short: three lines.\n\n__init__: Nothing."


def test_files_in_the_order_of_the_words_about_them(package):
    found = files(package, ITEMS)
    assert [(file.path.name, file.notice, file.lines) for file in found] == [
        ("model.py", "It is\nlong.", 45),
        ("config.py", "Short: three lines.", 3),
        ("__init__.py", "Nothing.", 0),
    ]
    assert table(found).splitlines()[2:] == [
        "| {ref}`model.py <sec-whole-model>` | 45 | 2 |",
        "| {ref}`config.py <sec-whole-config>` | 3 | 1 |",
        "| {ref}`__init__.py <sec-whole-init>` | 0 | 1 |",
        "| all 3 | 48 | 2 |",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("model: Long.\n\nconfig: Short.", "every file .* see __init__.py"),
        (ITEMS + "\n\nheads: Gone.", "and no other: see heads.py"),
        ("model", "expected `file: what to notice`, got 'model'"),
    ],
)
def test_a_page_that_went_stale_is_refused(package, text, complaint):
    with pytest.raises(ValueError, match=complaint):
        files(package, text)


def test_minutes_are_whole():
    assert [minutes(lines) for lines in (1, 29, 31, 1500)] == [1, 1, 2, 75]


def test_the_page_names_every_file_of_the_core():
    page = (ROOT / "chapters/whole.md").read_text("utf-8")
    (text,) = re.findall(r"```{whole} bert_core\n(.*?)\n```", page, re.DOTALL)
    assert sum(file.lines for file in files(ROOT / "bert_core", text)) <= 1_500
