"""bert_lab.look.source: what a page shows is what the package runs."""

import inspect

from bert_core import attention
from bert_lab.look.source import show, show_change


class Shelf:
    """A class with a docstring."""

    size = 3  # a comment stays

    def put(self, book):
        """Put a book.

        On several lines.
        """

        # and so does this one
        return f"""{book}
  on the shelf"""

    def todo(self):
        """Only a docstring."""


BARE = '''\
class Shelf:
    size = 3  # a comment stays

    def put(self, book):
        # and so does this one
        return f"""{book}
  on the shelf"""

    def todo(self):
        """Only a docstring."""'''


def test_shows_the_source_as_it_is():
    shown = show(attention.attention_weights)
    assert str(shown) == inspect.getsource(attention.attention_weights).strip()
    assert shown._repr_markdown_() == (
        f"`bert_core.attention.attention_weights`\n\n```python\n{shown}\n```"
    )


def test_docstrings_can_be_left_out_and_nothing_else_goes():
    assert str(show(Shelf, docstring=False)) == BARE


class Before:
    def put(self, book):
        """Put a book."""
        place = self.size
        self.books = [*self.books, book]
        return place


class After:
    def put(self, book):
        """Put a book, in other words."""
        place = len(self.books)
        self.books = [*self.books, book]
        return place, book


def test_a_change_is_the_lines_that_go_and_those_that_come():
    shown = show_change(Before.put, After.put)
    assert shown.name.endswith("After.put")
    assert shown._repr_markdown_().split("\n", 2)[2] == (
        "```diff\n"
        "-    place = self.size\n"
        "+    place = len(self.books)\n"
        "...\n"
        "-    return place\n"
        "+    return place, book\n"
        "```"
    )
