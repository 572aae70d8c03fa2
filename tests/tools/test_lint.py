"""What `make lint` and `make quick` find in files that no test reads."""

import shutil
import subprocess
import sys

import pytest

from tests.helpers.paths import ROOT

CHECKOUT = """\
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
"""
WORKFLOW = f"""\
name: w
on: push
permissions: {{}}
concurrency:
  group: w
  cancel-in-progress: true
jobs:
  one:
    name: one
    runs-on: ubuntu-24.04
    steps:
{CHECKOUT}\
"""


@pytest.fixture
def lint(tmp_path):
    """A function: the output of a Makefile target for these files, and its exit status."""

    def lint(target, files, options=""):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, "utf-8")
        shutil.copy(ROOT / "biome.json", tmp_path)
        (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
        (tmp_path / ".venv").symlink_to(sys.prefix)
        dry_run = ["make", "-n", "-C", ROOT, target]
        steps = subprocess.run(
            dry_run, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        (command,) = (step for step in steps if "/biome " in step or "/zizmor " in step)
        done = subprocess.run(
            command + options, shell=True, cwd=tmp_path, capture_output=True, text=True
        )
        return done.stdout + done.stderr, done.returncode

    return lint


@pytest.fixture
def styles():
    """{file: text} of the hand-written style sheets; those in dist/ are generated."""
    command = ["git", "ls-files", "*.css", ":!*/dist/*"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name: (ROOT / name).read_text("utf-8") for name in names.split()}


def test_a_brace_that_nobody_closes_is_seen_in_every_style(lint, styles):
    cut = {name: text.rstrip().removesuffix("}") for name, text in styles.items()}
    assert len(cut) > 20
    output, status = lint("javascript", cut, " --max-diagnostics=none --colors=off")
    assert status
    assert [name for name in cut if f"{name}:" not in output] == []


def test_styles_as_they_should_be(lint, styles):
    assert lint("javascript", styles)[1] == 0


@pytest.mark.parametrize(
    ("lines", "fine"),
    [(3, True), (1, False), (2, False)],  # of the last, zizmor says that it is no workflow
)
def test_a_workflow_that_leaves_its_credentials_is_seen(lint, lines, fine):
    left = "".join(CHECKOUT.splitlines(keepends=True)[:lines])
    files = {".github/workflows/right.yml": WORKFLOW}
    files |= {".github/workflows/w.yml": WORKFLOW.replace(CHECKOUT, left)}
    assert (lint("workflows", files)[1] == 0) is fine
