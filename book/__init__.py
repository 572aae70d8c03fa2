"""The book's own Sphinx extension: light pages, maths as MathML, widgets without a kernel."""

from book import light, mathfont, mathml, widgets


def setup(app):
    """Register the parts; each looks after one concern and can be read alone."""
    for part in (light, mathml, mathfont, widgets):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
