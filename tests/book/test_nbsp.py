"""book.nbsp: numbers keep their per cent signs; code is unchanged."""

from docutils import nodes
from docutils.utils import new_document

from book.nbsp import Percent, joined, joined_html

SPACE = "\N{NO-BREAK SPACE}"


def test_a_space_after_a_number_holds():
    assert joined("15 % of 1,000 %, x % y") == f"15{SPACE}% of 1,000{SPACE}%, x % y"


def test_code_in_html_is_left_as_it_is():
    code = '<pre>7 % 2</pre><code class="x">7 % 2</code><script>{"a": "7 % 2"}</script>'
    assert joined_html(f"<td>7 %</td>{code}<p>8 %") == f"<td>7{SPACE}%</td>{code}<p>8{SPACE}%"


def test_titles_and_paragraphs_but_no_literals():
    document = new_document("page")
    document += nodes.title("", "15 % of what?")
    document += nodes.paragraph("", "", nodes.Text("80 %, "), nodes.literal("", "7 % 2"))
    document += nodes.literal_block("", "7 % 2")
    document += nodes.raw("", "<td>7 %</td>", format="html")
    Percent(document).apply()
    assert document.astext() == "\n\n".join(
        [f"15{SPACE}% of what?", f"80{SPACE}%, 7 % 2", "7 % 2", f"<td>7{SPACE}%</td>"]
    )
