"""Cells that readers run twice, or in another order: what is drawn at random stays the same.

`make weekly` runs each cell twice (`tools/nbval_twice.py`). But a cell that
draws from another one's generator may say the same each time, and change what later cells say.
"""

import ast
import builtins

import nbformat

from tests.helpers.paths import ROOT

MAKERS = {"Generator", "generator", "seed", "default_rng", "Random"}


def _is_generator(value):
    """`torch.Generator().manual_seed(1)`, `seed(1)`, `prepared.generator()`: nothing around it."""
    while isinstance(value, ast.Call):
        named = value.func
        if (named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")) in MAKERS:
            return True
        value = named.value if isinstance(named, ast.Attribute) else None
    return False


def _taken(tree):
    """The names that this code takes from outside."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return {n.id for n in names} - own - {a.arg for a in ast.walk(tree) if isinstance(a, ast.arg)}


def test_whoever_draws_has_made_the_generator(code_cells):
    """Nor is one made beside a function that draws from it when a later cell calls it."""
    lent, kept = [], {}
    for cell in code_cells:
        lines = [line for line in cell.source.splitlines() if not line.startswith(("%", "!"))]
        tree = ast.parse("\n".join(lines))
        lent += [(cell.id, name, "of", kept[name]) for name in _taken(tree) & kept.keys()]
        for node in tree.body:
            if isinstance(node, ast.Assign):
                for name in map(ast.unparse, node.targets):
                    kept.pop(name, None)
                    kept |= {name: cell.id} if _is_generator(node.value) else {}
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                lent += [(cell.id, name, "of", kept[name]) for name in _taken(node) & kept.keys()]
    assert lent == []


def _made(tree):
    """The names that this code makes: stored, imported, defined."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name


def test_each_recipe_runs_by_itself_once_the_set_up_has_run():
    cells = nbformat.read(ROOT / "chapters" / "recipes.ipynb", as_version=4).cells
    start = next(n for n, cell in enumerate(cells) if cell.source.startswith("# @title Set-up: "))
    before = {*vars(builtins), *_made(ast.parse(cells[start].source))}
    recipes = [""]
    for cell in cells[start + 1 :]:
        if cell.cell_type == "code":
            recipes[-1] += cell.source + "\n"
        elif "\n## " in cell.source:
            recipes.append("")
    trees = [ast.parse(recipe) for recipe in recipes if recipe]
    assert len(trees) > 5
    assert [_taken(tree) - {*_made(tree)} - before for tree in trees] == [set()] * len(trees)
