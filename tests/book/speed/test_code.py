"""book.speed.code: fewer elements, the same look."""

from book.speed.code import unwrapped


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
