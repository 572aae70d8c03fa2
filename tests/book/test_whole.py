"""The page that prints the core prints all of it, and it stays what one reads in an evening."""

import re

from tests.helpers.paths import ROOT


def test_the_page_prints_every_file_once_and_they_are_short():
    page = (ROOT / "chapters/whole.md").read_text("utf-8")
    files = {path.name: path.read_text("utf-8") for path in (ROOT / "bert_core").glob("*.py")}
    assert sorted(re.findall(r"literalinclude} ../bert_core/(\w+\.py)", page)) == sorted(files)
    assert sum(text.count("\n") for text in files.values()) <= 1_600
