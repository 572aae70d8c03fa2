"""Check for the fonts that printing in a language needs (for tools/paper.py).

Only what is painted needs them: titles and outline of the PDF come from the page itself.
"""

from playwright.sync_api import Browser, Page

from book.languages import languages

FONTS = "fonts-noto-cjk"
# How the browser draws each letter: those that no font has are all drawn alike.
PICTURES = """(letters) => [...letters].map((letter) => {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  pen.font = "32px sans-serif";
  pen.fillText(letter, 9, 40);
  return canvas.toDataURL();
})"""


def unwritten(page: Page, text: str) -> str:
    """The non-Latin letters of the text if the browser has no font for some, else ""."""
    letters = "".join(sorted({letter for letter in text if ord(letter) > 0x2E80}))
    return "" if len(set(page.evaluate(PICTURES, letters))) == len(letters) else letters


def check(browser: Browser, codes: list[str]) -> None:
    """Raise a ValueError if this machine lacks what printing in these languages needs."""
    if strangers := [code for code in codes if code not in languages()]:
        raise ValueError(f"expected languages of {[*languages()]}, got {strangers}")
    page = browser.new_page()
    for code in codes:
        if letters := unwritten(page, languages()[code]["title"]):
            raise ValueError(
                f"expected a font that has {letters}, to print in {languages()[code]['name']}; "
                f"on Debian: apt-get install {FONTS}"
            )
