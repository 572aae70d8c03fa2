"""`my_bert.py`, solved and blank, with the solutions' signatures and docstrings."""

import ast
from functools import cache
from importlib import resources

from bert_lab.workshop.stage import STAGES, Stage
from bert_lab.workshop.texts import say

IMPORTS = """import math
from itertools import pairwise

import torch
from torch import nn
from torch.nn import functional as F
"""


def solved(stage: Stage) -> str:
    """The solution of a stage as part of one file with the others: without imports."""
    return _joined(stage, _lines)


def blank(stage: Stage) -> str:
    """The blank version of a stage: signatures, docstrings and `NotImplementedError`."""
    return _joined(stage, lambda node, source: _emptied(node, source, stage.number))


def whole_file(blanks: bool) -> str:
    """All nine stages as one file, blank or solved."""
    parts = [f'"""{say("file-title")}"""\n', IMPORTS]
    for stage in STAGES:
        rule = f"# {stage.number}. {stage.title} ({stage.minutes} min) "
        parts.append(f"\n{rule:-<79}\n\n\n" + (blank if blanks else solved)(stage))
    return "\n".join(parts)


@cache
def _source(key: str) -> str:
    return (resources.files("bert_lab.workshop.solutions") / f"{key}.py").read_text("utf-8")


def _joined(stage, text):
    source = _source(stage.key)
    kept = [
        node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return "\n\n\n".join(text(node, source) for node in kept) + "\n"


def _lines(node, source):
    """All its source lines, with the comment at the end of the last."""
    return "\n".join(source.splitlines()[node.lineno - 1 : node.end_lineno])


def _emptied(node, source, number):
    """A function or class without its body; of a class's methods those that Python calls."""
    lines = source.splitlines()
    if isinstance(node, ast.FunctionDef):
        head = lines[node.lineno - 1 : node.body[0].lineno - 1]  # the signature
        indent = " " * node.body[0].col_offset
        if ast.get_docstring(node) is not None:
            head += lines[node.body[0].lineno - 1 : node.body[0].end_lineno]
        if node.name == "__init__":
            head.append(f"{indent}super().__init__()")
        return "\n".join([*head, f'{indent}raise NotImplementedError("stage {number}")'])
    head = lines[node.lineno - 1 : node.body[0].end_lineno]  # with the docstring
    methods = [m for m in node.body if isinstance(m, ast.FunctionDef)]
    kept = [m for m in methods if m.name in ("__init__", "forward")]
    return "\n\n".join(["\n".join(head), *(_emptied(m, source, number) for m in kept)])
