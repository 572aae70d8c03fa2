"""Set the book's version in the wheel, the citation and the change log at once.

set 1.0.0 makes this release, dated today; set 1.1.0.dev0 what comes after it; notes v1.0.0 prints
what the release with this tag says, from CHANGELOG.md. `make release` writes the Colab cells too;
"How this project is built" has the steps before and after.

Needs the standard library alone: a workflow asks for notes before it installs anything.
"""

import re
from datetime import date
from pathlib import Path

from bert_lab.training_loop.command import Command, call
from book.version import ROOT, UNRELEASED, version

NUMBER = re.compile(rf"(\d+)\.(\d+)\.(\d+)({re.escape(UNRELEASED)})?")
OPEN = "## [Unreleased]\n"


def order(number: str) -> tuple[int, ...]:
    """Sort key of versions; development versions precede their release. Raises ValueError."""
    if not (found := NUMBER.fullmatch(number)):
        raise ValueError(f"version: expected 1.2.3 or 1.2.3{UNRELEASED}, got {number!r}")
    return (*map(int, found.groups()[:3]), found[4] is None)


def section(changes: str, title: str) -> str:
    """The change log's section `## [title]`. Raises ValueError if it is missing or empty."""
    start = rf"^## \[{re.escape(title)}\][^\n]*\n"
    found = re.search(rf"{start}(.*?)(?=^## \[|\Z)", changes, re.MULTILINE | re.DOTALL)
    if not found or not found[1].strip():
        raise ValueError(f"CHANGELOG.md: expected a section [{title}] that says what is new")
    return found[1].strip() + "\n"


def versioned(texts: dict[str, str], number: str, day: date) -> dict[str, str]:
    """The texts of pyproject.toml, CITATION.cff and CHANGELOG.md for this version."""
    released = not number.endswith(UNRELEASED)
    wheel, citation, changes = texts.values()
    if released:
        section(changes, "Unreleased")
        changes = changes.replace(OPEN, f"{OPEN}\n## [{number}] - {day}\n", 1)
    citation = re.sub("^date-released: .*\n", "", citation, flags=re.MULTILINE)
    dated = f"\ndate-released: {day}" if released else ""
    new = (
        re.sub('^version = ".*"$', f'version = "{number}"', wheel, count=1, flags=re.MULTILINE),
        re.sub("^version: .*$", f"version: {number}{dated}", citation, count=1, flags=re.MULTILINE),
        changes,
    )
    return dict(zip(texts, new, strict=True))


def give(number: str, root: Path = ROOT) -> None:
    """Write the version into the files under `root`; the Colab cells are `tools.colab`'s work.

    Raises ValueError, before anything is written, for a version that does not come later than
    the present one, and for a release that has nothing to say.
    """
    if order(number) <= order(version(root)):
        raise ValueError(f"version: expected one after {version(root)}, got {number}")
    names = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md")
    texts = {name: (root / name).read_text("utf-8") for name in names}
    for name, text in versioned(texts, number, date.today()).items():
        (root / name).write_text(text, "utf-8")


def notes(tag: str, root: Path = ROOT) -> str:
    """The release notes for this tag. Raises ValueError if the version here is another."""
    number = version(root)
    if tag != f"v{number}" or number.endswith(UNRELEASED):
        raise ValueError(f"tag: expected that of a release, v1.2.3, and here {number}; got {tag}")
    return section((root / "CHANGELOG.md").read_text("utf-8"), number)


def main(arguments: list[str] | None = None) -> None:
    command = Command("tools.release", __doc__)
    command.add_argument("action", choices=["set", "notes"])
    command.add_argument("name", metavar="VERSION | TAG")
    args = command.parse_args(arguments)
    with command.mistakes():
        if args.action == "notes":
            print(notes(args.name), end="")
        else:
            give(args.name)


if __name__ == "__main__":
    call(main)
