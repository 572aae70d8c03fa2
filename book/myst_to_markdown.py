"""Convert a cell from MyST to the Markdown that Colab and GitHub render.

Cells are written in few forms (chapters/building.md), so a pass over the text suffices: fences
first, then labels, numbered equations and roles. What a role says and where it leads is known to
the build alone, and comes from `book.notebooks`. Whatever has no form here is refused.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from book.boxes import END
from book.languages import _

CHAPTERS = Path(__file__).parents[1] / "chapters"
FENCE = re.compile(r"^(`{3,})(.*)\n((?:.*\n)*?)\1 *$", re.MULTILINE)
DIRECTIVE = re.compile(r"\{([\w-]+)\} *(.*)")
OPTION = re.compile(r":(\w+): *(.*)\n")
LABELS = re.compile(r"^\(([\w-]+)\)=\n(?:\([\w-]+\)=\n)*(#* ?)", re.MULTILINE)
EQUATION = re.compile(r"\$\$ \(([\w-]+)\)$", re.MULTILINE)
ROLE_OR_CODE = re.compile(r"\{([\w:]+)\}(`+)(.+?)\2(?!`)|(`+).+?\4(?!`)", re.DOTALL)
INTO_THE_PAGE = re.compile(r'(?<=href=")(?=#)')
RULE = "***\n\n"  # where a box "In depth" ends
CELL = "\f"  # in a text: here a cell of its own begins


@dataclass
class Page:
    """What the build knows of a notebook.

    `roles` says what stands for a role, {":ref:`sec-x`": Markdown}; `numbers` has those of
    sections, equations, figures and exercises by label, "" for what has none; `address` is the
    published page's, and `pictures` that of the folder from which its pictures are named.
    """

    roles: dict[str, str]
    numbers: dict[str, str]
    address: str
    pictures: str


def key(role: str) -> str:
    """A role as docutils writes it, with line breaks normalised."""
    return " ".join(role.split())


def plain(text: str, page: Page) -> str:
    """The Markdown of a cell without MyST, with form feeds where further cells begin.

    Raises:
        ValueError: for a role or a directive that has no plain form.
    """
    parts, start = [], 0
    for fence in FENCE.finditer(text):
        parts.append(_prose(text[start : fence.start()], page))
        directive = DIRECTIVE.match(fence[2])
        parts.append(_box(*directive.groups(), fence[3], page) if directive else fence[0])
        start = fence.end()
    return "".join([*parts, _prose(text[start:], page)]).strip()


def caption(label: str, text: str, page: Page) -> str:
    """The caption of a figure."""
    number = _("Fig. %s") % page.numbers[label]  # Babel finds no message in an f-string
    return f"**{number}.** {plain(text, page)}"


def solution() -> str:
    """The heading of an exercise's solution."""
    return "#### " + str(_("Solution"))


def _prose(text: str, page: Page) -> str:
    def heading(found: re.Match) -> str:
        number = page.numbers.get(found[1])  # boxes have none
        return found[2] + (f"{number}. " if number and found[2] else "")

    def role(found: re.Match) -> str:
        if not found[1]:
            return found[0]  # code
        if (markdown := page.roles.get(key(f":{found[1]}:`{found[3]}`"))) is None:
            raise ValueError(f"{found[0]} has no plain form in book/myst_to_markdown.py")
        return markdown

    text = END.sub(RULE, LABELS.sub(heading, text))
    text = EQUATION.sub(lambda found: f"\\tag{{{page.numbers[found[1]]}}}\n$$", text)
    return INTO_THE_PAGE.sub(page.address, ROLE_OR_CODE.sub(role, text))


def _box(name: str, title: str, content: str, page: Page) -> str:
    options = {}
    while option := OPTION.match(content):
        options[option[1]] = option[2]
        content = content[option.end() :]
    if name not in BOXES:
        raise ValueError(f"{{{name}}} has no plain form in book/myst_to_markdown.py")
    return BOXES[name](plain(title, page), options, plain(content, page), page)


def _exercise(title: str, options: dict[str, str], content: str, page: Page) -> str:
    number = _("Exercise %s") % page.numbers[options["label"]]
    return f"{CELL}### {number}: {title}\n\n{content}"


def _solution(title: str, options: dict[str, str], content: str, page: Page) -> str:
    return f"{CELL}{solution()}{CELL}{content}"  # what is in the heading's own cell is not folded


def _admonition(title: str, options: dict[str, str], content: str, page: Page) -> str:
    if "dropdown" in options.get("class", ""):
        return f"<details><summary><b>{title}</b></summary>\n\n{content}\n\n</details>"
    return "\n".join(f"> {line}".rstrip() for line in [f"**{title}**", "", *content.split("\n")])


def _figure(path: str, options: dict[str, str], content: str, page: Page) -> str:
    below = caption(options["name"], content, page)
    return f"![{options['alt']}]({urljoin(page.pictures, path)})\n\n{below}"


def _file(path: str, options: dict[str, str], content: str, page: Page) -> str:
    """A file's text, whole."""
    return f"```{options['language']}\n{(CHAPTERS / path).read_text('utf-8')}```"


BOXES: dict[str, Callable[[str, dict[str, str], str, Page], str]] = {
    "admonition": _admonition,
    "exercise": _exercise,
    "figure": _figure,
    "literalinclude": _file,
    "solution": _solution,
    "solution-start": _solution,
    "solution-end": lambda *_: "",
}
