"""A book in a pseudo-language: text without accents has no message (`make messages`)."""

import re
from pathlib import Path

import pytest
import yaml

from bert_lab.checkpoint import load_mini_bert
from book.languages import LOCALE, SOURCE, languages
from tests.helpers.browser_cases import ALL_RULES, AXE, LAID_OUT, VIOLATIONS, widgets_ready
from tests.helpers.paths import SITE
from tools import pseudo
from tools.catalogues import read
from tools.check_pages import compared
from tools.languages import run

PAGES = ["intro", "chapters/prologue", "chapters/04-attention"]
CODE = next(code for code in languages() if code != SOURCE)
# Names, kinds of files, lines in a chart; what the model reads stays, too.
STAYS = """BERT D2L English PDF md dev0 ipynb pdf Colab Binder logo et al source Copyright Ctrl
GitHub cls mask sep uniform unigram bigram ideal wikitext"""
KNOWN = re.compile(rf"\b(?:{'|'.join([*STAYS.split(), *load_mini_bert()[1].get_vocab()])})\b")
# Authors and years of what is cited, and their titles.
CITED = re.compile(r"\[[^\]]*\d{4}\w?\]|\b[A-Z][\w’'-]+, [A-Z].*|doi:\S+")
# What leads to a page that is not among these, and the boxes that this language alone has.
NOT_THEIRS = "xref", "aside.native"
TRANSLATED = [
    (one["folder"], name)
    for one in languages().values()
    for name in ("chapters/prologue", "chapters/04-attention")
    if one["folder"]
]
SLANTED = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let text; (text = texts.nextNode()); )
    if (/[\\u3040-\\u30ff\\u3400-\\u9fff]/.test(text.data) &&
        getComputedStyle(text.parentElement).fontStyle !== "normal") found.push(text.data);
  return found;
}"""
OF_THE_WHOLE = ("links", "numbers")  # what these pages have only as parts of the whole book


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("accents")
    for path in (LOCALE / CODE / "LC_MESSAGES").rglob("*.po"):
        name = path.relative_to(LOCALE / CODE / "LC_MESSAGES").with_suffix("").as_posix()
        pseudo.write({name: read(path)}, folder / "locale", CODE)
    root, *others = PAGES
    toc = {"format": "jb-book", "root": root, "chapters": [{"file": name} for name in others]}
    (folder / "toc.yml").write_text(yaml.safe_dump(toc), "utf-8")
    run(CODE, folder, "--toc", str(folder / "toc.yml"), "-qq", locale=folder / "locale")
    return folder / "_build/html"


def test_nothing_is_said_outside_of_messages(site):
    found = []
    for name in [*PAGES, "404", "search"]:
        for place, text in pseudo.left((site / f"{name}.html").read_text("utf-8"), KNOWN):
            if not any(own in place for own in NOT_THEIRS) and not CITED.search(text):
                found.append((name, place, text))
    assert found == []


@pytest.mark.needs("book")
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_lost_but_words(site, name):
    both = ((folder / f"{name}.html").read_text("utf-8") for folder in (SITE, site))
    assert [fault for fault in compared(*both) if not fault.startswith(OF_THE_WHOLE)] == []


def test_a_page_of_another_language_works_without_a_complaint(site, new_page):
    page = new_page()
    page.goto((Path(site) / "chapters/04-attention.html").as_uri())
    page.wait_for_selector("[data-afm-ready]")
    assert page.evaluate("document.documentElement.lang") == languages()[CODE]["tag"]
    page.locator(".theme-switch-button").first.click()
    page.locator("details.languages summary").first.click()
    link = page.locator(".languages a").first
    assert link.get_attribute("href").endswith("/chapters/04-attention.html")
    page.mouse.move(640, 700)  # away from the theme's buttons, whose tips fade for a moment
    page.wait_for_function("() => !document.querySelector('.tooltip')")
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS, ALL_RULES) == []


@pytest.mark.needs("languages")
@pytest.mark.parametrize(("folder", "name"), TRANSLATED)
def test_a_translated_page_is_for_everyone(new_page, folder, name):
    page = new_page(width=1280)
    page.goto((SITE / folder / f"{name}.html").as_uri())
    widgets_ready(page)
    page.wait_for_function(LAID_OUT)
    assert page.evaluate(SLANTED) == []
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS, ALL_RULES) == []
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.needs("languages")
@pytest.mark.parametrize("folder", sorted({folder for folder, _ in TRANSLATED}))
def test_all_widgets_of_a_language_draw_without_a_complaint(new_page, folder):
    page = new_page(width=1280)
    for path in sorted((SITE / folder / "chapters").glob("*.html")):
        if "data-afm=" in path.read_text("utf-8"):
            page.goto(path.as_uri())
            widgets_ready(page)
            page.wait_for_load_state("networkidle")
