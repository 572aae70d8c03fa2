"""The blank notebook as a reader goes through it: stage after stage is written, judged and used."""

import ast
import contextlib
import io
import linecache
import sys
import types

import nbformat
import pytest
import torch

from bert_lab.workshop.stage import STAGES
from book.blank_workshop import SOLUTION, blanked
from tools.workshop import PATH

MODULE = "the_readers_notebook"
SLOW = {"training-run", "training-lines", "released-load", "released-same"}  # nbval runs them


@pytest.fixture
def solved():
    return {cell.id: cell for cell in nbformat.read(PATH, as_version=4).cells}


@pytest.fixture
def blank():
    return {cell.id: cell for cell in blanked(nbformat.read(PATH, as_version=4)).cells}


@pytest.fixture
def run(monkeypatch):
    """What a cell shows, as a kernel would say it; all cells share one namespace."""
    module = types.ModuleType(MODULE)
    monkeypatch.setitem(sys.modules, MODULE, module)

    def shown(source):
        tree, out, path = ast.parse(source), io.StringIO(), f"<cell {len(linecache.cache)}>"
        linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(out):
            exec(compile(tree, path, "exec"), vars(module))
            value = last and eval(compile(ast.Expression(last.value), path, "eval"), vars(module))
        return out.getvalue() + ("" if value is None else repr(value))

    return shown


def _stored(cell):
    return "".join(o.get("text") or o.data["text/plain"] for o in cell.outputs)


def _rewards(cells, stage):
    """The stage's code behind the judge, without pictures."""
    names = [name for name in cells if name.startswith(f"{stage.key}-") and name not in SLOW]
    code = [name for name in names if cells[name].cell_type == "code"]
    return [n for n in code if not n.endswith((SOLUTION, "-judge", "-picture"))]


def test_stage_after_stage_the_blank_notebook_becomes_the_solved_one(blank, solved, run):
    torch.manual_seed(0)
    run(blank["imports"].source)
    for stage in STAGES:
        run(blank[stage.key + SOLUTION].source)
        first = run(blank[f"{stage.key}-judge"].source)
        assert first.count(": not written yet.") == len(stage.names), first
    for stage in STAGES:
        run(solved[stage.key + SOLUTION].source)
        seen = run(blank[f"{stage.key}-judge"].source)
        assert seen == _stored(solved[f"{stage.key}-judge"])
        assert seen.count(": right.") == len(stage.names)
        for name in _rewards(blank, stage):
            assert run(blank[name].source) == _stored(solved[name]), name


def test_a_stage_is_passed_over_with_the_line_that_the_page_gives(blank, solved, run):
    line = solved["ways"].source.rpartition("`from")[2].removesuffix("`.")
    run(blank["imports"].source)
    run(solved[STAGES[0].key + SOLUTION].source)
    run(f"from{line}")
    for stage in STAGES[2:5]:
        run(solved[stage.key + SOLUTION].source)
        assert ": right." in run(blank[f"{stage.key}-judge"].source)
    assert run(blank["encoder-crane"].source) == _stored(solved["encoder-crane"])


def test_the_last_lines_state_what_has_to_be_so(solved):
    lines = _stored(solved["training-run"]) + _stored(solved["training-lines"])
    assert lines.count("True") == 2
    assert "False" not in lines
    assert "384 numbers a text, equal to 1e-5: True" in _stored(solved["released-same"])
