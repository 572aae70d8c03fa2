"""The wheel, installed alone, contains every file that the packages read."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest

from bert_lab.search.passages import read_passages
from tests.helpers.paths import ROOT

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
ASKS = """
import bert_lab
from bert_lab.checkpoint import load_mini_bert
from bert_lab.search.passages import read_passages
print(bert_lab.__file__, load_mini_bert()[0].config.num_hiddens)
print(read_passages())
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy, since a build leaves folders behind."""
    copy = tmp_path_factory.mktemp("book")
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-TEXT"):
        shutil.copy(ROOT / name, copy)
    for name in ("bert_core", "bert_lab"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    target = tmp_path_factory.mktemp("wheel")
    how = ("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(target), str(copy))
    subprocess.run([*PIP, *how], check=True)
    return next(target.glob("*.whl"))


def test_every_file_of_the_packages_is_in_it(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = {
        path.relative_to(ROOT).as_posix()
        for package in ("bert_core", "bert_lab")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and not {"__pycache__", ".ruff_cache"} & set(path.parts)
    }
    # what makes dist/ is of no use without Node
    left_out = (".ts", "/style.css", "/words.toml", "/ruff.toml")
    assert {name for name in files - names if not name.endswith(left_out)} == set()
    assert names <= files


def test_installed_it_reads_what_it_brings(wheel, tmp_path):
    # or pip would take the project itself out of the environment that runs this
    how = ("install", "--ignore-installed", "--no-deps", "--prefix", str(tmp_path))
    subprocess.run([*PIP, *how, wheel], check=True)
    packages = next(tmp_path.rglob("site-packages"))
    done = subprocess.run(
        [sys.executable, "-c", ASKS],
        env=os.environ | {"PYTHONPATH": str(packages)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    where, found = done.stdout.splitlines()
    assert where.startswith(str(packages))
    assert found == str(read_passages())
