"""tools/paper.py, tools/bind.py: two small pages as one PDF, with a widget, links and numbers."""

import re

import pytest
import yaml

from book.dark import CHOOSE
from book.widgets import scripts_of
from tests.helpers.paths import ROOT
from tools import fonts
from tools.bind import bind
from tools.fonts import unwritten
from tools.paper import front, opened, printed, road

BASE = "https://owner.github.io/name/"
STYLES = (ROOT / "book/static/print.css").read_text("utf-8")
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<style>{0}</style>{1}</head><body><article><section id="{2}">
<h1>{3}<a class="headerlink" href="#{2}">#</a></h1>{4}</section></article>"""
PAGES = {
    "intro": ("Start", ""),
    "chapters/01-one": (
        "1. One",
        '<p>Words of one. <a href="02-two.html#deep">To two</a> '
        '<a href="api.html">Elsewhere</a></p>{}'
        '<p style="break-before: page">The end of one.</p>',
    ),
    "chapters/02-two": (
        "2. Two",
        '<details><summary>More</summary><p>Folded words.</p></details><section id="deep">'
        '<h2 style="break-before: page">Deep</h2></section>',
    ),
}
PARTS = [("部", ["chapters/01-one", "chapters/02-two"])]


class Settings:
    title, author, version, base, parts = "A book", "Somebody", "1.2.3", BASE, PARTS

    @staticmethod
    def translate(message):
        return {"Contents": "Obsah", "Operate it in the live page": "Provoz"}.get(message, message)


@pytest.fixture
def pdf(browser, folder):
    """The PDF of these pages, with all widget scripts beside them."""
    links = "".join(f'<script async src="../{f}"></script>' for f in scripts_of(["bert_alive"]))
    links += '<script async src="../widgets.js"></script>'
    (folder / "chapters").mkdir()
    styles = STYLES + (ROOT / "book/static/boxes.css").read_text("utf-8")
    text = (ROOT / "intro.md").read_text("utf-8")
    widget = re.search('<div data-afm="bert_alive".*</script></div>', text)[0]
    for name, (title, body) in PAGES.items():
        html = PAGE.format(styles, links, f"top-{title[0]}", title, body.format(widget))
        (folder / f"{name}.html").write_text(html, "utf-8")
    page = opened(browser, folder, BASE)
    chapters, first = {}, 1
    for name in PARTS[0][1]:
        chapters[name] = printed(page, Settings(), name, first)
        first += len(chapters[name].pdf.pages)
    yield bind(front(page, Settings(), chapters), PARTS, chapters, BASE)
    page.context.close()


def test_pages_become_one_book(pdf):
    one, deep = pdf.pages[2], pdf.pages[5]
    texts = [page.extract_text() for page in pdf.pages]
    assert "A book" in texts[0]
    assert "Version 1.2.3" in texts[0]
    assert texts[1].split("\n")[-3:] == ["1. One 1", "2. Two 3", "Deep 4"]
    assert "Words of one." in texts[2]
    assert "Obsah" in texts[1]
    assert "Provoz" in texts[2]
    assert "owner.github.io/name/chapters/01-one.html" in texts[2]
    assert "Folded words." in texts[4]
    assert all(str(n) in text.split("\n")[:3] for n, text in enumerate(texts[2:], 1)), texts[2:]
    assert pdf.page_labels == ["i", "ii", "1", "2", "3", "4"]
    assert one.images, "the widget's picture"

    links = [link.get_object() for link in one["/Annots"]]
    assert {link["/A"]["/URI"] for link in links if "/A" in link} == {
        f"{BASE}chapters/api.html",
        f"{BASE}chapters/01-one.html?live#top-1",
    }
    inside = [link["/Dest"][0].get_object() for link in links if "/Dest" in link]
    assert inside == [one, deep]
    assert [item.title for item in _flat(pdf.outline)] == ["部", "1. One", "2. Two", "Deep"]


def _flat(outline):
    return [one for item in outline for one in (_flat(item) if isinstance(item, list) else [item])]


def test_a_dark_page_is_light_on_paper_and_dark_again(new_page):
    page = new_page(theme="dark")
    page.set_content(f'<html data-theme="auto"><script>{CHOOSE}</script>')
    theme = "() => document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "dark"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(theme) == "light"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(theme) == "dark"


def test_the_road_has_what_leads_to_bert_and_what_it_refers_to():
    found = road(yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8")))
    names = [name for _, part in found for name in part]
    assert names[0] == "chapters/prologue"
    assert names[-3:] == ["chapters/notation", "chapters/glossary", "chapters/bibliography"]
    assert not [name for name in names if "evidence" in name]
    assert len(names) > 12


def test_letters_that_no_font_has_are_found_before_anything_is_printed(new_page):
    page = new_page()
    assert unwritten(page, "Words alone, après tout") == ""
    nobody = "\U000fff00\U000fff01"  # private: no font of a machine has both
    assert unwritten(page, f"BERT {nobody}") == nobody


def test_a_language_that_no_font_can_write_is_refused_by_name(browser, monkeypatch):
    monkeypatch.setattr(fonts, "unwritten", lambda page, text: "目" * ("作" in text))
    fonts.check(browser, ["en"])
    with pytest.raises(ValueError, match=r"日本語.*apt-get install"):
        fonts.check(browser, ["en", "ja"])
    with pytest.raises(ValueError, match="xx"):
        fonts.check(browser, ["xx"])
