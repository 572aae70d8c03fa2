"""Translate a notebook: Markdown, captions, titles of folded cells, widget texts.

They come from the catalogue of its page, so a notebook says what its page says. Code, what it
printed, ids and labels are those of the English notebook.
"""

import re
from collections.abc import Callable
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from nbformat import NotebookNode

from book.boxes import TITLED
from book.language import tables, widgets
from book.languages import _, languages

Translate = Callable[[str], str]  # a message -> its translation, or the message
OPTION = re.compile(r"\s*:[\w-]+:( |$)")
ALT = re.compile(r"(\s*:alt: )(.+)")
DIRECTIVE = re.compile(r"\{([\w-]+)\}\s*(.*)")
HEADED = {"admonition", "exercise"}  # their argument is words; others' is a name or a path
CHECK = "# @title Check yourself"
VERBATIM = {"code-block", "code", "math", "raw", "literalinclude"}


@cache
def _parser(extensions: frozenset[str]) -> MarkdownIt:
    return create_md_parser(MdParserConfig(enable_extensions=set(extensions)), RendererHTML)


def markdown(text: str, translate: Translate, extensions: frozenset[str]) -> str:
    """The text with each paragraph, title and table cell replaced by its translation, if any."""
    lines: list[str | None] = list(text.split("\n"))
    _translate(lines, 0, len(lines), translate, _parser(extensions))
    return "\n".join(line for line in lines if line is not None)


def _translate(lines, first: int, last: int, translate: Translate, parser: MarkdownIt) -> None:
    place: dict[int, int] = {}  # where in the line of a table the next cell may begin
    for token in parser.parse("\n".join(lines[first:last])):
        if not token.map:
            continue
        start, end = (first + line for line in token.map)
        if token.type == "inline":
            _exchange(lines, start, token.content, translate, place)
        elif token.type in ("fence", "colon_fence"):
            _inside(lines, start, end, DIRECTIVE.fullmatch(token.info.strip()), translate, parser)


def _exchange(lines, start: int, content: str, translate: Translate, place: dict[int, int]) -> None:
    message = content.replace("\n", " ").strip()
    if (new := translate(message)) == message or lines[start] is None:
        return
    head, *more = content.split("\n")
    at = lines[start].find(head, place.get(start, 0))
    if at < 0:
        return
    rest = "" if more else lines[start][at + len(head) :]
    lines[start] = lines[start][:at] + new + rest
    place[start] = at + len(new)
    lines[start + 1 : start + 1 + len(more)] = [None] * len(more)


def _inside(
    lines, start: int, end: int, found: re.Match | None, translate: Translate, parser
) -> None:
    if not found or found[1] in VERBATIM:
        return
    if found[1] in HEADED and found[2]:
        lines[start] = lines[start].replace(found[2], translate(found[2]))
    body = start + 1
    while body < end - 1 and (OPTION.match(lines[body]) or not lines[body].strip()):
        lines[body] = ALT.sub(lambda alt: alt[1] + translate(alt[2]), lines[body])
        body += 1
    _translate(lines, body, end - 1, translate, parser)


def translated(
    notebook: NotebookNode, translate: Translate, extensions: frozenset[str], language: str
) -> NotebookNode:
    """The notebook with all its reader-facing text in this language, where translated.

    Args:
        notebook: the English one; it is changed.
        translate: the page's catalogue, `gettext`.
        extensions: those of the book's Markdown.
        language: its code, "zh_CN".
    """
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = markdown(cell.source, translate, extensions)
            continue
        if title := TITLED.match(cell.source):
            cell.source = cell.source.replace(title[1], translate(title[1]), 1)
        cell.source = cell.source.replace(CHECK, "# @title " + str(_("Check yourself")), 1)
        shown = cell.metadata.get("mystnb", {})
        for part, key in (("image", "alt"), ("figure", "caption")):
            if key in shown.get(part, {}):
                shown[part][key] = translate(shown[part][key])
        for output in cell.outputs:
            if "data-afm" in (stored := output.get("data", {})).get("text/html", ""):
                own = {word: translate(word) for word in widgets.words(stored["text/html"])}
                stored["text/html"] = widgets.translated(
                    stored["text/html"], own, tables.translations(language)
                )
        if cell.id == "colab-install":
            tag = languages()[language]["tag"]  # by which widgets know it
            start = f'import os\n\nos.environ["BERT_LAB_LANGUAGE"] = "{tag}"\n'
            cell.source = start + cell.source
    return notebook
