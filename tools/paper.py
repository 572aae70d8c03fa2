"""Print the book's road as one PDF: python -m tools.paper [zh_CN ...], after `make book`.

Chromium prints each built page as any reader's browser would, by book/static/print.css;
tools/bind.py joins them. The pages are opened at the address that they will have when published,
though nothing is fetched from there: so links to what is not in the PDF lead to the live book.

The road is the prologue and the numbered chapters; behind them stand the sheet, notation, glossary
and bibliography, to which they refer. A widget is printed as it opens, with a link to where it
works. In another language all of it comes from the pages and the catalogues of that language.
"""

import json
import re
import time
import tomllib
from html import escape
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from playwright.sync_api import Browser, Page, Route
from pypdf import PdfReader

from bert_lab.training_loop.command import Command, call
from book.language.pages import prefix
from book.languages import CATALOGUE, LOCALE, SOURCE, languages
from tools.bind import Printed, bind
from tools.catalogues import read
from tools.chromium import chromium
from tools.fonts import check

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
ROAD = re.compile(r"chapters/(prologue|\d\d-.+|sheet|notation|glossary|bibliography)")
# Of the paper, and how small a page stands on it: lines of some 85 letters, drawings as wide as in
# the book. The window is as wide as what is printed, so that scripts draw for that width.
PAPER, SCALE, WIDTH = "A4", 0.9, 713
SHARP = 2  # dots of a canvas to each of the screen's

SCRIPT, STYLE = (Path(__file__).with_suffix(end).read_text("utf-8") for end in (".js", ".css"))


class Settings:
    """The book's metadata in a language: title, author, version, address, parts of the road."""

    def __init__(self, code: str = SOURCE):
        config, toc = (
            yaml.safe_load((ROOT / f"{name}.yml").read_text("utf-8"))
            for name in ("_config", "_toc")
        )
        self._catalogues = [
            LOCALE / code / f"LC_MESSAGES/{name}.po" for name in (CATALOGUE, toc["root"])
        ]
        self.title, self.author = languages()[code]["title"], self.translate(config["author"])
        self.base = config["html"]["baseurl"] + prefix(code)
        project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
        self.version = project["version"]
        self.parts = [(self.translate(caption), names) for caption, names in road(toc)]

    def translate(self, message: str) -> str:
        """The translation of this message, or the message itself if there is none."""
        for path in filter(Path.exists, self._catalogues):
            if found := read(path).get(message):
                return str(found.string or message)
        return message


def road(toc: dict) -> list[tuple[str, list[str]]]:
    """(caption, page names) of each part of the book that has pages on the road."""
    found = [
        (part["caption"], [page["file"] for page in part["chapters"] if ROAD.match(page["file"])])
        for part in toc["parts"]
    ]
    return [(caption, names) for caption, names in found if names]


