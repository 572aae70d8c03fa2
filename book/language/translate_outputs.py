"""Send a page's text outside of paragraphs through Sphinx' translation of paragraphs.

`CollectWords` puts a node beside each such thing, a widget's words, an alternative text, the labels
of a drawing, the title of a folded cell; Sphinx finds messages in it and leaves their translations
there. `ApplyTranslations` puts them where they belong.
"""

import re
from collections.abc import Iterator
from functools import wraps
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import init
from sphinx.transforms import SphinxTransform, i18n
from sphinx.util.i18n import docname_to_domain
from sphinx_exercise.nodes import exercise_subtitle, is_exercise_node

from book import labels
from book.boxes import TITLED, is_cell
from book.figures import both, drawings
from book.language import tables, widgets
from book.languages import SOURCE

NUMBERED = re.compile(r"^(\d+)\.(?= )")


class translatable_words(nodes.Invisible, nodes.Element, addnodes.translatable):
    """The `words` of the node beside it, and their `translations`."""

    def preserve_original_messages(self):
        self["translations"] = {}

    def apply_translated_message(self, original_message, translated_message):
        self["translations"][original_message] = translated_message

    def extract_original_messages(self):
        return list(self["words"])


class CollectWords(SphinxTransform):
    """Runs before Sphinx collects messages (10) and inserts translations (20)."""

    default_priority = 5

    def apply(self, **options):
        english = self.config.language == SOURCE and self.app.builder.name != "gettext"
        if english or str(self.document["source"]).endswith("<translated>"):
            return
        for node in list(self.document.findall(exercise_subtitle)):
            self._beside(node, [node.astext()], node.parent.parent)
        for raw in list(self.document.findall(nodes.raw)):
            if 'data-afm="' in raw.astext():
                self._beside(raw, widgets.words(raw.astext()))
        for image in list(self.document.findall(nodes.image)):
            # Sphinx asks for that of any other
            if image.get("alt") and any(_is_output(above) for above in _above(image)):
                self._beside(image, [image["alt"]])
        for figure, svg in list(_drawn(self.document, self.env)):
            self._beside(figure, labels.words(svg))
        for cell in list(self.document.findall(is_cell)):
            if title := TITLED.match(cell.astext()):
                self._beside(cell, [title[1]])

    def _beside(self, node: nodes.Element, words: list[str], place=None) -> None:
        if not words:
            return
        own = translatable_words("", words=words, translations={})
        own.source, own.line = self.document["source"], _line(node)
        place = place or node
        for above in _above(place):  # a builder shows one form of an output
            if above.get("nb_element"):
                place = above
        place.parent.insert(place.parent.index(place), own)
        node["own_words"] = own


def _above(node: nodes.Node) -> Iterator[nodes.Element]:
    while node.parent is not None:
        node = node.parent
        yield node


def _is_output(node: nodes.Element) -> bool:
    return node.get("nb_element") == "mime_bundle"


def _line(node: nodes.Node) -> int:
    return next((one.line for one in (node, *_above(node)) if one.line), 0)


def _drawn(document, env) -> Iterator[tuple[nodes.figure, str]]:
    """Figures drawn as inline SVG, and their drawings."""
    folder = Path(env.doc2path(env.docname)).parent / "figures"
    for figure in document.findall(nodes.figure):
        if picture := next(figure.findall(nodes.image), None):
            found = "".join(drawings(folder, name) for name in [*figure["names"], *figure["ids"]])
            if svg := found or both(Path(env.relfn2path(picture["uri"])[1])):
                yield figure, svg


class ApplyTranslations(SphinxTransform):
    """Runs after Sphinx has inserted the translations."""

    default_priority = 30

    def apply(self, **options):
        for raw in list(self.document.findall(nodes.raw)):
            if 'data-afm="' in raw.astext():
                own = raw.attributes.pop("own_words", {"translations": {}})["translations"]
                messages = tables.translations(
                    self.config.language, Path(self.config.locale_dirs[0])
                )
                raw[:] = [nodes.Text(widgets.translated(raw.astext(), own, messages))]
        if self.config.language == SOURCE:
            return
        for node in self.document.findall():  # else each paragraph's own document is kept
            node.document = self.document
        for node in list(self.document.findall(nodes.Element)):
            if own := node.attributes.pop("own_words", None):
                _translate(node, own["translations"])
        for node in list(self.document.findall(translatable_words)):
            node.parent.remove(node)
        for node in self.document.findall(is_exercise_node):  # solutions are named after these
            twin = node.deepcopy()
            twin["docname"] = self.env.docname
            self.env.sphinx_exercise_registry[node["label"]]["node"] = twin


def _translate(node: nodes.Element, translations: dict[str, str]) -> None:
    if isinstance(node, nodes.image):
        node["alt"] = translations.get(node["alt"], node["alt"])
    elif isinstance(node, exercise_subtitle):
        node[:] = [nodes.Text(translations.get(node.astext(), node.astext()))]
    elif is_cell(node):
        node["translated_title"] = next(iter(translations.values()), "")
    else:
        node["translated_labels"] = translations


class Captions(SphinxTransform):
    """Translate part captions, which sphinx-external-toc adds (100) after Sphinx' own pass."""

    default_priority = 101

    def apply(self, **options):
        domain = docname_to_domain(self.env.docname, self.config.gettext_compact)
        catalogue, found = init(self.config.locale_dirs, self.config.language, domain)
        for toctree in self.document.findall(addnodes.toctree) if found else ():
            for message in filter(None, toctree.extract_original_messages()):
                if (translation := catalogue.gettext(message)) != message:
                    toctree.apply_translated_message(message, translation)


def _lighten() -> None:
    """Cache parsed translations, as Sphinx parses each twice.

    And a title that begins with a number would become a list.
    """
    publish, kept = i18n.publish_msgstr, {}

    @wraps(publish)
    def once(app, source, *rest):
        source = NUMBERED.sub(r"\1\\.", source)
        key = source, *rest[:2]
        if key not in kept:
            kept[key] = publish(app, source, *rest)
        return kept[key].deepcopy()  # its children are taken away from it

    if not hasattr(publish, "__wrapped__"):
        i18n.publish_msgstr = once


def setup(app):
    """Register the transforms."""
    app.setup_extension("sphinx_exercise")
    if app.config.language != SOURCE:
        _lighten()
    app.add_node(translatable_words)
    for transform in (CollectWords, ApplyTranslations, Captions):
        app.add_transform(transform)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
