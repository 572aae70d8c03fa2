"""One page of each language; weekly all of them, and a book in a pseudo-language.

In that language, text without accents has no message (`make messages`).
"""

import re

import pytest
import yaml

from bert_lab.checkpoint import load_mini_bert
from book.languages import LOCALE, SOURCE, languages
from tests.helpers.browser_cases import ALL_RULES, AXE, VIOLATIONS, widgets_ready
from tests.helpers.paths import SITE
from tools import pseudo
from tools.catalogues import read
from tools.check_pages import compared
from tools.languages import run

PAGES = ["intro", "chapters/prologue", "chapters/04-attention"]
# Names, kinds of files, lines in a chart; what the model reads stays, too.
STAYS = """BERT D2L English PDF md dev0 ipynb pdf Colab Binder logo et al source Copyright Ctrl
GitHub cls mask sep uniform unigram bigram ideal wikitext"""
KNOWN = re.compile(rf"\b(?:{'|'.join([*STAYS.split(), *load_mini_bert()[1].get_vocab()])})\b")
# Authors and years of what is cited, and their titles.
CITED = re.compile(r"\[[^\]]*\d{4}\w?\]|\b[A-Z][\w’'-]+, [A-Z].*|doi:\S+")
# What leads to a page that is not among these, and the boxes that this language alone has.
NOT_THEIRS = "xref", "aside.native"
OTHERS = [code for code in languages() if code != SOURCE]
PAGE = "chapters/04-attention"
SLANTED = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let text; (text = texts.nextNode()); )
    if (/[\\u3040-\\u30ff\\u3400-\\u9fff]/.test(text.data) &&
        getComputedStyle(text.parentElement).fontStyle !== "normal") found.push(text.data);
  return found;
}"""
CODE = OTHERS[0]
OF_THE_WHOLE = ("links", "numbers")  # what these pages have only as parts of the whole book


def built(folder, code, root, *others, locale=LOCALE):
    """Build these pages alone, in this language; returns where they are."""
    toc = {"format": "jb-book", "root": root}
    if others:
        toc["chapters"] = [{"file": name} for name in others]
    (folder / "toc.yml").write_text(yaml.safe_dump(toc), "utf-8")
    run(code, folder, "--toc", str(folder / "toc.yml"), "-qq", locale=locale)
    return folder / "_build/html"


def is_for_everyone(page):
    assert page.evaluate(SLANTED) == []
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(VIOLATIONS, ALL_RULES) == []
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.needs("book")
@pytest.mark.parametrize("code", OTHERS)
def test_a_translated_page_says_what_the_english_says_and_its_widgets_work(
    tmp_path, new_page, code
):
    made = built(tmp_path, code, PAGE) / f"{PAGE}.html"
    both = (path.read_text("utf-8") for path in (SITE / f"{PAGE}.html", made))
    assert [fault for fault in compared(*both) if not fault.startswith(OF_THE_WHOLE)] == []
    page = new_page(width=1280)
    page.goto(made.as_uri())
    widgets_ready(page)
    assert page.evaluate("document.documentElement.lang") == languages()[code]["tag"]
    english = page.locator(".languages a", has_text="English").get_attribute("href")
    assert english.endswith(f"/{PAGE}.html")
    is_for_everyone(page)


@pytest.mark.weekly
@pytest.mark.needs("languages")
@pytest.mark.parametrize("code", OTHERS)
def test_every_translated_page_is_for_everyone(new_page, code):
    for path in sorted((SITE / languages()[code]["folder"]).rglob("chapters/*.html")):
        page = new_page(width=1280)
        page.goto(path.as_uri())
        if "data-afm=" in path.read_text("utf-8"):
            widgets_ready(page)
        page.wait_for_load_state("networkidle")
        is_for_everyone(page)
        page.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("accents")
    for path in (LOCALE / CODE / "LC_MESSAGES").rglob("*.po"):
        name = path.relative_to(LOCALE / CODE / "LC_MESSAGES").with_suffix("").as_posix()
        pseudo.write({name: read(path)}, folder / "locale", CODE)
    return built(folder, CODE, *PAGES, locale=folder / "locale")


@pytest.mark.weekly
def test_nothing_is_said_outside_of_messages(site):
    found = []
    for name in [*PAGES, "404", "search"]:
        for place, text in pseudo.left((site / f"{name}.html").read_text("utf-8"), KNOWN):
            if not any(own in place for own in NOT_THEIRS) and not CITED.search(text):
                found.append((name, place, text))
    assert found == []
