"""The text beside every notebook's page, and the list of pages."""

import re

import yaml

from tests.helpers.paths import ROOT, SITE
from tests.pages.conftest import CHAPTERS

BASE = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"]["baseurl"]


def test_the_list_names_every_page_and_texts_have_no_markup_of_their_source():
    found = re.findall(rf"\]\({re.escape(BASE)}([^)]+)\)", (SITE / "llms.txt").read_text("utf-8"))
    assert {name.rpartition(".")[0] for name in found} == set(CHAPTERS[1:])
    for name in found:
        if name.endswith(".md"):
            text = (SITE / name).read_text("utf-8")
            prose = re.sub(r"```.*?```|`[^`]*`|\$\$.*?\$\$", "", text, flags=re.DOTALL)
            assert not re.search(r"\{(ref|term|cite|numref|eq)[:}]|^:::", prose, re.MULTILINE)
            assert re.match(r"# \S", text)
