"""book.speed.code: fewer elements, the same look."""

from configparser import ConfigParser

import pytest
from pygments.styles import get_style_by_name
from pygments.token import STANDARD_TYPES, Operator, Text, Token

from book.speed.code import KINDS, unwrapped
from book.speed.icons import THEME


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_no_kind_loses_a_look_and_operators_alone_a_colour(mode):
    theme = ConfigParser()
    theme.read(THEME.with_name("theme.conf"))
    style = get_style_by_name(theme["options"][f"pygments_{mode}_style"])
    bare = style.style_for_token(Text)
    plain = {kind for kind in STANDARD_TYPES if style.style_for_token(kind) == bare}
    unmarked = {kind for kind, name in STANDARD_TYPES.items() if name in KINDS}
    assert unmarked == plain - {Token, Text} | {Operator}


def test_words_of_code_and_of_signatures_need_no_elements():
    before = (
        '<code class="literal"><span class="pre">a</span> <span class="pre">b</span></code>'
        '<em class="sig-param"><span class="n"><span class="pre">x</span></span>'
        '<span class="w"> </span><span class="o">=</span><span class="mi">1</span></em>'
    )
    after = (
        '<code class="literal">a b</code><em class="sig-param">x =<span class="mi">1</span></em>'
    )
    assert unwrapped(before) == after
