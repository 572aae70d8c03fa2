"""Parts that only make pages faster: without them the book reads and looks the same.

Each part's docstring says what it gained: by 15 visits to chapters 3 and 7 and to the page of the
whole package, in turns with as many without it.
"""

from pathlib import Path

PARTS = ["code", "files", "icons", "styles"]
HERE = Path(__file__).parent


def override_templates(app, part: str) -> None:
    """Let a part's templates override those of the theme and of the book."""
    folder = str(HERE / "templates" / part)
    app.connect("config-inited", lambda app, config: config.templates_path.insert(0, folder))


def setup(app):
    """Register the parts."""
    for part in PARTS:
        app.setup_extension(f"book.speed.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
