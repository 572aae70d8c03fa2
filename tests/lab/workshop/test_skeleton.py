"""The reader's file, blank and solved, is what the solutions say."""

import ast

import pytest

from bert_lab.workshop.skeleton import whole_file
from bert_lab.workshop.stage import STAGES
from tests.helpers.workshop import SOLVED, sitting

BLANK = whole_file(blanks=True)


def _docstrings(source):
    tree = ast.parse(source)
    kept = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return {node.name: ast.get_docstring(node) for node in kept}


def test_both_ask_for_the_same_in_the_same_words():
    names = [name for stage in STAGES for name in stage.names]
    assert list(_docstrings(BLANK)) == list(_docstrings(SOLVED)) == names
    assert _docstrings(BLANK) == _docstrings(SOLVED)
    assert all(_docstrings(BLANK).values())


def test_neither_needs_anything_but_torch():
    for source in (BLANK, SOLVED):
        assert "bert_" not in source
        assert (
            max(map(len, source.splitlines())) <= 79
        )  # a window of 1280 has no more beside its bar


NAMES = [name for stage in STAGES for name in stage.names]


@pytest.fixture(scope="module")
def solved():
    return sitting(SOLVED)


@pytest.mark.parametrize("name", NAMES)
def test_the_solution_is_right_and_leaves_nothing_to_remark(solved, name):
    verdict = solved.verdict(name)
    assert verdict.state == "right", verdict
    assert not verdict.notes, verdict


@pytest.mark.parametrize("name", NAMES)
def test_what_is_blank_is_called_so(name):
    assert sitting(BLANK).verdict(name).state == "blank"
