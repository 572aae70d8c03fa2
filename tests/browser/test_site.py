"""The built book in a browser: no errors, no foreign requests, accessible, on a slow line."""

import re
from io import BytesIO
from urllib.parse import urlsplit

import pytest
import yaml
from pypdf import PdfReader

from benchmarks.pages import GOALS, served, visit
from tests.helpers.browser_cases import (
    ALL_RULES,
    AXE,
    STILL,
    VIOLATIONS,
    widgets_ready,
)
from tests.helpers.paths import ROOT, SITE
from tests.helpers.slow_processor import paused

TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
CHAPTERS = [TOC["root"], *(c["file"] for part in TOC["parts"] for c in part["chapters"])]
BUSY = 10  # so many times slower may other programs make the machine
# Numbers whose per cent sign stands on the next line, in widgets too.
BROKEN = """() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const range = document.createRange(), found = [];
  for (let text; (text = texts.nextNode()); )
    for (const { index } of text.data.matchAll(/\\d %/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + 3);
      const boxes = [...range.getClientRects()].filter(({ width }) => width);
      const lines = new Set(boxes.map(({ top }) => top));
      if (lines.size > 1) found.push(text.data.slice(0, index + 3));
    }
  return found;
}"""
# Of hundreds of entries of one kind the first are left: colours take half a minute for all.
FEW = """() => {
  const more = [...document.querySelectorAll("dl.py dl.py, section > dl.py ~ dl.py")].slice(20);
  more.forEach((entry) => entry.remove());
}"""
HEIGHTS = "() => [...document.querySelectorAll('[data-afm]')].map((el) => el.offsetHeight)"
ROOM = re.compile(r'<div data-afm="\w+"(?: style="height: max\((\d+)px, min\((\d+)px)?')

pytestmark = pytest.mark.needs("book")
# Where all rules have been asked once, the second theme changes nothing but colours and pictures.
COLOURS = ["color-contrast", "link-in-text-block"]
NO_COLOURS = {"rules": {rule: {"enabled": False} for rule in COLOURS}}
OF_A_THEME = {"runOnly": [*COLOURS, "image-alt"]}
PHONE, DESK = (390, {"dark": ALL_RULES}), (1280, {"light": ALL_RULES, "dark": OF_A_THEME})
LIVE = [c for c in CHAPTERS if re.match(r"intro|chapters/(prologue|\d\d)", c)]
# One page of each sort at each test; every page each week, those with widgets on a desk, too.
OFTEN = ["intro", *(f"chapters/{name}" for name in ("04-attention", "08-pretraining", "glossary"))]


def visits():
    for chapter in CHAPTERS:
        marks = [] if chapter in OFTEN else [pytest.mark.weekly]
        for how in (PHONE, DESK) if chapter in LIVE else (PHONE,):
            yield pytest.param(chapter, *how, marks=marks)


@pytest.mark.parametrize("chapter", OFTEN)
def test_a_chapter_on_disk_asks_nobody(new_page, chapter):
    page, requests = new_page(width=1280), []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((SITE / f"{chapter}.html").as_uri())
    widgets_ready(page)
    page.wait_for_load_state("networkidle")
    assert not [url for url in requests if not url.startswith(("file:", "data:"))]
    wanted = '"checkpoint":"mini-bert"' in (SITE / f"{chapter}.html").read_text("utf-8")
    assert wanted == any("mini-bert.js" in url for url in requests)


@pytest.mark.weekly
def test_a_teachers_links_open_their_states(new_page):
    page = new_page(width=1280)
    page.goto((SITE / "chapters/teachers.html").as_uri())
    anchors = page.locator("main a").evaluate_all("all => all.map((one) => one.href)")
    links = [link for link in anchors if "=" in urlsplit(link).fragment]
    assert len(links) > 4
    for link in links:
        page.goto("about:blank")
        page.goto(link)
        widgets_ready(page)
        assert page.evaluate("scrollY") > 0, link
        assert page.get_by_text("it has changed nothing").count() == 0, link


