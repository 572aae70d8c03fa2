"""book.social: link previews, escaped for attributes, and the picture's address."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from docutils.utils import new_document
from PIL import Image

from book.languages import languages
from book.social import HELPERS, LONGEST, _add, description, picture, tags


def page(*paragraphs):
    document = new_document("page")
    document += [nodes.paragraph("", text) for text in paragraphs]
    return document


def test_the_first_paragraph_describes_a_page_in_whole_words():
    assert description(page("Two\n lines.", "More.")) == "Two lines."
    summary = description(page("crane " * 100))
    assert summary.endswith("crane …")
    assert len(summary) <= LONGEST + 2
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


def head(name, language="en"):
    """The `<meta>` elements of the page with this name in a book at x.org."""
    config = SimpleNamespace(html_baseurl="https://x.org/b/", html_title="Book", language=language)
    builder = SimpleNamespace(get_target_uri=lambda name: f"{name}.html")
    context = {"title": "1. <em>Cranes</em> &amp; nests"}
    app = SimpleNamespace(config=config, builder=builder)
    _add(app, name, "page.html", context, page("Hello."))
    return context["metatags"]


def test_a_page_and_its_picture_have_the_addresses_where_the_book_stands():
    found = head("chapters/x")
    assert '<meta property="og:image" content="https://x.org/b/_static/social.png" />' in found
    assert '<meta property="og:url" content="https://x.org/b/chapters/x.html" />' in found
    assert 'content="1. Cranes &amp; nests"' in found
    assert '<meta name="twitter:card" content="summary_large_image" />' in found
    assert "https://x.org/b/_static/social.zh.png" in head("chapters/x", "zh_CN")


@pytest.mark.parametrize("name", sorted(HELPERS))
def test_what_only_helps_to_find_pages_is_not_to_be_found(name):
    assert head(name) == '<meta name="robots" content="noindex" />\n'


@pytest.mark.parametrize("code", languages())
def test_the_picture_has_the_size_that_is_told(code):
    with Image.open(picture(code)) as shown:
        assert shown.size == (1200, 630)
    assert picture(code).stat().st_size < 150_000
