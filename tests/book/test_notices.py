"""NOTICES.md: names the authors of everything in the pages as their own files do."""

import json
import re
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import yaml

from tests.helpers.paths import ROOT

NOTICES = (ROOT / "NOTICES.md").read_text("utf-8")
ROWS = re.findall(r"^\| .+? \| `([\w-]+)` \| (.+?) \| ([\w.-]+) \|$", NOTICES, re.MULTILINE)
LOOKS = {".js", ".css", ".svg", ".woff2"}
TEXTS = {  # words that no other licence in the file has
    "Apache-2.0": "Apache License Version 2.0, January 2004",
    "MIT": "Permission is hereby granted, free of charge, to any person",
    "BSD-2-Clause": "* Redistributions in binary form must reproduce the above copyright",
    "BSD-3-Clause": "3. Neither the name of the copyright holder",
    "OFL-1.1": "No Modified Version of the Font Software may use the Reserved Font",
    "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
}


def _licence(name):
    """The licence text in an installed package."""
    if from_npm := [*ROOT.glob(f"node_modules/{name}/LICENSE*")]:
        return from_npm[0].read_text("utf-8")
    files = distribution(name).files or []
    found = [file for file in files if file.stem in {"LICENSE", "COPYING"}]
    return "".join(Path(str(file.locate())).read_text("utf-8") for file in found)


def _brings_looks(name):
    files = distribution(name).files or []
    return any(file.suffix in LOOKS and "tests" not in file.parts for file in files)


def test_a_package_s_copyright_is_that_of_its_own_licence():
    for name, copyright, licence in ROWS:
        assert copyright in _licence(name), name
        if licence == "BSD-3-Clause":
            assert "Neither the name" in _licence(name), name
        elif licence == "MIT":
            assert TEXTS["MIT"] in _licence(name), name


def test_every_extension_that_puts_files_into_pages_is_named():
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["sphinx"]["config"]
    modules = {name.partition(".")[0] for name in config["extensions"]} - {"book"}
    names = {name for module in modules for name in packages_distributions()[module]}
    bring = {name for name in names - {"sphinxcontrib-bibtex"} if _brings_looks(name)}
    assert {"sphinx-book-theme", "sphinx-copybutton"} <= bring
    assert bring - {name for name, _, _ in ROWS} == set()


def test_what_the_build_takes_from_npm_is_named():
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    assert set(package["dependencies"]) <= {name for name, _, _ in ROWS}


def test_each_licence_that_is_named_is_there_whole():
    for licence, words in TEXTS.items():
        whole = NOTICES.partition(f"\n## {licence}\n")[2].partition("\n## ")[0]
        assert words in " ".join(whole.split()) or words in whole, licence
        assert re.search("WITHOUT WARRANT|DISCLAIMED|DISCLAIMS ANY", whole), licence
