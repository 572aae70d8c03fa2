"""The `whole` directive: a package file by file, with notes and reading times.

Its content names the files in the order in which they are best read, `config: what to notice`, a
blank line between them. The files print themselves, so the page is what a reader installs.
"""

import re
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

LINES_A_MINUTE = 20  # about 200 words: slow for prose, brisk for code
ITEM = re.compile(r"(\w+): (.+)", re.DOTALL)


class File(NamedTuple):
    """A file, the note on it, and its length."""

    path: Path
    notice: str
    lines: int

    @property
    def label(self) -> str:
        """The label of its section."""
        return f"sec-whole-{self.path.stem.strip('_')}"


def minutes(lines: int) -> int:
    """The reading time, at least one minute."""
    return max(1, round(lines / LINES_A_MINUTE))


def files(package: Path, text: str) -> list[File]:
    """The files that the directive's content lists; ValueError unless it lists all."""
    found = []
    for block in text.split("\n\n"):
        item = ITEM.fullmatch(block.strip())
        if not item:
            raise ValueError(f"expected `file: what to notice`, got {block!r}")
        path = package / f"{item[1]}.py"
        lines = len(path.read_text("utf-8").splitlines()) if path.exists() else 0
        found.append(File(path, item[2], lines))
    differ = {file.path for file in found} ^ set(package.glob("*.py"))
    if differ:
        names = ", ".join(sorted(path.name for path in differ))
        raise ValueError(f"expected every file of {package.name} and no other: see {names}")
    return found


def table(found: list[File]) -> str:
    """The files with lines, minutes and totals, as a Markdown table."""
    total = sum(file.lines for file in found)
    return "\n".join(
        [
            "| file | lines | minutes |",
            "|---|--:|--:|",
            *(
                f"| {{ref}}`{file.path.name} <{file.label}>` "
                f"| {file.lines:,} | {minutes(file.lines)} |"
                for file in found
            ),
            f"| all {len(found)} | {total:,} | {minutes(total)} |",
        ]
    )


class Whole(SphinxDirective):
    """`{whole} PACKAGE`: a table of its files, then a section for each."""

    required_arguments = 1
    has_content = True

    def run(self):
        try:
            package = Path(self.env.srcdir, self.arguments[0])
            found = files(package, "\n".join(self.content))
        except ValueError as reason:
            raise self.error(str(reason)) from reason
        return [*self.parse_text_to_nodes(table(found)), *map(self._section, found)]

    def _section(self, file: File) -> nodes.section:
        name = nodes.literal("", file.path.name)
        section = nodes.section("", nodes.title("", "", name), names=[file.label])
        self.state.document.note_explicit_target(section)
        path = file.path.relative_to(self.env.srcdir)
        section += self.parse_text_to_nodes(
            f"{file.notice} *{file.lines:,} lines, {minutes(file.lines)} min.*\n\n"
            # the theme's word for a box that goes on where other pages have a margin
            f"```{{literalinclude}} /{path.as_posix()}\n:language: python\n:class: full-width\n```"
        )
        return section


def setup(app):
    """Register the directive."""
    app.add_directive("whole", Whole)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
