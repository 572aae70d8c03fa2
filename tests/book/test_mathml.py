"""book.mathml and book.mathfont: TeX to MathML, and the characters that its font needs."""

import os
import subprocess
import sys

import pytest

from book.mathml import display_tex, to_mathml
from tests.helpers.paths import ROOT


def sphinx(folder, *options, settings=""):
    """A build of the reStructuredText in a folder with only this extension."""
    settings += 'extensions = ["book.mathml"]\nroot_doc = "page0"\n'
    (folder / "conf.py").write_text(settings, "utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", *options, ".", "out"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("tex", [r"\frac{a}{", r"\nosuchmacro", r"a \right)", "a & b"])
def test_bad_tex_is_an_error_and_the_next_formula_is_fine(tex):
    with pytest.raises(ValueError, match=r"."):
        to_mathml(tex, False)
    assert "<mi>x</mi>" in to_mathml("x", False)


def test_a_converter_that_died_ends_the_build_and_the_formula_is_named(tmp_path):
    (tmp_path / "dead.mjs").write_text("process.exit(3);", "utf-8")
    (tmp_path / "page0.rst").write_text("Page\n====\n\nA formula, :math:`a+b`.\n", "utf-8")
    done = sphinx(tmp_path, settings="import book.mathml\nbook.mathml.TEMML = 'dead.mjs'\n")
    assert done.returncode == 2
    assert "page0.rst:4: maths: Temml ended with status 3 before it had read 'a+b'" in done.stderr


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (" x = 1\n", "x = 1"),
        (r"\begin{equation}x\end{equation}", "x"),
        (r"\begin{align*}a &= b\end{align*}", r"\begin{aligned}a &= b\end{aligned}"),
        (r"\begin{alignat}{2}a\end{alignat}", r"\begin{alignedat}{2}a\end{alignedat}"),
        (r"a \\ b", r"\begin{split}a \\ b\end{split}"),
        ("a\n\nb", r"\begin{aligned}a\\b\end{aligned}"),
        (r"\begin{cases}a \\ b\end{cases}", r"\begin{cases}a \\ b\end{cases}"),
    ],
)
def test_displays_become_one_formula(tex, expected):
    assert display_tex(tex) == expected
    to_mathml(expected, True)
