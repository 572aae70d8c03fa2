"""Merge printed pages into one PDF with internal links, an outline and page numbers.

Chromium's PDF of a page names the places to which links lead, for itself alone; a link to another
page is an address. Here both become places of the whole.
"""

import re
import unicodedata
from typing import NamedTuple
from urllib.parse import unquote

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    Fit,
    NameObject,
    NumberObject,
    TextStringObject,
)

RADICAL = re.compile(rb"<(2[EF][0-9A-F]{2})>(?=\n)")


class Printed(NamedTuple):
    """A printed page of the book: name, first page number, headings, and its PDF.

    A heading is (level, title, id); the first is the title, of level 1.
    """

    name: str
    first: int
    places: list[tuple[int, str, str]]
    pdf: PdfReader

    def page_of(self, place: str) -> int:
        """The index of the page on which the element with this id is."""
        return self.pdf.get_destination_page_number(self.pdf.named_destinations[f"/{place}"])


def bind(
    front: PdfReader,
    parts: list[tuple[str, list[str]]],
    chapters: dict[str, Printed],
    base: str,
    language: str = "en",
) -> PdfWriter:
    """The front matter and these chapters; `base` is the address at which they were printed."""
    writer = PdfWriter()
    owners = [("", page) for page in front.pages]
    owners += [(name, page) for name, one in chapters.items() for page in one.pdf.pages]
    for _, page in owners:
        writer.add_page(page)
    places = _places(chapters, len(front.pages))
    for (name, _), page in zip(owners, writer.pages, strict=True):
        _connect(writer, page, name, base, places)
    for caption, names in parts:
        part = None
        for name in names:
            ((_, title, top), *sections) = chapters[name].places
            start = places[name, top][0]
            part = part or writer.add_outline_item(title=caption, page_number=start)
            chapter = writer.add_outline_item(
                title=title, page_number=start, parent=part, is_open=False
            )
            for _, text, place in sections:
                number, height = places[name, place]
                there = Fit.xyz(0, height)
                writer.add_outline_item(title=text, page_number=number, parent=chapter, fit=there)
    writer.set_page_label(0, len(front.pages) - 1, style=PageLabelStyle.LOWERCASE_ROMAN)
    writer.set_page_label(len(front.pages), len(owners) - 1, style=PageLabelStyle.DECIMAL)
    writer.page_mode = "/UseOutlines"
    writer.root_object[NameObject("/Lang")] = TextStringObject(language)
    _say_characters(writer)
    writer.compress_identical_objects()
    return writer


def _say_characters(writer: PdfWriter) -> None:
    """Map radicals (U+2F6C) that Chromium writes for look-alike characters back to those.

    Whoever searches for the character, 目, would not find it.
    """

    def character(radical: re.Match) -> bytes:
        found = unicodedata.normalize("NFKC", chr(int(radical[1], 16)))
        return b"<%04X>" % ord(found)

    for page in writer.pages:
        for font in page["/Resources"].get("/Font", {}).values():
            if names := font.get_object().get("/ToUnicode"):
                names.get_object().set_data(RADICAL.sub(character, names.get_object().get_data()))


def _places(chapters: dict[str, Printed], before: int) -> dict[tuple[str, str], tuple[int, float]]:
    """{(name, id): (page in the merged PDF, height in points)}; a page's top has the id ""."""
    found = {}
    for name, one in chapters.items():
        start = before + one.first - 1
        found[name, ""] = (start, 842.0)
        for place, there in one.pdf.named_destinations.items():
            number = one.pdf.get_destination_page_number(there)
            found[name, unquote(place.removeprefix("/"))] = (start + number, float(there.top or 0))
    return found


def _connect(writer: PdfWriter, page: PageObject, name: str, base: str, places: dict) -> None:
    """Point the links of this page into the merged PDF."""
    for reference in page.get("/Annots", ()):
        link: DictionaryObject = reference.get_object()
        if found := places.get(_target(link, name, base)):
            number, height = found
            there = writer.pages[number].indirect_reference
            link[NameObject("/Dest")] = ArrayObject(
                [
                    there,
                    NameObject("/XYZ"),
                    NumberObject(0),
                    NumberObject(round(height)),
                    NumberObject(0),
                ]
            )
            link.pop("/A", None)


def _target(link: DictionaryObject, name: str, base: str) -> tuple[str, str]:
    """(page name, id) of the link's target, whether in the book or not."""
    if "/Dest" in link:
        return name, unquote(str(link["/Dest"]).removeprefix("/"))
    address, _, place = str(link.get("/A", {}).get("/URI", "")).partition("#")
    return address.removeprefix(base).removesuffix(".html"), unquote(place)
