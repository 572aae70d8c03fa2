"""tools/paper.py: a page of the book as a PDF, with an outline and links to the live book."""

import pytest
from pypdf import PdfReader

from book.dark import CHOOSE
from tests.helpers.paths import SITE
from tools.paper import opened, printed

BASE = "https://owner.github.io/name/"


@pytest.mark.weekly
@pytest.mark.needs("book")
def test_a_page_is_printed_with_its_outline_and_leads_to_the_live_book(browser):
    page = browser.new_page()
    opened(page, SITE, BASE, "chapters/04-attention")
    pdf = PdfReader(printed(page))
    page.close()
    title, sections = pdf.outline
    assert "Attention" in title.title
    assert len(sections) > 4
    first = pdf.pages[0]
    assert first.images, "the widget's picture"
    assert f"{BASE}chapters/04-attention.html" in first.extract_text()
    links = [link.get_object() for sheet in pdf.pages for link in sheet.get("/Annots", ())]
    assert any(link["/A"]["/URI"].startswith(BASE) for link in links if "/A" in link)


def test_a_dark_page_is_light_on_paper_and_dark_again(new_page):
    page = new_page(theme="dark")
    page.set_content(f'<html data-theme="auto"><script>{CHOOSE}</script>')
    theme = "() => document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "dark"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(theme) == "light"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(theme) == "dark"
