"""book.accessible: roles and names change, text does not."""

import re

import pytest

from book.accessible import mended

CASES = {
    "a fold is called what it says": (
        '<summary aria-label="Toggle hidden content">\n<p>Show code</p></summary>',
        "<summary>\n<p>Show code</p></summary>",
    ),
    "entries of the bibliography are items of its list": (
        '<div role="list"><div id="x" role="doc-biblioentry">A</div></div>',
        '<div role="list"><div id="x" role="listitem">A</div></div>',
    ),
    "parameters are a list": (
        '<span class="sig-paren">(</span>\n\n<dl>\n<dd>a,</dd>\n<dd>b,</dd>\n</dl>\n\n'
        '<span class="sig-paren">)</span>',
        '<span class="sig-paren">(</span><ul class="sig-params">\n<li>a,</li>\n<li>b,</li>\n</ul>'
        '<span class="sig-paren">)</span>',
    ),
    "other lists stay": ("<dl><dt>a</dt><dd>b</dd></dl>", "<dl><dt>a</dt><dd>b</dd></dl>"),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=CASES)
def test_rules(before, after):
    assert mended(before) == after
    words = [re.sub(r"<[^>]*>|\s", "", html) for html in (before, after)]
    assert words[0] == words[1]
