"""The book's version in each page's footer and links.

The number stands in `pyproject.toml`. A release, 0.2.0, is the tag v0.2.0 of the repository; what
is not released yet, 0.2.0.dev0, is its branch. Beside each is a branch with the notebooks that
`book.notebooks` wrote from it.
"""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = ".dev0"


def version(root: Path = ROOT) -> str:
    """The version of the packages and of the book, for instance "0.2.0" or "0.2.0.dev0"."""
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    return settings["project"]["version"]


def reference(number: str, branch: str) -> str:
    """The tag or the branch that holds this version."""
    return branch if number.endswith(UNRELEASED) else f"v{number}"


def plain_branch(reference: str) -> str:
    """The branch with the notebooks of this tag or branch as Colab can show them."""
    return f"notebooks-{reference}"


def held_by(plain: str) -> str:
    """The tag or the branch that `plain_branch` was made from."""
    return plain.removeprefix(plain_branch(""))


def words(number: str) -> str:
    """The text of a page's footer."""
    from book.languages import _  # a workflow asks for a branch without Sphinx

    released = number.removesuffix(UNRELEASED)
    return str(_("Version %s") % number) + (
        str(_(", on the way to %s") % released) if released != number else ""
    )


def _tell(app, config) -> None:
    number, options = version(), config.html_theme_options
    config.version = config.release = number
    options["extra_footer"] = words(number)
    branch = reference(number, options["repository_branch"])
    options["repository_branch"] = plain_branch(branch)  # the rocket buttons alone ask for it


def setup(app):
    """Set the options of Sphinx and the theme before the theme reads them."""
    app.connect("config-inited", _tell, priority=1)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
