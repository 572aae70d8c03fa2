"""book.speed.code: fewer elements, the same look."""

import re
from html import unescape

import pytest
from pygments import highlight, lex
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from pygments.styles import get_style_by_name
from pygments.token import Comment, Keyword, Name, Operator, Punctuation, Text, Token

from book.speed.code import light_formatter, plainest, unwrapped

STYLES = [get_style_by_name(f"a11y-high-contrast-{mode}") for mode in ("light", "dark")]
CODE = '''@decorated
class Block(nn.Module):
    """With words."""

    def forward(self, X: Tensor, n=3) -> Tensor:  # a comment
        return f"{X!r:>{n}}" if X is not None and n < 2.5e-3 else print(0x1F, r"\\d" "&<>")
'''


def _looks(formatter) -> list[tuple[str, str]]:
    """Each visible character with the style of the element around it."""
    html = highlight(CODE, PythonLexer(), formatter)
    body = re.search(r"<pre[^>]*><span></span>(.*)</pre>", html, re.DOTALL)[1]
    pieces = re.findall(r'<span style="([^"]*)">(.*?)</span>|([^<]+)', body, re.DOTALL)
    found = [(c, style) for style, inner, bare in pieces for c in unescape(inner or bare)]
    return [(c, style) for c, style in found if not c.isspace()]


@pytest.mark.parametrize("style", STYLES)
def test_every_character_looks_as_before(style):
    before = _looks(HtmlFormatter(style=style, noclasses=True))
    after = _looks(light_formatter(STYLES)(style=style, noclasses=True))
    kinds = [kind for kind, text in lex(CODE, PythonLexer()) for c in text if not c.isspace()]
    bare = next(look for c, look in before if c == "(")  # the colour of text, now inherited
    expected = [
        (c, "" if look == bare or kind is Operator else look)
        for kind, (c, look) in zip(kinds, before, strict=True)
    ]
    assert after == expected


def test_most_elements_are_gone_and_the_text_stays():
    formatters = (HtmlFormatter(), light_formatter(STYLES)())
    before, after = (highlight(CODE, PythonLexer(), f) for f in formatters)
    assert after.count("<span") < 0.7 * before.count("<span")
    text = "".join(text for _, text in lex(CODE, PythonLexer()))
    assert unescape(re.sub("<[^>]+>", "", after)).strip() == text.strip()


def test_the_number_of_kinds_shrinks_only_where_nothing_shows():
    kinds = {Name: Token, Punctuation: Token, Text: Token, Operator: Token, Keyword: Keyword}
    kinds |= {Keyword.Namespace: Keyword, Name.Function: Name.Function, Comment.Single: Comment}
    assert {kind: plainest(kind, STYLES) for kind in kinds} == kinds
    showing = [*STYLES, get_style_by_name("monokai")]  # one that shows the difference is enough
    assert plainest(Keyword.Namespace, showing) is Keyword.Namespace


def test_words_of_code_in_a_line_and_of_signatures_need_no_elements():
    before = (
        '<code class="literal"><span class="pre">a</span> <span class="pre">b</span></code>'
        '<em class="sig-param"><span class="n"><span class="pre">x</span></span>'
        '<span class="w"> </span><span class="o">=</span></em>'
    )
    after = '<code class="literal">a b</code><em class="sig-param">x <span class="o">=</span></em>'
    assert unwrapped(before) == after
