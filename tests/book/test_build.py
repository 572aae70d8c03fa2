"""A book of one page, built with the real settings: what is wrong in a page fails the build."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

BUILD = [Path(sys.executable).with_name("jupyter-book"), "build", "."]
STRICT = ["-W", "-n", "--keep-going", "--quiet"]


@pytest.fixture
def build(tmp_path):
    """A function: text of the page -> (exit status, what the build said without colours)."""
    shutil.copy(ROOT / "_config.yml", tmp_path)
    for name in ("book", "bert_core", "bert_lab", "figures", "references.bib"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "_toc.yml").write_text("format: jb-book\nroot: page\n", "utf-8")

    def run(text):
        (tmp_path / "page.md").write_text(text, "utf-8")
        done = subprocess.run([*BUILD, *STRICT], cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, re.sub(r"\x1b\[[\d;]*m", "", done.stdout + done.stderr)

    return run


def test_a_sound_page_is_built(build, tmp_path):
    status, said = build("# Title\n\n$$\n\\frac{a}{b}\n$$ (eq-x)\n\nSee {eq}`eq-x` and `(B, T)`.\n")
    assert status == 0, said
    html = (tmp_path / "_build/html/page.html").read_text("utf-8")
    assert "<mfrac>" in html
    assert re.search(r'class="eqno">\(1\)<a class="headerlink" href="#equation-eq-x"', html)
    assert '<a class="reference internal" href="#equation-eq-x">(1)</a>' in html
    assert '<span class="axis-T">T</span>' in html


MISTAKES = {
    r"A broken formula $\frac{a}{$.": "page.md:3: WARNING: maths: ",
    "{cite}`nobody1900`": 'page.md:5: WARNING: could not find bibtex key "nobody1900"',
    "{ref}`sec-nowhere`": "page.md:7: WARNING: undefined label: 'sec-nowhere'",
    "{term}`gibberish`": "page.md:9: WARNING: term not in glossary: 'gibberish'",
    "![A drawing](figures/nowhere.svg)": "page.md:11: WARNING: image file not readable",
}


def test_mistakes_fail_the_build_and_are_named(build):
    status, said = build("\n\n".join(["# Title", *MISTAKES]) + "\n")
    assert status != 0
    assert not [complaint for complaint in MISTAKES.values() if complaint not in said], said
