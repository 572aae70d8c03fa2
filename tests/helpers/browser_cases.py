"""What every widget has to bear, and what is too small to be hit."""

import time

SMALL = """() => ["button", "input:not([type=radio])", "select", "label:has([type=radio])"]
  .flatMap((kind) => [...document.querySelectorAll(kind)])
  .filter((el) => el.checkVisibility()).map((el) => [el.textContent, el.getBoundingClientRect()])
  .filter(([, box]) => box.width < 24 || box.height < 24).map(([text]) => text)"""
HOSTILE = [
    "<img src=x onerror=\"document.title='broken'\"> </script><script>document.title = 1</script>",
    "x" * 10_000,
    "🦜 " * 30,
    "שלום עולם bank مرحبا",
    "\u202ebank <mask>\u2066 the",
]


def percent(share):
    """A share as widgets write it."""
    return "<1 %" if share < 0.005 else ">99 %" if share >= 0.995 else f"{100 * share:.0f} %"


def eventually(holds):
    """Waits for what moves or is computed, however slow the machine."""
    for _ in range(100):
        if holds():
            return True
        time.sleep(0.1)
    return False


def assert_usable(page, width):
    """The page is as wide as its window, and every target has 24 pixels (WCAG 2.5.8)."""
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(SMALL) == []


def assert_harmless(page, width):
    """What a reader typed is text: no element has come of it, and it breaks no line of the page."""
    assert page.title() == "A widget"
    assert page.locator("img, main script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def as_in_the_book(page, width):
    """Gives a widget the width that a column of the book has: 752 px on a desk, 358 on a phone."""
    page.evaluate(
        "width => { document.body.style.margin = 0;"
        " document.querySelector('main').style = `width: ${width}px; margin: auto`; }",
        width,
    )
    page.wait_for_timeout(100)
