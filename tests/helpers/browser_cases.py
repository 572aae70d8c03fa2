"""Assertions for every widget in a browser."""

import time

from tests.helpers.paths import ROOT

# Rows of the living picture are lower than a finger: who can't hit one has the keys, and the field.
SMALL = """() => ["button", "input:not([type=radio])", "select", "label:has([type=radio])"]
  .flatMap((kind) => [...document.querySelectorAll(kind)])
  .filter((el) => el.checkVisibility() && !el.matches(".alive-word, .alive-stage"))
  .map((el) => [el.textContent, el.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24).map(([text]) => text)"""
HOSTILE = [
    "<img src=x onerror=\"document.title='broken'\"> </script><script>document.title = 1</script>",
    "x" * 10_000,
    "🦜 " * 30,
    "שלום עולם bank مرحبا",
    "\u202ebank <mask>\u2066 the",
]

AXE = ROOT / "node_modules/axe-core/axe.min.js"
# Preloading would read the style sheets once more, which no page on file:// may. Of what is in
# order, axe need not write down each place.
VIOLATIONS = """async (rules) => {
  const options = { preload: false, resultTypes: ["violations"], ...rules };
  return (await axe.run(options)).violations.map(({ id, nodes }) =>
    [id, nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`)]);
}"""
CUT = """() => [...document.querySelectorAll(".bw-examples, .bug-code")].filter((row) => {
  const { maskImage, paddingRight } = getComputedStyle(row),
    fades = maskImage !== "none" && parseFloat(paddingRight) >= 32;
  return row.checkVisibility() && row.scrollWidth > row.clientWidth && !fades;
}).map((row) => row.textContent)"""
# What is chosen in a row that scrolls stands in it, clear of its ends, which fade.
AWAY = """() => [...document.querySelectorAll(
  ".bw-examples [aria-pressed='true'], .bw-examples :has(> :checked)")].filter((el) => {
  const row = el.closest(".bw-examples"),
    [one, all] = [el, row].map((box) => box.getBoundingClientRect());
  return el.checkVisibility() && (one.left < all.left - 1
    || row.scrollLeft > 0 && row.style.getPropertyValue("--before") !== `${row.scrollLeft}px`
    || one.right > all.right - parseFloat(getComputedStyle(row).paddingRight) + 1);
}).map((el) => el.textContent)"""
# What a switch hides comes to no end.
STILL = """() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.target.checkVisibility())
  .map((one) => one.finished))"""
ALL_RULES = {}


def percent(share):
    """A share as widgets write it."""
    number = "<1" if share < 0.005 else ">99" if share >= 0.995 else f"{100 * share:.0f}"
    return f"{number}\u00a0%"  # a line may not begin with %


def change(word, before, after):
    """The change of a guess, as widgets write it."""
    if abs(before - after) < 0.005:
        return f"“{word}” stays at {percent(after)}"
    return f"“{word}” {percent(before)} → {percent(after)}"


def eventually(holds):
    """Whether this comes to hold within ten seconds."""
    for _ in range(100):
        if holds():
            return True
        time.sleep(0.1)
    return False


def assert_usable(page, width):
    """The page is as wide as its window, and every target has 24 pixels (WCAG 2.5.8).

    A row of chips that scrolls fades out at its end, and its last chip can be moved clear of that.
    """
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT) == []
    assert eventually(lambda: page.evaluate(AWAY) == [])


def assert_grows(page, width):
    """Letters of twice the size, asked for while the page is open, stay within it (WCAG 1.4.4)."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert eventually(lambda: page.evaluate("document.documentElement.scrollWidth") == width)


def assert_harmless(page, width):
    """User input stays text: it creates no element and doesn't break the layout."""
    assert page.title() == "A widget"
    assert page.locator("img, main script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def as_in_the_book(page, width):
    """Give a widget the width of the book's column: 752 px on a desktop, 358 on a phone."""
    page.evaluate(
        "width => { document.body.style.margin = 0;"
        " document.querySelector('main').style = `width: ${width}px; margin: auto`; }",
        width,
    )
    page.wait_for_timeout(100)


def focused(page):
    """The name of the focused element."""
    return page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"
    )


def widgets_ready(page):
    for widget in page.locator("[data-afm]").all():
        page.wait_for_function("el => 'afmReady' in el.dataset", arg=widget.element_handle())
