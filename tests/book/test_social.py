"""book.social: what is told of a page elsewhere, safe in an attribute; the picture's address."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document
from PIL import Image

from book.social import LONGEST, PICTURE, _add, description, tags


def page(*paragraphs):
    document = new_document("page")
    document += [nodes.paragraph("", text) for text in paragraphs]
    return document


def test_the_first_paragraph_describes_a_page_in_whole_words():
    assert description(page("Two\n lines.", "More.")) == "Two lines."
    said = description(page("crane " * 100))
    assert said.endswith("crane …")
    assert len(said) <= LONGEST + 2
    assert description(None) == description(page()) == ""


def test_how_long_a_page_takes_does_not_describe_it():
    found = page("20 min to read", "A crane is flying.")
    found[0]["classes"].append("reading-time")
    assert description(found) == "A crane is flying."


def test_a_cell_of_a_table_does_not_describe_a_page():
    found = page("A crane is flying.")
    found.insert(0, nodes.entry("", nodes.paragraph("", "a text goes in")))
    assert description(found) == "A crane is flying."


def test_text_stays_in_its_attribute():
    found = tags('"><script>', "", "Book", "x.png")
    assert '<meta property="og:title" content="&quot;&gt;&lt;script&gt;" />' in found
    assert "description" not in found
    assert found.count("<") == found.count("<meta ")


@pytest.mark.parametrize(
    ("base", "address"),
    [("", "../_static/social.png"), ("https://x.org/b/", "https://x.org/b/_static/social.png")],
)
def test_the_picture_has_the_address_that_the_setting_gives(base, address):
    config = SimpleNamespace(html_baseurl=base, html_title="Book")
    context = {"title": "1. <em>Cranes</em> &amp; nests", "pathto": lambda p, resource: f"../{p}"}
    _add(SimpleNamespace(config=config), "chapters/x", "page.html", context, page("Hello."))
    assert f'<meta property="og:image" content="{address}" />' in context["metatags"]
    assert 'content="1. Cranes &amp; nests"' in context["metatags"]
    assert '<meta name="twitter:card" content="summary_large_image" />' in context["metatags"]


def test_the_picture_has_the_size_that_is_told():
    with Image.open(PICTURE) as picture:
        assert picture.size == (1200, 630)
    assert PICTURE.stat().st_size < 150_000
