"""chapters/building.md: a grep for each word of its table finds its file and few others."""

import re

import pytest

from tests.helpers.paths import ROOT

PAGE = (ROOT / "chapters/building.md").read_text("utf-8")
ROW = re.compile(r"^\| .+ \| `(.+)` \| `([\w/.]+)` \|$", re.MULTILINE)
FEW = 12
SOURCES = {
    path: path.read_text("utf-8").lower()
    for folder in ("bert_core", "bert_lab", "book", "tools", "web")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".ts", ".js"} and "dist" not in path.parts
}


@pytest.mark.parametrize(("word", "file"), ROW.findall(PAGE))
def test_a_word_leads_to_its_file(word, file):
    found = [path for path, text in SOURCES.items() if word.lower() in text]
    assert ROOT / file in found
    assert len(found) <= FEW, found


def test_there_are_ten_at_least():
    assert len(ROW.findall(PAGE)) >= 10
