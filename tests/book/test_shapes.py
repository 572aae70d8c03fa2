"""book.shapes: the axes' colours, and letters coloured only in shapes."""

import re

import pytest

from book.shapes import coloured

COMMENT = '<span class="c1"># {}</span>'
LITERAL = '<code class="docutils literal notranslate"><span class="pre">{}</span></code>'


def marked(html):
    return re.findall(r'<span class="axis-(\w)">\1</span>', html)


@pytest.mark.parametrize("where", [COMMENT, LITERAL])
@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("(B, N, T, T)", "BNTT"),
        ("(B, 1, 1, T)", "BT"),
        ("(B,)", "B"),
        ("(B * N, T, 2)", "BNT"),
        ("(2, 8, 768)", ""),
        ("f(B, x)", ""),
        ("B", ""),
    ],
)
def test_letters_of_shapes_are_marked(where, text, letters):
    html = where.format(text)
    assert "".join(marked(coloured(html))) == letters
    assert re.sub("<[^>]*>", "", coloured(html)) == re.sub("<[^>]*>", "", html)


def test_prose_and_code_stay_as_they_are():
    html = '<p>(B, T)</p><span class="n">B</span><span class="c1"># not (a, B) nor T</span>'
    assert coloured(html) == html
