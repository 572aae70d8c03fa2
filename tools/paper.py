"""Print the book's chapters as one PDF: python -m tools.paper [zh_CN ...], after `make book`.

Chromium prints each built page as any reader's browser would, by book/static/print.css, with its
headings as an outline. The pages are opened at the address that they will have when published,
though nothing is fetched from there: so links between pages lead to the live book, and so does the
address at the foot of each sheet.
"""

import re
import sys
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import yaml
from playwright.sync_api import Page, Route
from pypdf import PdfWriter

from bert_lab.training_loop.command import call
from book.language.pages import prefix
from book.languages import SOURCE, languages
from tools.chromium import chromium

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
# The prologue and the numbered chapters, then what they refer to.
ROAD = re.compile(r"chapters/(prologue|\d\d-.+|sheet|notation|glossary|bibliography)")
# A page stands on the paper at this size, so that its lines have some 85 letters. The window is as
# wide as what is printed, so that scripts draw for that width.
SCALE, WIDTH = 0.9, 713
FOOT = """<p style="font: 7pt system-ui; width: 100%; margin: 0 20mm; display: flex;
justify-content: space-between"><span class="url"></span><span class="pageNumber"></span></p>"""


def opened(page: Page, site: Path, base: str, name: str) -> None:
    """Open a built page of `site` under its address in the book at `base`."""

    def answer(route: Route) -> None:
        file = site / urlsplit(route.request.url.removeprefix(base)).path
        if route.request.url.startswith(base) and file.is_file():
            route.fulfill(path=file)
        else:
            route.abort()

    page.route("**/*", answer)
    page.emulate_media(media="print", color_scheme="light", reduced_motion="reduce")
    page.goto(f"{base}{name}.html", wait_until="networkidle")
    page.wait_for_function("() => !document.querySelector('[data-afm]:not([data-afm-ready])')")
    page.evaluate("document.fonts.ready")


def printed(page: Page) -> BytesIO:
    """The PDF of the page that is open."""
    margin = {side: "20mm" for side in ("top", "right", "bottom", "left")}
    return BytesIO(
        page.pdf(
            format="A4",
            scale=SCALE,
            margin=margin,
            print_background=True,
            outline=True,
            tagged=True,
            display_header_footer=True,
            header_template="<p></p>",
            footer_template=FOOT,
        )
    )


def write(code: str) -> None:
    """Write the PDF in this language."""
    config, toc = (
        yaml.safe_load((ROOT / f"{name}.yml").read_text("utf-8")) for name in ("_config", "_toc")
    )
    language, base = languages()[code], config["html"]["baseurl"] + prefix(code)
    names = [page["file"] for part in toc["parts"] for page in part["chapters"]]
    file = BUILD / ".".join(filter(None, ["bert-book", language["folder"], "pdf"]))
    with PdfWriter() as book, chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": 1000}, device_scale_factor=2)
        for name in filter(ROAD.match, names):
            opened(page, BUILD / "html" / language["folder"], base, name)
            book.append(printed(page))
        book.compress_identical_objects()
        book.add_metadata({"/Title": language["title"], "/Author": config["author"]})
        book.write(file)
    print(f"{file}: {len(book.pages)} pages, {file.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    for code in sys.argv[1:] or [SOURCE]:
        write(code)


if __name__ == "__main__":
    call(main)
