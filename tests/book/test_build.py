"""A book of one page: what is wrong in a page fails the build."""

import re

import pytest

from book.version import version, words
from tests.helpers.small_book import build


def test_a_sound_page_is_built(tmp_path):
    text = "# Title\n\n$$\n\\frac{a}{b}\n$$ (eq-x)\n\nSee {eq}`eq-x` and `(B, T)`.\n"
    text += "\n```{native} ja\nはし\n```\n"
    status, output = build(tmp_path, {"page.md": text})
    assert status == 0, output
    html = (tmp_path / "_build/html/page.html").read_text("utf-8")
    assert "<mfrac>" in html
    assert re.search(r'class="eqno">\(1\)<a class="headerlink" href="#equation-eq-x"', html)
    assert '<a class="reference internal" href="#equation-eq-x">(1)</a>' in html
    assert '<span class="axis-T">T</span>' in html
    assert "はし" not in html
    assert re.search(rf"<footer.*\s{re.escape(words(version()))}\s.*</footer>", html, re.DOTALL)


@pytest.mark.parametrize(("chosen", "menu"), [("", 3), ("ja", 2), ("en", 0)])
def test_the_menu_leads_to_the_languages_that_are_built(tmp_path, monkeypatch, chosen, menu):
    monkeypatch.setenv("LANGUAGES", chosen)
    assert build(tmp_path, {"page.md": "# Title\n"})[0] == 0
    html = (tmp_path / "_build/html/page.html").read_text("utf-8")
    icon = re.findall(r"<summary[^>]*>(.*?)</summary>", html, re.DOTALL)
    assert [re.sub(r"<svg.*?</svg>|<.*?>", "", one) for one in icon] == ["Language"] * bool(menu)
    found = re.findall(r'<a href="([^"]*)" hreflang="([\w-]+)"', html)
    every = [("page.html", "en"), ("zh/page.html", "zh-Hans"), ("ja/page.html", "ja")]
    assert found == [one for one in every if menu == 3 or one[1] in ("en", chosen)][:menu]


MISTAKES = {
    r"A broken formula $\frac{a}{$.": "page.md:3: WARNING: maths: ",
    "{cite}`nobody1900`": 'page.md:5: WARNING: could not find bibtex key "nobody1900"',
    "{ref}`sec-nowhere`": "page.md:7: WARNING: undefined label: 'sec-nowhere'",
    "{term}`gibberish`": "page.md:9: WARNING: term not in glossary: 'gibberish'",
    "![A drawing](figures/nowhere.svg)": "page.md:11: WARNING: image file not readable",
    "```{native} jp\n```": "page.md:13: ERROR: expected a language of ['zh_CN', 'ja'], got 'jp'",
}


def test_mistakes_fail_the_build_and_are_named(tmp_path):
    status, output = build(tmp_path, {"page.md": "\n\n".join(["# Title", *MISTAKES]) + "\n"})
    assert status != 0
    assert not [complaint for complaint in MISTAKES.values() if complaint not in output], output
