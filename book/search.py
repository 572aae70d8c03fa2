"""The search: sections, terms, questions and functions, found by the words that people type.

Sphinx' own search wants every word of a query on one page, so a message of ten words is found
nowhere. Here MiniSearch ranks passages by BM25 over their fields: `asked`, the italic line with
which a question or a recipe begins; title; text; other words, code included. The search page alone
loads the passages. Chinese and Japanese are split into pairs of characters, in index and query
(static/search.js), since a browser has no dictionary. What readers call by another name than the
book is in locale/asked.tsv.
"""

import json
import re
import shutil
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.search.en import SearchEnglish

from book.boxes import in_depth
from book.language.native import native
from book.languages import LOCALE, SOURCE
from book.library import STEP, vectors
from book.widgets import left

MINISEARCH = LOCALE.parent / "node_modules/minisearch/dist/umd/index.js"
PARTS = (nodes.section, in_depth, addnodes.desc, nodes.definition_list_item, nodes.citation)
UNREAD = (nodes.raw, nodes.comment, nodes.math_block, nodes.title, addnodes.toctree)
SHOWN = 300  # letters of a passage's text; of what follows, words alone
# as search.js cuts: compounds, numbers and the ## of pieces stay whole
WORD = re.compile(r"##|\d+(?:[.,]\d+)*(?:e-?\d+)?(?: ?%| million)?|\w+(?:-\w+)*")
TEX = re.compile(r"\\[A-Za-z]+ ?|[{}]")  # what is left of a formula can be read, mostly
# Where an answer is looked for first, and last; all other pages have 1.
WEIGHTS = {"questions": 1.3, "recipes": 1.2, "glossary": 1.15, "evidence": 0.8, "workshop": 0.5}
WEIGHTS |= dict.fromkeys(["api", "building", "teachers", "bibliography", "sheet", "whole"], 0.4)
WEIGHTS["mistakes"] = 0.3
LISTED = 0.5  # at most: pages of code, or lists, which nobody means
# Endings of labels: nobody looks for these sections, except where they begin with what is asked.
ASIDE = ("-exercises", "-summary", "-next")


# MeaningSearch without anything recorded: it searches by meaning, if the reader asks for the model.
STATE = {"passages": [], "searches": [], "queries": [], "compact": True}
NEAREST = f"""<div data-afm="meaning_search">
<script type="application/json">{json.dumps(STATE, allow_nan=False)}</script></div>"""


def names(language: str) -> dict[str, str]:
    """{what readers type: what the book says}."""
    rows = (line.split("\t") for line in (LOCALE / "asked.tsv").read_text("utf-8").splitlines())
    return {one: row[2] for row in rows if row[0] == language for one in row[1].split("|")}


def passages(doctree: nodes.document) -> list[tuple[str, str, str, str, str]]:
    """(anchor, title, what people ask, text, other words) of each part of a page."""
    found = map(_passage, doctree.findall(_is_part))
    return [one for one in found if one[1] and (one[2] or not one[0].endswith(ASIDE))]


def _is_part(node: nodes.Node) -> bool:
    if isinstance(node, nodes.definition_list_item):
        return isinstance(node.parent.parent, addnodes.glossary)
    if isinstance(node, nodes.section):  # an exercise's content is a section without a title
        return any(isinstance(child, nodes.title) for child in node)
    return isinstance(node, PARTS) or (isinstance(node, native) and bool(node["ids"]))


def _passage(part: nodes.Element) -> tuple[str, str, str, str, str]:
    head = part[0] if len(part) else part
    ids = part.get("ids") or head.get("ids") or [""]
    title = head.get("fullname") or head.astext()
    messages, prose, code = [], [], []
    for child in _own(part):
        text = child.astext()
        if isinstance(child, nodes.literal_block):
            code.append(text)
        elif not prose and len(child) == 1 and isinstance(child[0], nodes.emphasis):
            messages.append(text)
        else:
            prose.append(text)
    text, rest = _cut(" ".join(TEX.sub("", " ".join(prose)).split()))
    known = set(WORD.findall(text))
    words = dict.fromkeys(w for w in WORD.findall(" ".join([rest, *code])) if w not in known)
    return ids[-1], " ".join(title.split()), " ".join(messages), text, " ".join(words)


def _own(part: nodes.Element) -> list[nodes.Element]:
    """Paragraphs, tables, code of this part, not of those inside it."""
    found = []
    for child in part.children[1 if _is_part(part) else 0 :]:
        if _is_part(child) or isinstance(child, UNREAD) or not isinstance(child, nodes.Element):
            continue
        if "reading-time" in child["classes"]:  # book.road's
            continue
        whole = isinstance(child, (nodes.TextElement, nodes.table))
        found += [child] if whole else _own(child)
    return found


def _cut(text: str) -> tuple[str, str]:
    if len(text) <= SHOWN:
        return text, ""
    end = text.rfind(" ", 0, SHOWN) if " " in text[:SHOWN] else SHOWN
    return text[:end], text[end:]


def _gather(app, name, template, context, doctree) -> None:
    # Sphinx' search alone gave this script something to do. The list stays the one that
    # others add a page's scripts to.
    scripts = context["script_files"]
    scripts[:] = [x for x in scripts if "sphinx_highlight" not in str(x.filename)]
    if name == "search":
        context["body"] = NEAREST  # for book.widgets, too, which adds the scripts of such a body
    if doctree is not None:
        title, path = app.env.titles[name].astext(), Path(name)
        weight = WEIGHTS.get(path.name, WEIGHTS.get(path.parent.name, 1))
        page = title, app.builder.get_target_uri(name), weight
        app.searched[name] = page, passages(doctree)


def _write(app, exception) -> None:
    if exception or app.builder.name != "html":
        return
    found = [app.searched[name] for name in sorted(app.searched)]
    data = {
        "pages": [page for page, _ in found],
        "passages": [(place, *one) for place, (_, some) in enumerate(found) for one in some],
        "names": names(app.config.language.partition("_")[0]),
        "stopwords": sorted(SearchEnglish.stopwords),
    }
    folder = Path(app.outdir, "_static")
    shutil.copy(MINISEARCH, folder / "minisearch.js")
    if app.config.language == SOURCE:
        (folder / "library.js").write_text(left("library", library(found)), "utf-8")
    script = f"searched = {json.dumps(data, ensure_ascii=False, allow_nan=False)};\n"
    (folder / "searched.js").write_text(script + SearchEnglish.js_stemmer_code, "utf-8")


def library(found: list[tuple[tuple, list[tuple]]]) -> dict:
    """What is searched by meaning: all that one reads, without pages that print code or list."""
    texts = {
        f"{address}#{place}": f"{title}. {message} {text}"
        for (_, address, weight), passages in found
        for place, title, message, text, _ in passages
        if weight > LISTED and text
    }
    return {"addresses": [*texts], "step": STEP, "vectors": vectors([*texts.values()])}


def _begin(app) -> None:
    app.searched = {}
    app.builder.search = False  # no index of Sphinx', and no page of its


def setup(app):
    """Gather passages as pages are written; write them, and the page, in the end."""
    app.config.html_additional_pages["search"] = "search.html"
    app.connect("builder-inited", _begin)
    app.connect("html-page-context", _gather)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
