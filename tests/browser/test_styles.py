"""book.speed.styles in a browser: rules cut from the theme's sheet match nothing."""

import pytest

from book.speed.icons import THEME
from tests.helpers.paths import SITE

SHEET = "styles/pydata-sphinx-theme.css"
# Selectors that only the first of two sheets has, and those of them that match; what depends on a
# moment, as :hover does, is taken as given.
CUT = r"""([whole, kept]) => {
  const moment = /::[\w-]+|:not\([^()]*\)|:(hover|focus[\w-]*|active|disabled|checked)\b/g;
  const found = (rules) => [...rules].flatMap((rule) => rule.selectorText
    ? rule.selectorText.replace(moment, ":not(x)").split(/,(?![^(]*\))/).map((one) => one.trim())
    : found(rule.cssRules ?? []));
  const [all, left] = [whole, kept].map((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    return new Set(found(sheet.cssRules));
  });
  const cut = [...all].filter((one) => one && !left.has(one));
  return [cut.length, cut.filter((one) => document.querySelector(one))];
}"""

pytestmark = pytest.mark.needs("book")


def matched(page):
    """The removed selectors that match something in the page now."""
    sheets = [(folder / SHEET).read_text("utf-8") for folder in (THEME, SITE / "_static")]
    count, found = page.evaluate(CUT, sheets)
    assert count > 1000
    return found


def test_a_page_in_use_has_nothing_that_the_theme_styles_in_vain(new_page):
    page = new_page(width=1280)
    page.goto((SITE / "chapters/03-input-representation.html").as_uri())
    page.locator(".theme-switch-button:visible").hover()
    page.wait_for_selector(".tooltip-arrow")
    assert matched(page) == []
    page.locator(".dropdown-launch-buttons button").click()
    page.wait_for_selector(".dropdown-menu.show")
    assert matched(page) == []
    page.keyboard.press("Control+k")
    page.wait_for_selector("dialog[open]")
    assert matched(page) == []
