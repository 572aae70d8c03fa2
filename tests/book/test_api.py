"""Docstrings are Markdown, and autodoc reads reStructuredText."""

from book.api import restructured


def test_a_docstring_in_the_marks_of_autodoc():
    markdown = "Scores $q k^\\top$ of shape (B, N, T), see `softmax` and `ch-attention`; (0, 1]."
    assert restructured(markdown) == (
        "Scores :math:`q k^\\top` of shape ``(B, N, T)``, see ``softmax`` and "
        ":ref:`ch-attention`; (0, 1]."
    )
