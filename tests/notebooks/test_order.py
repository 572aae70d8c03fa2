"""Cells that readers run twice, or in another order: what is drawn at random stays the same.

`make nbval` runs most cells twice and `make twice` all (`tools/nbval_twice.py`). But a cell that
draws from another one's generator may say the same each time, and change what later cells say.
"""

import ast

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
