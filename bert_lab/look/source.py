"""Show the package's own source in a notebook, so that page and package can't differ."""

import ast
import difflib
import inspect
import textwrap
from typing import Any


class Source:
    """The source of an object, shown as a highlighted block by Jupyter, Colab, GitHub and the book.

    `str()` gives the code alone.
    """

    def __init__(self, name: str, code: str, language: str = "python") -> None:
        self.name = name
        self.code = code
        self.language = language

    def _repr_markdown_(self) -> str:
        return f"`{self.name}`\n\n```{self.language}\n{self.code}\n```"

    def __repr__(self) -> str:
        return f"<source of {self.name}>"

    def __str__(self) -> str:
        return self.code


def show(obj: Any, docstring: bool = True) -> Source:
    """Source of a function, method, class or module, for the last line of a notebook cell.

    Args:
        obj: what to show; for a model or another instance, pass its class.
        docstring: False leaves out every docstring in it, for a page whose prose explains the code.

    Returns:
        A `Source`; the notebook displays it under the object's full name.

    Raises:
        ValueError: `obj` has no Python source: an instance, or something compiled.

    Source: none, this helper is the book's own. Every chapter uses it.
    """
    try:
        code = textwrap.dedent(inspect.getsource(obj)).strip()
    except (TypeError, OSError) as error:
        raise ValueError(
            f"expected a function, method, class or module written in Python, got {obj!r}; "
            "for an instance pass its class, as in show(type(model))"
        ) from error
    name = getattr(obj, "__qualname__", None)
    full_name = f"{obj.__module__}.{name}" if name else obj.__name__
    return Source(full_name, code if docstring else _without_docstrings(code))


def show_change(before: Any, after: Any) -> Source:
    """What `after` says in other words than `before`: the lines that go, and those that come.

    Args:
        before, after: two functions, methods or classes; docstrings are left out.

    Returns:
        A `Source` under the name of `after`, with + and - before lines, and ... for equal ones.

    Raises:
        ValueError: as `show` does.

    Source: none, this helper is the book's own. See `ch-after`.
    """
    old, new = (show(obj, docstring=False) for obj in (before, after))
    lines = difflib.unified_diff(str(old).splitlines(), str(new).splitlines(), n=0, lineterm="")
    changed = ["..." if line.startswith("@@") else line for line in list(lines)[2:]]
    return Source(new.name, "\n".join(changed[1:]), "diff")


def _without_docstrings(code: str) -> str:
    """Remove docstrings line by line, so that comments and layout stay as they are."""
    lines: list[str | None] = [*code.splitlines()]
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(code)):
        # A body that is a docstring alone has to stay: without it the code would not parse.
        if isinstance(node, owners) and ast.get_docstring(node) is not None and len(node.body) > 1:
            first = node.body[0].lineno - 1
            last = node.body[0].end_lineno or first + 1  # what was parsed from text has both
            if last < len(lines) and not (lines[last] or "").strip():
                last += 1
            lines[first:last] = [None] * (last - first)
    return "\n".join(line for line in lines if line is not None)