@pytest.mark.parametrize(("chapter", "width", "themes"), [*visits()])
def test_a_slow_line_and_a_slow_processor_and_everyone(new_page, chapter, width, themes):
    """No layout shift while loading. Times have a wide margin: `python -m benchmarks.pages`."""
    page, requests = new_page(width=width, theme=next(iter(themes))), []
    page.on("request", lambda request: requests.append(request.url))
    with served() as address:
        found = visit(page, f"{address}/{chapter}.html", paused)
    schemes = {urlsplit(url)[:2] for url in requests} - {("data", "")}
    assert schemes == {("http", urlsplit(address).netloc)}
    assert found.shift < GOALS["shift"]
    assert found.widgets < BUSY * GOALS["widgets"]
    assert found.complete < BUSY * GOALS["complete"]
    rooms = ROOM.findall((SITE / f"{chapter}.html").read_text("utf-8"))
    for height, room in zip(page.evaluate(HEIGHTS), rooms, strict=True):  # what was kept for each
        assert height == pytest.approx(int(room[width < 640] or height), abs=4)
    if width < 400:  # the narrowest phones
        page.set_viewport_size({"width": 360, "height": 900})
        assert page.evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(AXE.read_text("utf-8"))
    if chapter == "chapters/api":
        assert page.evaluate(VIOLATIONS, NO_COLOURS) == []
        page.evaluate(FEW)
    for theme, rules in themes.items():  # the second comes while the reader reads, as at nightfall
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(f"() => document.documentElement.dataset.theme === '{theme}'")
        page.evaluate(STILL)
        assert page.evaluate(VIOLATIONS, rules) == [], theme


def test_pages_that_are_no_chapters_keep_to_their_policy(new_page):
    page = new_page(width=1280)
    with served() as address:
        for name in ("index", "genindex", "search"):
            for place in (address, SITE.as_uri()):
                page.goto(f"{place}/{name}.html", wait_until="networkidle")
                assert page.locator("h1").count() > 0


def test_what_is_no_part_of_a_page_does_not_run_in_it(new_page):
    page = new_page(width=1280)
    page.goto((SITE / f"{CHAPTERS[0]}.html").as_uri())
    page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.slipped = 'script'";
      document.body.append(script);
      const button = document.createElement("button");
      button.setAttribute("onclick", "window.slipped = 'handler'");
      button.click();
    }""")
    assert page.evaluate("window.slipped") is None
    assert len(page.complaints) == 2
    assert all("Content Security Policy" in line for line in page.complaints)
    page.complaints.clear()


def test_a_page_has_its_colours_before_the_themes_script(new_page):
    page = new_page(width=1300, theme="dark")
    page.route("**/scripts-*.js", lambda route: route.fulfill(body=""))
    page.goto((SITE / f"{CHAPTERS[2]}.html").as_uri())
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator(".logo__image:visible").count() == 1


def test_the_search_finds_a_chapter(new_page):
    page = new_page(width=1300)
    with served() as address:
        page.goto(f"{address}/search.html?q=warm-up")
        page.wait_for_selector("#search-results li a[href*='08-pretraining']")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(1000)


def test_code_is_copied_by_keyboard_and_output_has_no_button(new_page):
    page = new_page(width=1300)
    page.goto((SITE / f"{CHAPTERS[2]}.html").as_uri())
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cell = page.locator(".cell_input:visible").first  # the set-up is folded
    cell.get_by_role("button", name="Copy to clipboard").press("Enter")
    page.wait_for_selector(".copybtn.success")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.strip() == cell.locator("pre").inner_text().strip()
    assert page.locator(".cell_output pre").count() > 0
    assert page.locator(".cell_output .copybtn").count() == 0


def test_nothing_lies_over_a_widget_on_a_phone(new_page):
    page = new_page(width=390)
    page.goto((SITE / "chapters/03-input-representation.html").as_uri())
    page.wait_for_function("() => !document.querySelector('[data-afm]:not([data-afm-ready])')")
    page.mouse.wheel(0, 3000)
    page.wait_for_timeout(300)
    page.mouse.wheel(0, -400)  # the way up is when the theme offers a button
    page.wait_for_timeout(300)
    assert not page.locator("#pst-back-to-top").is_visible()
    widget = page.locator("[data-afm=input_builder]")
    widget.scroll_into_view_if_needed()
    covered = """(el) => { const { x, width } = el.getBoundingClientRect();
      return [...Array(60).keys()].map((i) => document.elementFromPoint(x + width / 2, 80 + 12 * i))
        .filter((at) => at && !at.closest("main, header")).map((at) => at.outerHTML); }"""
    assert widget.evaluate(covered) == []


def test_the_sheet_prints_on_two_pages(new_page):
    """Forward on the first, back and the step on the second, with a box for each number."""
    page = new_page(width=1280)
    page.goto((SITE / "chapters/sheet.html").as_uri())
    page.wait_for_load_state("networkidle")
    forward, backward = PdfReader(BytesIO(page.pdf(format="A4"))).pages
    assert "1.785" in forward.extract_text()
    assert "0.370" in backward.extract_text()
    for first in ("\u2202z", "p, minus 1"):
        assert first not in forward.extract_text()
        assert first in backward.extract_text()
