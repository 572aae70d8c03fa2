"""Draw the riddles' cards, which other sites show of a link: python -m tools.cards

figures/riddle-match.png and so on, by the system's Chromium: two lines with two gaps, and no more.
"""

import io
from html import escape

from PIL import Image

from bert_lab.training_loop.command import call
from book.first_page import RIDDLES, picture
from tools.chromium import chromium

PAGE = """<!doctype html><meta charset="utf-8"><style>
body { margin: 0; height: 630px; display: grid; align-content: center; gap: 70px; padding: 0 80px;
  box-sizing: border-box; background: #fff; color: #1b2430; font: 54px/1.5 system-ui, sans-serif; }
p { margin: 0; text-wrap: balance; }
b { display: inline-block; width: 3.2em; height: 1.15em; border-radius: 10px; background: #1b2430;
  vertical-align: -.22em; }
</style>"""
COLOURS = 16


def main() -> None:
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        for word, riddle in RIDDLES.items():
            lines = (escape(line).replace("___", "<b></b>") for line in riddle["lines"])
            page.set_content(PAGE + "".join(f"<p>{line}</p>" for line in lines))
            drawn = Image.open(io.BytesIO(page.screenshot()))
            drawn.convert("RGB").quantize(COLOURS).save(picture(word), optimize=True)


if __name__ == "__main__":
    call(main)
