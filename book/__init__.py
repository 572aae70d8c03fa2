"""The book's own Sphinx extension: maths, boxes, times, widgets, pages for everyone.

What its parts do, pages need; what only makes them faster is `book.speed`.
"""

import gc
from pathlib import Path

# fmt: off
PARTS = [
    "accessible", "api", "boxes", "dark", "figures", "first_page", "languages", "not_found",
    "mathfont", "mathml", "notebooks", "nbsp", "plain_text", "policy", "previews", "road", "search",
    "shapes", "short_book", "social", "version", "widgets", "speed",
]
# fmt: on


def setup(app):
    """Register the parts; each handles one concern and can be read alone."""
    # Pages are trees of many small objects, and hardly any of them is garbage: an eighth of a build
    # went into looking for it.
    gc.set_threshold(50_000, 20, 20)
    # What the parts make lies in one folder, which Sphinx copies with the files of book/static.
    made = Path(app.doctreedir, "static")
    made.mkdir(parents=True, exist_ok=True)
    app.config.html_static_path += [str(made), str(Path(__file__).parent / "static")]
    app.add_css_file("book.css", priority=900)
    app.add_css_file("print.css", priority=910)
    app.add_config_value("comments_config", {}, "")  # Jupyter Book sets it; sphinx_comments is out
    for part in PARTS:
        app.setup_extension(f"book.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
