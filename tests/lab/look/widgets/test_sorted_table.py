"""SortedTable: its table without a script, and what it refuses."""

import pytest

from bert_lab.look.widgets import SortedTable
from tests.helpers.static_html import Page

COLUMNS, ROWS, LINKS = ["name", "size"], [["<b>", 3.5], ["a", None]], ["#1", "#2"]


def test_the_fallback_is_the_table_as_it_was_given():
    page = Page(SortedTable("Sizes", COLUMNS, ROWS, links=LINKS, by=1).static_html())
    assert page.texts["caption"] == ["Sizes"]
    assert page.texts["th"] == ["name", "size", "<b>", "a"]
    assert page.texts["td"] == ["3.5", "–"]
    assert page.state["by"] == 1
    assert page.state["rows"] == ROWS


@pytest.mark.parametrize(
    ("rows", "links", "by"),
    [([["a"]], ["#"], 0), (ROWS, ["#"], 0), (ROWS, LINKS, 2), (ROWS, LINKS, -1)],
)
def test_rows_links_and_column_have_to_fit(rows, links, by):
    with pytest.raises(ValueError, match=r"expected 2 cells in each row, \d links"):
        SortedTable("Sizes", COLUMNS, rows, links=links, by=by)
