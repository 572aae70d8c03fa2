"""book.social: link previews, escaped for attributes, and the picture's address."""

from docutils import nodes
from docutils.utils import new_document

from book.social import LONGEST, description


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


def test_authors_and_years_do_not_describe_it():
    found = description(page("You build BERT [Devlin et al., 2019], and [it] learns [A, 2017a]."))
    assert found == "You build BERT, and [it] learns."
