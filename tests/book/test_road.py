"""book.road: only what a reader sees is counted; times follow the formula."""

import pytest
from babel.messages.pofile import read_po
from docutils import nodes
from sphinx_exercise.nodes import exercise_node, solution_node

from book import road
from book.boxes import in_depth
from book.languages import LOCALE
from book.road import Count, Page, in_words, menu, page


def container(*children, **attributes):
    return nodes.container("", *children, **attributes)


def cell(source, *outputs, **attributes):
    """A code cell as MyST-NB puts it into a doctree."""
    shown = container(nodes.literal_block(source, source), classes=["cell_input"])
    printed = container(*outputs, classes=["cell_output"])
    return container(shown, printed, nb_element="cell_code", **attributes)


def output(**forms):
    """One output in several forms; `text_html` stands for text/html."""
    bundle = container(nb_element="mime_bundle")
    for form, node in forms.items():
        bundle += container(node, mime_type=form.replace("_", "/"))
    return bundle


def html(text):
    return nodes.raw("", text, format="html")


PRINTED = nodes.literal_block("a b", "a b", classes=["output", "text_plain"])
WIDGET = '<div data-afm="{}"><p>words</p><script type="application/json">{}</script></div>'
PAGES = {
    "prose, titles and a formula": (
        nodes.section("", nodes.title("", "One two"), nodes.paragraph("", "three – 4, five-six")),
        Count(words=5),
    ),
    "code without its empty lines": (cell("a = 1\n\nb = 2"), Count(lines=2)),
    "code that prose shows": (nodes.literal_block("a\nb", "a\nb"), Count(lines=2)),
    "what a program printed": (cell("a", PRINTED.deepcopy()), Count(lines=1, outputs=1)),
    "a formula and a table, whose words count, too": (
        container(nodes.math_block("", "a = b"), nodes.table("", nodes.paragraph("", "one two"))),
        Count(words=2, formulas=1, outputs=1),
    ),
    "a source that a cell shows": (
        cell(
            "show(a)",
            output(
                text_markdown=nodes.literal_block("x\ny", "x\ny"), text_plain=PRINTED.deepcopy()
            ),
        ),
        Count(lines=3),
    ),
    "a figure once, in whatever forms": (
        cell("plot()", output(image_png=nodes.image(), text_plain=PRINTED.deepcopy())),
        Count(lines=1, figures=1),
    ),
    "widgets by their kind": (
        container(
            html(WIDGET.format("bert_alive", '{"compact":true}')),
            html(WIDGET.format("riddle", '{"riddles":[],"solved":true}')),
            html(WIDGET.format("masking_lab", '{"compact":false}')),
            html(WIDGET.format("check", "{}") * 2),
        ),
        Count(figures=1, widgets=2, checks=2),
    ),
}


@pytest.mark.parametrize("kind", PAGES)
def test_what_is_counted(kind):
    node, expected = PAGES[kind]
    assert page(node).seen == expected
    assert page(in_depth("", node.deepcopy())).folded == expected


def test_what_is_folded_exercised_or_hidden_is_counted_by_itself():
    words = nodes.paragraph("", "one two three")
    found = page(
        container(
            words.deepcopy(),
            in_depth("", words.deepcopy(), cell("x", hide_mode="input")),
            nodes.admonition("", words.deepcopy(), classes=["dropdown"]),
            exercise_node("", words.deepcopy()),
            solution_node("", nodes.admonition("", words.deepcopy(), classes=["dropdown"])),
            cell("import a\nimport b", hide_mode="input"),
            nodes.image(),
        )
    )
    seen, folded = Count(words=3, figures=1), Count(words=6)
    assert found == Page(seen, folded, exercises=1, hidden=2)


def test_minutes_are_those_of_the_formula_rounded_up():
    assert Count(words=1_400).minutes == 10
    assert Count(words=1_401).minutes == 11
    assert Count(1_400, 90, 6, 12, 4, 2, 4).minutes == 10 + 9 + 4 + 5 + 2 + 7 + 4
    assert Count().minutes == 0


@pytest.mark.parametrize(
    ("code", "said"),
    [("ja", ["40分", "2時間", "2時間半"]), ("zh_CN", ["40 分钟", "2 小时", "2 个半小时"])],
)
def test_half_an_hour_is_said_as_the_language_says_it(code, said, monkeypatch):
    with (LOCALE / code / "LC_MESSAGES/book.po").open("rb") as file:
        words = {message.id: message.string for message in read_po(file)}
    monkeypatch.setattr(road, "_", words.__getitem__)
    assert [in_words(minutes) for minutes in (40, 118, 150)] == said


def test_a_menu_says_what_the_minutes_leave_out():
    page = Page(Count(words=3), Count(words=700), exercises=2, hidden=3)
    lines = ["Boxes: 5 min more", "2 exercises, 10 to 15 minutes each"]
    assert menu(page) == {"lines": lines, "button": "Show everything"}
    assert menu(Page(Count(words=3), Count(), exercises=0, hidden=0)) == menu(None) == {}
