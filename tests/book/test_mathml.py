"""book.mathml and book.mathfont: TeX in, MathML out, and the characters its font must have."""

import xml.etree.ElementTree as ET

import pytest

from book.mathfont import code_points
from book.mathml import display_tex, to_mathml

NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"


def tags(mathml):
    return [element.tag.removeprefix(NAMESPACE) for element in ET.fromstring(mathml).iter()]


@pytest.mark.parametrize(
    ("tex", "tag"),
    [
        (r"\frac{a}{b}", "mfrac"),
        (r"\sqrt{K}", "msqrt"),
        (r"h_i^{(\ell)}", "msubsup"),
        (r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", "mtable"),
        (r"\underbrace{x}_{\text{loss}}", "munder"),
    ],
)
def test_structure_of_a_formula(tex, tag):
    assert tag in tags(to_mathml(tex, True))


def test_display_and_inline_differ():
    assert 'display="block"' in to_mathml("x", True)
    assert "display=" not in to_mathml("x", False)


@pytest.mark.parametrize("tex", [r"\frac{a}{", r"\nosuchmacro", r"a \right)", "a & b"])
def test_bad_tex_is_an_error_and_the_next_formula_is_fine(tex):
    with pytest.raises(ValueError, match=r"."):
        to_mathml(tex, False)
    assert "<mi>x</mi>" in to_mathml("x", False)


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


def test_characters_of_formulas_only():
    assert code_points("<p>Words</p>") == set()
    codes = code_points(f"<p>Words</p>{to_mathml('h + x', False)}")
    assert {ord("+"), 0x210E, 0x1D465} <= codes  # italic h has a place of its own in Unicode
    assert ord("√") in codes  # msqrt draws it without writing it
    assert ord("W") not in codes
