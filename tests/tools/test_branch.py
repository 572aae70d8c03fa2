"""`make branch`: the notebooks for Colab become a branch without history."""

import subprocess

import pytest

from book.version import plain_branch
from tests.helpers.paths import ROOT


@pytest.fixture
def run(tmp_path):
    """A function: the output of a command in a clone of an empty repository."""

    def run(*command, folder="clone"):
        done = subprocess.run(
            command, cwd=tmp_path / folder, capture_output=True, text=True, check=True
        )
        return done.stdout

    run("git", "init", "--quiet", "--bare", "origin.git", folder=".")
    run("git", "clone", "--quiet", "origin.git", "clone", folder=".")
    (tmp_path / "clone/book").symlink_to(ROOT / "book")
    return run


def test_each_build_is_the_whole_branch(run, tmp_path):
    book = tmp_path / "clone/_build/notebooks"
    (book / "chapters").mkdir(parents=True)
    for name in ("old", "new"):
        (book / "chapters/01.ipynb").write_text(name, "utf-8")
        run("make", "-f", str(ROOT / "Makefile"), "branch", "REF=v0.2.0", "PYTHON=python3")
    branch = plain_branch("v0.2.0")
    assert run("git", "for-each-ref", "--format=%(refname)", folder="origin.git").split() == [
        f"refs/heads/{branch}"
    ]
    assert run("git", "rev-list", "--count", branch, folder="origin.git") == "1\n"
    assert run("git", "show", f"{branch}:chapters/01.ipynb", folder="origin.git") == "new"
