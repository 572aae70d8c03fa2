"""Update and check catalogues, and build the book in other languages.

python -m tools.languages messages             write what is new in the English into locale/
python -m tools.languages check [FILE ...]     hold translations to their English
python -m tools.languages build [zh_CN ...]    build pages beside those of `make book`
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import yaml

from bert_lab.training_loop.command import call
from book.languages import LOCALE, SOURCE, languages
from tools import output_tables
from tools.catalogues import files, new, report, updated
from tools.check_catalogues import faults

ROOT = LOCALE.parent
OUT = ROOT / "_build/languages"
JUPYTER_BOOK = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(ROOT)]


def settings(code: str) -> dict:
    """`_config.yml` for this language, as jupyter-book takes no overrides."""
    found = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    found["sphinx"]["local_extensions"] = {"book": str(ROOT)}
    found["logo"], found["html"]["favicon"] = (str(ROOT / "figures/logo.svg") for _ in "ab")
    own = found["sphinx"]["config"]
    own |= {
        "language": code,
        "locale_dirs": [str(LOCALE)],
        "suppress_warnings": ["i18n.inconsistent_references"],
    }
    if code != SOURCE:
        found["title"] = own["html_theme_options"]["logo"]["text"] = languages()[code]["title"]
    return found


def run(code: str, folder: Path, *options: str) -> None:
    """Build the book in this language into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "config.yml"
    config.write_text(yaml.safe_dump(settings(code), allow_unicode=True, sort_keys=False), "utf-8")
    more = ["--all", "--quiet", "--config", str(config), "--path-output", str(folder), *options]
    if subprocess.run([*JUPYTER_BOOK, *more], cwd=ROOT).returncode:
        sys.exit(1)


def build(codes: list[str]) -> None:
    """Build each language beside the English pages."""
    for code in codes:
        if code == SOURCE:
            continue
        folder = OUT / code
        run(code, folder, "-W", "-n", "--keep-going")
        for made in ("html", "notebooks"):
            target = ROOT / "_build" / made / languages()[code]["folder"]
            shutil.rmtree(target, ignore_errors=True)
            shutil.move(folder / "_build" / made, target)


def messages() -> None:
    """Update each language's catalogues from the English, and report what is stale."""
    run(SOURCE, OUT / "messages", "--builder", "custom", "--custom-builder", "gettext")
    templates = new(OUT / "messages/_build/gettext")
    for code in languages():
        if code != SOURCE:
            updated(templates, LOCALE / code / "LC_MESSAGES", code)
    report()
    output_tables.write()


def check(names: list[str]) -> None:
    """Report the faults in these catalogues, or in all."""
    report_faults(line for path in files(names) for line in faults(path))


def report_faults(faults: Iterable[str]) -> None:
    """Print the faults, and exit if there are any."""
    for fault in (found := list(faults)):
        print(fault)
    if found:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("command", choices=["messages", "check", "build"])
    parser.add_argument("names", nargs="*", help="catalogues, or languages to build")
    args = parser.parse_args()
    if args.command == "build":
        if strangers := set(args.names) - languages().keys():
            parser.error(f"expected languages of {list(languages())}, got {sorted(strangers)}")
        build(args.names or list(languages()))
    elif args.command == "messages":
        messages()
    else:
        check(args.names)


if __name__ == "__main__":
    call(main)
