"""The front end of every widget, read with the standard library alone.

The book is built without torch, so it runs this file by path and imports nothing of the package.
"""

from pathlib import Path

HERE = Path(__file__).parent


def sources() -> dict[str, dict[str, str]]:
    """{name: {"esm": JavaScript module, "css": style sheet}}: what all widgets share, then its own.

    A module may not import another one by a relative path, since notebooks hand it over as text.
    """
    shared = {suffix: (HERE / f"base.{suffix}").read_text("utf-8") for suffix in ("js", "css")}
    names = sorted(path.stem for path in HERE.glob("*.js") if path.stem != "base")
    return {
        name: {
            "esm": shared["js"] + (HERE / f"{name}.js").read_text("utf-8"),
            "css": shared["css"] + (HERE / f"{name}.css").read_text("utf-8"),
        }
        for name in names
    }
