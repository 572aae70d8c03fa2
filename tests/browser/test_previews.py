"""Previews in the built book: by pointer, key and finger; from the page alone; never in the way."""

import re
import zlib

import pytest

from tests.helpers.browser_cases import AXE, VIOLATIONS
from tests.helpers.paths import SITE

pytestmark = pytest.mark.needs("book")
CHAPTER = (SITE / "chapters/04-attention.html").as_uri()
KEPT = re.compile(r'<script[^>]* class="previews".*?</script>', re.S)
LINK = "article a.reference.internal[href{}]"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_hover_and_focus_show_what_a_link_leads_to_and_escape_hides_it(new_page, theme):
    page = new_page(width=1280, theme=theme)
    page.goto(CHAPTER)
    box = page.locator("#preview")
    kinds = {
        "*='#term-self-attention']": "A layer in which each position",
        "='#sec-attention-root']": "A dot product is a sum of",
        "='#fig-attention-arrows']": "Fig. 4.1",
        "*='bibliography.html#']": r"\w+",
    }
    for kind, text in kinds.items():
        link = page.locator(LINK.replace("{}]", kind)).locator("visible=true").first
        link.scroll_into_view_if_needed()
        link.hover()
        box.wait_for()
        assert re.search(text, box.inner_text()), kind
        assert link.get_attribute("aria-describedby") == "preview"
        line, over = link.bounding_box(), box.bounding_box()
        assert over["y"] >= line["y"] + line["height"] or over["y"] + over["height"] <= line["y"]
        page.keyboard.press("Escape")
        assert box.is_hidden()
        page.mouse.move(0, 0)
    page.evaluate(AXE.read_text("utf-8"))
    link = page.locator(LINK.replace("{}]", "*='#term-self-attention']")).first
    link.evaluate("(link) => link.focus({ focusVisible: true })")
    assert box.is_visible()
    assert page.evaluate(VIOLATIONS) == []
    page.keyboard.press("Tab")
    assert link.get_attribute("aria-describedby") is None


def test_previews_weigh_at_most_three_kilobytes_on_the_wire():
    found = [(page, KEPT.findall(page.read_text("utf-8"))) for page in SITE.rglob("*.html")]
    heavy = {page: len(zlib.compress("".join(kept).encode())) for page, kept in found if kept}
    assert len(heavy) > 20
    assert max(heavy.values()) <= 3_000, heavy


def test_a_first_tap_shows_and_a_second_follows(new_page):
    page = new_page(width=390, has_touch=True)
    page.goto(CHAPTER)
    link = page.locator(LINK.replace("{}]", "*='#term-self-attention']")).first
    link.tap()
    box = page.locator("#preview")
    box.wait_for()
    frame = box.bounding_box()
    assert frame["x"] >= 0
    assert frame["x"] + frame["width"] <= 390
    link.tap()
    page.wait_for_url("**/glossary.html#term-self-attention")
