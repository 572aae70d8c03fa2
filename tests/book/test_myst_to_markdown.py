"""book.myst_to_markdown: each MyST construct as Markdown for Colab and GitHub."""

import pytest

from book.myst_to_markdown import CELL, Page, plain

PAGE = Page(
    roles={":ref:`sec-x`": "[A section](p.html#sec-x)", ":term:`the cls <a>`": "[the cls](g.html)"},
    numbers={"sec-x": "3.1", "eq-x": "3.2", "ex-x": "3.3", "fig-x": "3.4", "ch-x": ""},
    address="https://book/p.html",
    pictures="https://raw/chapters/p",
)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("(sec-x)=\n(sec-y)=\n## A section\n\nText", "## 3.1. A section\n\nText"),
        ("(ch-x)=\n# Unnumbered", "# Unnumbered"),
        ("(deep-x)=\n### In depth: a box", "### In depth: a box"),
        ("Text.\n\n(sec-x)=\n## Next", "Text.\n\n## 3.1. Next"),
        ("{ref}`sec-x`, {term}`the\ncls <a>`", "[A section](p.html#sec-x), [the cls](g.html)"),
        ("In code ``{ref}`sec-x` `` it stays, `so`.", "In code ``{ref}`sec-x` `` it stays, `so`."),
        ("$$\nx = 1\n$$ (eq-x)\n\nthen", "$$\nx = 1\n\\tag{3.2}\n$$\n\nthen"),
        ("$$\nx\n$$\n\n(a) is", "$$\nx\n$$\n\n(a) is"),
        ("One.\n\n<!-- in-depth-end -->\n\nTwo.", "One.\n\n***\n\nTwo."),
        ('<a href="#train=1">go</a>', '<a href="https://book/p.html#train=1">go</a>'),
        ("```text\n(sec-x)=\n{ref}`sec-x`\n```", "```text\n(sec-x)=\n{ref}`sec-x`\n```"),
        (
            "```{admonition} {ref}`sec-x`\n:class: note\n\nOne\n\n- two\n```",
            "> **[A section](p.html#sec-x)**\n>\n> One\n>\n> - two",
        ),
        (
            "```{admonition} Stop\n:class: tip dropdown\n\nOne\n```",
            "<details><summary><b>Stop</b></summary>\n\nOne\n\n</details>",
        ),
        (
            "````{admonition} A\n\n```sh\nls\n```\n````",
            "> **A**\n>\n> ```sh\n> ls\n> ```",
        ),
        (
            "```{figure} ../figures/a.svg\n:name: fig-x\n:alt: A: b\n\nOf {ref}`sec-x`.\n```",
            "![A: b](https://raw/figures/a.svg)\n\n**Fig. 3.4.** Of [A section](p.html#sec-x).",
        ),
    ],
)  # fmt: skip
def test_a_form_becomes_plain(written, shown):
    assert plain(written, PAGE) == shown


def test_exercise_and_solution_begin_cells_of_their_own():
    written = (
        "Before.\n\n```{exercise} Why?\n:label: ex-x\n\nAsk.\n```\n\n"
        "```{solution-start} ex-x\n:class: dropdown\n```\n\nAnswer.\n\n```{solution-end}\n```"
    )
    cells = [text.strip() for text in plain(written, PAGE).split(CELL)]
    assert cells == ["Before.", "### Exercise 3.3: Why?\n\nAsk.", "#### Solution", "Answer."]


@pytest.mark.parametrize("written", ["See {doc}`sec-x`.", "```{epigraph}\nOh\n```"])
def test_what_has_no_plain_form_is_refused(written):
    with pytest.raises(ValueError, match="has no plain form"):
        plain(written, PAGE)
