"""Self-checks: code computes each answer, and nothing above a question gives it away."""

from collections import Counter
from itertools import pairwise

import nbformat

from tests.helpers.self_checks import gives_away, is_computed
from tests.helpers.static_html import Page
from tests.notebooks.conftest import NOTEBOOKS
from tools.notebooks import CHECK


def _state(cell):
    (output,) = cell.outputs
    return Page(output.data["text/html"]).state


def _text(cell):
    """What a reader sees of a cell, HTML left out."""
    printed = [out.get("text", "") for out in cell.get("outputs", [])]
    shown = [out.get("data", {}).get("text/plain", "") for out in cell.get("outputs", [])]
    return "\n".join([cell.source, *printed, *shown])


def test_every_answer_is_computed(check_cells):
    assert [cell.id for cell in check_cells if not is_computed(cell.source)] == []


def test_the_code_is_hidden_and_short(check_cells):
    for cell in check_cells:
        assert cell.metadata.tags == ["remove-input"], cell.id
        assert cell.source.startswith("# @title Check yourself\n"), cell.id
        assert len(cell.source.splitlines()) <= 45, cell.id


def test_the_lines_above_do_not_give_it_away(notebook):
    last = None  # the last cell that asks nothing
    for cell in notebook.cells:
        if cell.cell_type == "code" and CHECK.search(cell.source):
            assert not gives_away(_text(last), _state(cell)), cell.id
        else:
            last = cell


def test_some_of_each_in_a_chapter(check_cells):
    states = [_state(cell) for cell in check_cells]
    assert not states or 2 <= len(states) <= 8
    for one, other in pairwise(states):
        assert one["question"] != other["question"]


def test_labels_are_given_once_in_the_book():
    cells = [cell for path in NOTEBOOKS for cell in nbformat.read(path, as_version=4).cells]
    asking = [c for c in cells if c.cell_type == "code" and CHECK.search(c.source)]
    labels = Counter(_state(cell)["label"] for cell in asking)
    assert [label for label, times in labels.items() if times > 1] == []
