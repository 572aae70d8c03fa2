"""bert_lab.look.source: what a page shows is what the package runs."""

import ast
import inspect
import math
import textwrap

import pytest

import bert_core
from bert_core import attention
from bert_lab.look import source
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


def test_a_method_is_shown_at_the_left_margin():
    assert str(show(Shelf.put)) == textwrap.dedent(inspect.getsource(Shelf.put)).strip()
    assert show(Shelf.put).name.endswith("Shelf.put")


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


def _undocumented(tree):
    """The tree as `ast` prints it, docstrings removed: an oracle that knows no lines."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and len(body) > 1 and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                del body[0]
    return ast.dump(tree)


PUBLIC = [obj for name in bert_core.__all__ if callable(obj := getattr(bert_core, name))]


@pytest.mark.parametrize("obj", PUBLIC, ids=lambda obj: obj.__name__)
def test_every_public_object_can_be_shown_bare(obj):
    full, bare = show(obj), show(obj, docstring=False)
    assert ast.dump(ast.parse(str(bare))) == _undocumented(ast.parse(str(full)))


def test_a_module_can_be_shown():
    assert str(show(source)) == inspect.getsource(source).strip()
    assert show(source).name == "bert_lab.look.source"


def test_the_repr_holds_no_address():
    assert repr(show(Shelf)) == f"<source of {__name__}.Shelf>"


@pytest.mark.parametrize("obj", [math.sqrt, Shelf(), 3])
def test_what_has_no_source_is_refused_with_advice(obj):
    with pytest.raises(ValueError, match="pass its class"):
        show(obj)
