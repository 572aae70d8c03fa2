"""The book's own Sphinx extension: light pages, maths as MathML, widgets without a kernel."""

from pathlib import Path

# fmt: off
PARTS = [
    "accessible", "api", "code", "files", "light", "mathml", "mathfont", "scrolling", "shapes",
    "widgets",
]
# fmt: on


def setup(app):
    """Register the parts; each looks after one concern and can be read alone."""
    # What the parts make lies in one folder, which Sphinx copies with the files of book/static.
    made = Path(app.doctreedir, "static")
    made.mkdir(parents=True, exist_ok=True)
    app.config.html_static_path += [str(made), str(Path(__file__).parent / "static")]
    for part in PARTS:
        app.setup_extension(f"book.{part}")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
