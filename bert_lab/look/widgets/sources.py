"""The front end of every widget, read with the standard library alone.

The book is built without torch, so it runs this file by path and imports nothing of the package.
"""

from pathlib import Path

HERE = Path(__file__).parent
SHARED = {"base", "mini_bert"}


def sources() -> dict[str, dict[str, str]]:
    """{name: {"esm": JavaScript module, "css": style sheet}}: what all widgets share, then its own.

    A module that speaks of `BERTModel` gets the model as well, and a long one has its parts in
    files of their own, `NAME.PART.js`. None may import another one by a relative path, since
    notebooks hand a module over as text.
    """
    base, model = _read("base.js"), _read("mini_bert.js")
    found = {}
    for name in sorted({path.name.split(".")[0] for path in HERE.glob("*.js")} - SHARED):
        parts = [_read(path.name) for path in sorted(HERE.glob(f"{name}.*.js"))]
        own = "".join([*parts, _read(f"{name}.js")])
        esm = base + (model if "BERTModel" in own else "") + own
        found[name] = {"esm": esm, "css": _read("base.css") + _read(f"{name}.css")}
    return found


def _read(name: str) -> str:
    return (HERE / name).read_text("utf-8")
