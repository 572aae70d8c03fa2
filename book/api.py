"""The page of the packages: autodoc and napoleon, which read docstrings in reStructuredText.

Ours are Markdown, as the pages are; the few marks that they use are turned here.
"""

import re

from book.shapes import SHAPE

MARK = re.compile(rf"`(ch-[a-z]+)`|`([^`]+)`|\$([^$]+)\$|({SHAPE.pattern})")


def restructured(text: str) -> str:
    """A docstring's Markdown as reStructuredText: links to chapters, code, formulas, shapes."""

    def turned(found: re.Match) -> str:
        chapter, code, formula, shape = found.groups()
        if chapter:
            return f":ref:`{chapter}`"
        return f":math:`{formula}`" if formula else f"``{code or shape}``"

    return MARK.sub(turned, text)


def _restructure(app, what, name, thing, options, lines) -> None:
    lines[:] = restructured("\n".join(lines)).split("\n")


def _skip(app, what, name, thing, skip, options) -> bool | None:
    """Fields and traits stand in the signature, a class among them, too."""
    field = what == "class" and isinstance(thing, type)
    shown = callable(thing) or isinstance(thing, property | classmethod | staticmethod)
    return None if what == "module" or (shown and not field) else True


def setup(app):
    """Turn docstrings before napoleon reads their sections."""
    for extension in ("sphinx.ext.autodoc", "sphinx.ext.napoleon"):
        app.setup_extension(extension)
    app.config.autodoc_inherit_docstrings = False  # PyTorch's are not ours
    app.config.autodoc_member_order = "bysource"
    app.config.autodoc_typehints_format = "short"
    app.config.napoleon_use_rtype = False
    app.config.html_domain_indices = False  # the general index has them all
    app.config.nitpick_ignore_regex += [("py:.*", ".*")]  # types of others' packages
    app.connect("autodoc-process-docstring", _restructure, priority=400)
    app.connect("autodoc-skip-member", _skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
