"""The built book in a browser: no errors, no foreign requests, accessible, on a slow line."""

import json
import re
from io import BytesIO
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from pypdf import PdfReader

from benchmarks.pages import GOALS, served, visit
from tests.helpers.browser_cases import (
    ALL_RULES,
    AXE,
    LAID_OUT,
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
every_chapter = pytest.mark.parametrize("chapter", CHAPTERS)
# Pages with something to operate are visited on a phone and on a desk, where all contrasts are
# measured; pages of text on a phone alone. Where all rules have been asked once, the second theme
# changes nothing but colours and pictures.
LIVE = [c for c in CHAPTERS if re.match(r"intro|chapters/(prologue|\d\d)", c)]
COLOURS = ["color-contrast", "link-in-text-block"]
NO_COLOURS = {"rules": {rule: {"enabled": False} for rule in COLOURS}}
OF_A_THEME = {"runOnly": [*COLOURS, "image-alt"]}
PHONE, DESK = (390, {"dark": ALL_RULES}), (1280, {"light": ALL_RULES, "dark": OF_A_THEME})
VISITS = [(c, *how) for c in LIVE for how in (PHONE, DESK)]
VISITS += [(c, 390, {"dark": ALL_RULES, "light": OF_A_THEME}) for c in CHAPTERS if c not in LIVE]


# Of each chapter three visits: what a page's policy refuses is on the console, and an error.
@every_chapter
def test_a_chapter_on_disk_asks_nobody(new_page, chapter):
    page, requests = new_page(width=1280), []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((SITE / f"{chapter}.html").as_uri())
    widgets_ready(page)
    page.wait_for_function(LAID_OUT)
    page.wait_for_load_state("networkidle")
    assert not [url for url in requests if not url.startswith(("file:", "data:"))]
    wanted = '"checkpoint":"mini-bert"' in (SITE / f"{chapter}.html").read_text("utf-8")
    assert wanted == any("mini-bert.js" in url for url in requests)


def copied(page, name):
    """The state that the page's first widget of this name puts in the address bar."""
    for button in page.get_by_role("button", name="Copy a link to this state").all():
        button.click()
        found, _, state = unquote(page.evaluate("location.hash")).removeprefix("#").partition("=")
        if found == name:
            return json.loads(state)
    return None


def test_a_teachers_links_open_their_states(new_page):
    page = new_page(width=1280)
    page.goto((SITE / "chapters/teachers.html").as_uri())
    anchors = page.locator("main a").evaluate_all("all => all.map((one) => one.href)")
    links = [link for link in anchors if "={" in unquote(link)]
    assert len(links) > 4
    for link in links:
        name, _, wanted = unquote(urlsplit(link).fragment).partition("=")
        page.goto("about:blank")
        page.goto(link)
        widgets_ready(page)
        state = copied(page, name)
        assert {key: state[key] for key in json.loads(wanted)} == json.loads(wanted), link


@pytest.mark.parametrize(("chapter", "width", "themes"), VISITS)
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


def test_the_training_run_s_picture_does_not_hold_up_its_page(new_page):
    page = new_page(width=1280)
    with served() as address:
        page.goto(f"{address}/chapters/08-pretraining.html")
        page.wait_for_selector(".run-picture canvas")
        fetched, loaded = page.evaluate("""() => {
          const files = performance.getEntriesByType("resource");
          const state = files.find(({ name }) => name.includes("bert-487")); // not the opening's
          return [state.startTime, performance.getEntriesByType("navigation")[0].loadEventStart];
        }""")
    assert fetched >= loaded > 0


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_has_its_colours_before_the_themes_script(new_page, theme):
    page = new_page(width=1300, theme=theme)
    page.route("**/scripts-*.js", lambda route: route.fulfill(body=""))
    page.goto((SITE / f"{CHAPTERS[2]}.html").as_uri())
    assert page.evaluate("document.documentElement.dataset.theme") == theme
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
    page.wait_for_function(LAID_OUT)
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


WAITS = """(section) =>
  !section.lastElementChild.checkVisibility({ contentVisibilityAuto: true })"""


def test_a_section_further_down_waits_until_the_page_is_complete(new_page):
    page = new_page()
    page.add_init_script("window.requestIdleCallback = (work) => { window.goOn = work; };")
    page.goto((SITE / f"{CHAPTERS[2]}.html").as_uri())
    page.wait_for_function("() => window.goOn")
    first, last = (page.locator("article > section > section").nth(i) for i in (0, -1))
    page.wait_for_function(f"(section) => !({WAITS})(section)", arg=first.element_handle())
    assert last.evaluate(WAITS)
    page.evaluate("document.fonts.ready.then(() => {})")
    height = first.bounding_box()["height"]
    page.evaluate("while (window.goOn) { const work = goOn; delete window.goOn; work(); }")
    assert page.evaluate(LAID_OUT)
    assert not last.evaluate(WAITS)
    assert first.bounding_box()["height"] == height


@pytest.mark.parametrize("follow", ["clicked", "opened"])
def test_a_link_leads_to_its_section_whether_it_waits_or_not(new_page, follow):
    page = new_page(width=1300)
    page.add_init_script("window.requestIdleCallback = () => {};")
    address = (SITE / "chapters/08-pretraining.html").as_uri()
    page.goto(address)
    sections = page.locator("article section > section[id]")
    tops = {}
    anchors = sections.evaluate_all("all => all.map((section) => section.id)")
    assert len(anchors) > 12
    for anchor in anchors[1::3]:  # near, further down and at the end
        page.goto("about:blank")
        page.goto(f"{address}#{anchor}" if follow == "opened" else address)
        if follow == "clicked":
            page.locator(f"a[href='#{anchor}']").first.evaluate("link => link.click()")
        page.wait_for_timeout(200)  # for what is laid out when it has come near
        if page.evaluate("scrollY + innerHeight + 2 < document.documentElement.scrollHeight"):
            tops[anchor] = page.locator(f"[id='{anchor}']").bounding_box()["y"]
    assert len(tops) > 3
    assert all(0 < top < 120 for top in tops.values()), tops


def test_what_scrolls_is_a_stop_of_the_tab_key_once_it_is_laid_out(new_page):
    page = new_page(width=360)
    page.goto((SITE / f"{CHAPTERS[2]}.html").as_uri())
    page.wait_for_function(LAID_OUT)
    boxes = """[...document.querySelectorAll(".cell_input pre, .pst-scrollable-table-container")]
      .filter((box) => box.checkVisibility())"""  # not in a folded cell
    right = "(box) => (box.scrollWidth > box.clientWidth) === box.matches('[tabindex=\"0\"]')"
    page.wait_for_function(f"() => {boxes}.every({right})")  # it takes a frame or two
    found = set(page.evaluate(f"{boxes}.map((box) => box.getAttribute('tabindex'))"))
    assert found == {"0", None}


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
