"""book.nbsp: numbers keep their per cent signs; code is unchanged."""

from book.nbsp import joined_html

SPACE = "\N{NO-BREAK SPACE}"


def test_code_in_html_is_left_as_it_is():
    code = '<pre>7 % 2</pre><code class="x">7 % 2</code><script>{"a": "7 % 2"}</script>'
    assert joined_html(f"<td>7 %</td>{code}<p>8 %") == f"<td>7{SPACE}%</td>{code}<p>8{SPACE}%"
