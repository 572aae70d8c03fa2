"""The text beside every page, and the list of pages."""

import re

import yaml

from tests.helpers.paths import ROOT, SITE
from tests.pages.conftest import CHAPTERS

BASE = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"]["baseurl"]


def test_a_page_s_text_has_its_words_and_no_markup_of_its_source(chapter):
    path = chapter.path.with_suffix(".md")
    text = path.read_text("utf-8")
    prose = re.sub(r"```.*?```|`[^`]*`|\$\$.*?\$\$", "", text, flags=re.DOTALL)
    assert not re.search(r"\{(ref|term|cite|numref|eq)[:}]|^:::|<div|<a ", prose, re.MULTILINE)
    assert re.match(r"# \S", text)
    assert len(re.findall(r"^## ", prose, re.MULTILINE)) >= chapter.html.count("<h2>") - 1
    links = [
        a["href"]
        for a in chapter.all("a")
        if a.get("class") == "btn btn-sm btn-download-text-button dropdown-item"
    ]
    assert links in ([], [path.name])


def test_the_list_names_every_page_with_its_text():
    found = re.findall(rf"\]\({re.escape(BASE)}([^)]+)\)", (SITE / "llms.txt").read_text("utf-8"))
    assert set(found) == {f"{name}.md" for name in CHAPTERS[1:]}
    assert all((SITE / name).is_file() for name in found)
