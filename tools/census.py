"""Count the lines that somebody wrote by hand: python -m tools.census.

Product is Python, TypeScript, JavaScript, C, CSS, templates, YAML and the Makefile. Tests are all
that stands under tests/ and web/testing/, and every *.test.*. What .gitattributes names as
generated is left out, and so are words, data, figures, locks and notebooks.
"""

import subprocess
from collections import Counter
from pathlib import Path

from bert_lab.training_loop.command import call

ROOT = Path(__file__).resolve().parent.parent
SOURCE = {".py", ".ts", ".js", ".mjs", ".c", ".h", ".css", ".html", ".yml", ".yaml", ".sh"}


def _git(*arguments: str, **options: str) -> list[str]:
    command = ["git", "-C", str(ROOT), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=True, **options)
    return done.stdout.splitlines()


def counts() -> Counter[tuple[str, str]]:
    """{(product or tests, first folder): lines}."""
    names = _git("ls-files")
    marks = _git("check-attr", "--stdin", "linguist-generated", input="\n".join(names))
    generated = {mark.split(": ")[0] for mark in marks if mark.endswith(": set")}
    found: Counter[tuple[str, str]] = Counter()
    for name in names:
        path = ROOT / name
        source = path.suffix in SOURCE or path.name in ("Makefile", "run")
        if source and name not in generated and path.is_file():
            test = name.startswith(("tests/", "web/testing/")) or ".test." in name
            lines = len(path.read_text("utf-8", "replace").splitlines())
            found["tests" if test else "product", name.split("/")[0]] += lines
    return found


def main() -> None:
    found = counts()
    for kind in ("product", "tests"):
        print(f"{sum(n for (one, _), n in found.items() if one == kind):8,} {kind}")
    for (kind, folder), lines in found.most_common():
        print(f"{lines:8,} {kind} {folder}")


if __name__ == "__main__":
    call(main)
