"""Mark text that is still English in a translated page, visibly and by its `lang`.

A browser then reads it aloud as English, in an English font; language.css marks it at its edge.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from book.language.native import is_native
from book.languages import LOCALE, SOURCE, _, complete

HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
WORDS = re.compile(r"[A-Za-z]{2}")
SILENT = (nodes.math_block, nodes.Invisible, nodes.literal_block, nodes.raw, addnodes.translatable)
ENGLISH = "language-en"  # Sphinx' HTML writer makes lang="en" of this class
UNTRANSLATED = "in-english"
PARTLY = _("Part of this page is not translated yet and shows in English, with a line at its edge.")
ALL_ENGLISH = _("This page is in English alone.")


class Mark(SphinxTransform):
    """Runs after everything that reads classes; Sphinx (950) flags what has no translation."""

    default_priority = 951

    def apply(self, **options):
        if self.config.language == SOURCE or self.app.builder.name == "gettext":
            return
        for node in self.document.findall(nodes.emphasis):
            if not HAN.search(node.astext()):
                node["classes"].append(ENGLISH)
        for node in self.document.findall(_is_untranslated):
            node["classes"] += [UNTRANSLATED, ENGLISH]
        if not complete(self.config.language, self.env.docname):
            self._say()

    def _say(self) -> None:
        """Say under the title which parts are still English."""
        first = next(self.document.findall(nodes.title), None)
        if first is not None:
            whole = not Path(
                LOCALE, self.config.language, f"LC_MESSAGES/{self.env.docname}.po"
            ).exists()
            line = nodes.paragraph("", str(ALL_ENGLISH if whole else PARTLY), classes=["partly"])
            first.parent.insert(1, line)


def _is_untranslated(node: nodes.Node) -> bool:
    return (
        isinstance(node, nodes.TextElement)
        and node.get("translated") is False
        and not isinstance(node, SILENT)
        and bool(WORDS.search(node.astext()))
        and not is_native(node)
    )


def setup(app):
    """Register the transform and its styles."""
    app.add_transform(Mark)
    app.add_css_file("language.css", priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
