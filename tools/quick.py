"""Run the tests that a change is most likely to break, in minutes (`make quick`).

python -m tools.quick

The change is what `git diff` shows since it left main (origin's, if there is one), with what is
not committed and not tracked yet. Whatever it is, style, types and `bert_core` are tested, and all
of `bert_lab` if a package has changed. Of all else, what a changed file leads to:

- tests of its name, or in a folder of its folder's name: widgets/check/ leads to
  tests/widgets/check/, in a browser too
- tests that import it or say its name
- what is named for its folder below (LEADS_TO); what pages are made of leads to the English book
- a changed notebook; and of those whose code names what a changed module defines, the three that
  do so most

The rest is for `make test`: the other notebooks, most of what runs in a browser, pages in other
languages, and whatever a change breaks from afar.
"""

import ast
import fnmatch
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from bert_lab.training_loop.command import call
from tools.suite import run

ALWAYS = ["tests/core", "tests/test_packages.py"]
NOTEBOOKS = 3  # beside those that have changed
# {changed files: tests}
LEADS_TO = {
    "bert_core/*": "tests/lab tests/parity/test_transformers.py tests/web/test_bert.py",
    "bert_lab/*": "tests/lab tests/web/test_traits.py tests/test_wheel.py",
    "research/*": "tests/research",
    "web/*": "tests/web tests/lab/look/widgets",
    "bert_lab/look/widgets/*": "tests/web",
    "book/*": "tests/book",
    "tools/drawings/*.[jt]s": "tests/tools/test_stills.py",
    "figures/*": "tests/book/test_figures.py tests/tools/test_stills.py",
    "chapters/*": "tests/notebooks tests/book/test_figures.py",
    "locale/*": "tests/tools/test_catalogues.py tests/web/test_words.py",
    ".github/*": "tests/tools/test_workflows.py",
    "Makefile": "tests/tools/test_workflows.py tests/tools/test_branch.py",
    "requirements.txt": "tests/lab tests/test_packaging.py",
    "pyproject.toml": "tests/test_packaging.py tests/tools/test_release.py",
}
# what pages are made of: they are built, and read
PAGES = ["chapters/*", "figures/*", "book/*", "*.bib", "intro.md", "_*.yml", "NOTICES.md"]


def git(*arguments: str) -> list[str]:
    """The output of git, split at its NULs."""
    done = subprocess.run(["git", *arguments], capture_output=True, encoding="utf-8")
    if done.returncode:
        sys.exit(f"make quick asks git what has changed since main: {done.stderr.strip()}")
    return done.stdout.strip("\0\n").split("\0") if done.stdout else []


def changed() -> list[str]:
    """The files that differ from where this branch left main."""
    mains = git("for-each-ref", "--format=%(refname)%00", "refs/remotes/origin/main")
    (base,) = git("merge-base", "HEAD", *(mains[:1] or ["main"]))
    found = git("diff", "--name-only", "-z", base)
    return sorted({*found, *git("ls-files", "--others", "--exclude-standard", "-z")})


def matches(path: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatch(path, pattern) for pattern in patterns)


def reference(path: Path) -> re.Pattern:
    """A pattern that finds a test's reference to this file, by import or by name."""
    if path.suffix != ".py":
        return re.compile(re.escape(path.name))
    *folders, _ = parts = path.with_suffix("").parts
    whole, folder, name = (re.escape(".".join(words)) for words in (parts, folders, parts[-1:]))
    return re.compile(rf"\b{whole}\b|from {folder} import .*\b{name}\b")


def tests_of(path: Path) -> list[str]:
    """The tests that belong to this file."""
    found = [tests for pattern, tests in LEADS_TO.items() if matches(str(path), [pattern])]
    own, folders = {f"test_{path.stem}.py", path.name}, {path.stem, path.parent.name}
    means = reference(path)
    named = [
        test.as_posix()
        for test in sorted(Path("tests").rglob("test_*.py"))
        if test.name in own
        or (test.match("widgets/*/*.py") and test.parent.name in folders)
        or means.search(test.read_text("utf-8"))
    ]
    return " ".join(found).split() + named


def defined(path: Path) -> set[str]:
    """The classes and functions that this module defines."""
    found = ast.parse(path.read_text("utf-8")).body
    return {node.name for node in found if isinstance(node, ast.ClassDef | ast.FunctionDef)}


def uses(notebook: Path, names: set[str]) -> int:
    """How often its code uses one of these names, if it imports them from the packages."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    taken = re.findall(r"^from bert_\w+(?:\.\w+)* import (\([^)]*\)|.*)", code, re.MULTILINE)
    known = names & set(re.findall(r"\w+", " ".join(taken)))
    return sum(word in known for word in re.findall(r"\w+", code))


def notebooks_of(paths: list[Path]) -> list[str]:
    """Changed notebooks, and those that use changed modules most."""
    own = [path for path in paths if path.suffix == ".ipynb" and path.exists()]
    modules = [path for path in paths if matches(str(path), ["bert_*.py"]) and path.exists()]
    names = set().union(*map(defined, modules))
    counts = {path: uses(path, names) for path in sorted(Path("chapters").rglob("*.ipynb"))}
    others = [path for path in counts if counts[path] and path not in own]
    most = sorted(others, key=counts.__getitem__, reverse=True)[:NOTEBOOKS]
    return [path.as_posix() for path in own + most]


def in_order(found: Iterable[str]) -> list[str]:
    """Drop duplicates, and paths inside a folder that is listed, too."""
    once = dict.fromkeys(found)
    return [path for path in once if not any(str(up) in once for up in Path(path).parents)]


def plan(paths: list[Path]) -> tuple[list[str], list[str], list[str], bool]:
    """For changed files: notebooks, tests, tests of the book and browser, whether to build."""
    pages = any(matches(str(path), PAGES) for path in paths)
    tests = in_order(ALWAYS + [test for path in paths for test in tests_of(path)])
    seen = [test for test in tests if re.match("tests/(browser|pages)|.*/test_page.py", test)]
    tests = [test for test in tests if test not in seen]
    return notebooks_of(paths), tests, in_order(seen + ["tests/pages"] * pages), pages


def main() -> None:
    paths = [Path(path) for path in changed()]
    notebooks, tests, seen, pages = plan(paths)
    print(f"{len(paths)} files have changed since main. Beside style and types:")
    print(*(f"  {path}" for path in notebooks + tests + seen), sep="\n")
    code = " ".join(["$(NBVAL)"] * bool(notebooks) + notebooks + tests)
    # in English alone, beside the book that `make book` has built
    elsewhere = ("BUILT=_build/quick",) if pages else ()
    first = {"lint": (), "code": (f"TESTS={code}",)}
    first |= {"book": ("LANGUAGES=en", *elsewhere)} if pages else {}
    then = {"browser": (f"TESTS={' '.join(seen)}", *elsewhere)} if seen else {}
    sys.exit(bool(run(first, then)))


if __name__ == "__main__":
    call(main)
