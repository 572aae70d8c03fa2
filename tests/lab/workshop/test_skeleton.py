"""The reader's file, blank and solved, is what the solutions say."""

import ast

from bert_lab.workshop.mistakes import solved
from bert_lab.workshop.skeleton import whole_file
from bert_lab.workshop.stage import STAGES
from tests.helpers.workshop import sitting

BLANK = whole_file(blanks=True)
NAMES = [name for stage in STAGES for name in stage.names]


def _docstrings(source):
    kept = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef | ast.ClassDef)]
    return {node.name: ast.get_docstring(node) for node in kept}


def test_both_ask_for_the_same_in_the_same_words():
    assert list(_docstrings(BLANK)) == NAMES
    assert _docstrings(BLANK) == _docstrings(solved())
    assert all(_docstrings(BLANK).values())


def test_neither_needs_anything_but_torch():
    for source in (BLANK, solved()):
        assert "bert_" not in source
        assert max(map(len, source.splitlines())) <= 79  # a window of 1280 has no more beside it


def test_what_is_blank_is_called_so():
    judged = sitting(BLANK)
    assert [judged.verdict(name).state for name in NAMES] == ["blank"] * len(NAMES)