def opened(browser: Browser, site: Path, base: str) -> Page:
    """A new browser page that serves the built pages of `site` at `base`."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": 1000},
        device_scale_factor=SHARP,
        color_scheme="light",
        reduced_motion="reduce",
        bypass_csp=True,  # for the style sheet of the paper
    )
    page = context.new_page()
    page.emulate_media(media="print")

    def answer(route: Route) -> None:
        file = site / urlsplit(route.request.url.removeprefix(base)).path
        if route.request.url.startswith(base) and file.is_file():
            route.fulfill(path=file)
        else:
            route.abort()

    page.route("**/*", answer)
    return page


def printed(page: Page, settings: Settings, name: str, first: int = 1) -> Printed:
    """Print the built page of this name, numbered from `first`."""
    address = f"{settings.base}{name}.html"
    page.goto(address, wait_until="networkidle")
    page.wait_for_function("() => !document.querySelector('[data-afm]:not([data-afm-ready])')")
    live = {
        "check": settings.translate("Answer it in the live page"),
        "other": settings.translate("Operate it in the live page"),
    }
    places = page.evaluate(SCRIPT, live)
    heads = {"left": places[0][1], "right": address.removeprefix("https://")}
    return Printed(name, first, places, _pdf(page, first, heads))


def _pdf(page: Page, first: int, heads: dict[str, str]) -> PdfReader:
    margins = "".join(
        f"@top-{side} {{ content: {json.dumps(heads[side], allow_nan=False)}; }}" for side in heads
    )
    number = "@bottom-center { content: counter(page); }" if heads else ""
    page.add_style_tag(
        content=f"{STYLE} html {{ counter-reset: page {first - 1}; }} @page {{ {margins}{number} }}"
    )
    page.evaluate("document.fonts.ready")
    pdf = page.pdf(format=PAPER, scale=SCALE, print_background=True)
    return PdfReader(BytesIO(pdf))


def front(page: Page, settings: Settings, chapters: dict[str, Printed]) -> PdfReader:
    """Print title page and contents; `chapters` are the printed pages by name."""

    def line(printed: Printed, level: int, text: str, place: str) -> str:
        number = printed.first + printed.page_of(place)
        address = f"{settings.base}{printed.name}.html#{place}"
        return (
            f'<li class="level-{level}"><a href="{escape(address)}">{escape(text)}</a>'
            f"<span>{number}</span></li>"
        )

    contents = "".join(
        f"<h2>{escape(caption)}</h2><ul>"
        + "".join(line(chapters[name], *place) for name in names for place in chapters[name].places)
        + "</ul>"
        for caption, names in settings.parts
    )
    picture, translate = (ROOT / "figures/alive-0.svg").read_text("utf-8"), settings.translate
    page.goto(f"{settings.base}intro.html")  # for the colours and the type of the book
    page.evaluate(
        "(html) => { document.body.innerHTML = html }",
        f'<header class="paper-title"><h1>{escape(settings.title)}</h1><p>{escape(settings.author)}'
        f"</p>{picture}<p>{translate('Version %s') % settings.version}<br>"
        f"{translate('The pictures of this book can be operated at')}<br>"
        f'<a href="{settings.base}">{settings.base}</a></p>'
        f"<p>{translate('Code under the MIT licence, text and figures under CC BY-SA 4.0')}</p>"
        "</header>"
        f'<nav class="paper-contents"><h1>{translate("Contents")}</h1>{contents}</nav>',
    )
    return _pdf(page, 1, {})


def write(code: str) -> None:
    """Write the PDF in this language; print its length and size."""
    start, settings, folder = time.monotonic(), Settings(code), languages()[code]["folder"]
    file = BUILD / ".".join(filter(None, ["bert-book", folder, "pdf"]))
    chapters: dict[str, Printed] = {}
    with chromium() as browser:
        page, first = opened(browser, BUILD / "html" / folder, settings.base), 1
        for name in (name for _, names in settings.parts for name in names):
            chapters[name] = printed(page, settings, name, first)
            first += len(chapters[name].pdf.pages)
        first_pages, language = front(page, settings, chapters), languages()[code]["tag"]
        writer = bind(first_pages, settings.parts, chapters, settings.base, language)
    writer.add_metadata({"/Title": settings.title, "/Author": settings.author})
    writer.write(file)
    size, seconds = file.stat().st_size / 1e6, time.monotonic() - start
    print(f"{file}: {len(writer.pages)} pages, {size:.1f} MB, {seconds:.0f} s")


def main() -> None:
    """Write the PDF in the given languages, or in English."""
    command = Command("tools.paper", __doc__)
    add = command.add_argument
    add("codes", metavar="LANGUAGE", nargs="*", help=f"of {', '.join(languages())}; {SOURCE}")
    add("--ready", action="store_true", help="only find out whether this machine can print")
    options = command.parse_args()
    codes = options.codes or [SOURCE]
    with command.mistakes():
        with chromium() as browser:
            check(browser, codes)
        for code in () if options.ready else codes:
            folder = BUILD / "html" / languages()[code]["folder"]
            if not (folder / "intro.html").is_file():
                raise FileNotFoundError(f"expected pages in {folder}, got none: run `make book`")
    for code in () if options.ready else codes:
        write(code)


if __name__ == "__main__":
    call(main)
