"""`make links`: dead addresses are reported with their place, others are not."""

import re

from benchmarks.pages import served
from tests.helpers.paths import ROOT
from tests.helpers.small_book import build

TARGET = re.search(r"jupyter-book build \. (--builder.*) --quiet", (ROOT / "Makefile").read_text())


def test_an_address_that_does_not_answer_is_named(tmp_path):
    (tmp_path / "here.txt").write_text("A page elsewhere.", "utf-8")
    (tmp_path / "book").mkdir()
    with served(tmp_path) as base:
        text = f"# Title\n\n[One]({base}/here.txt)\n\n[Two]({base}/gone.txt)\n"
        status, output = build(tmp_path / "book", {"intro.md": text}, *TARGET[1].split())
    assert status == 1
    (line,) = (line for line in output.splitlines() if base in line)
    assert re.search(r"intro\.md:5: WARNING: broken link: \S+/gone\.txt \(404", line)
