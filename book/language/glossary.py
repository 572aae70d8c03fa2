"""The glossary in the order of the page's language: its source has that of English.

Chinese: Latin first, then by pinyin, as GB 2312 numbers its common characters. Japanese: Latin
first, then by kana; how a term in kanji is read is in locale/readings.tsv.
"""

import re
import unicodedata
from functools import cache

from docutils import nodes
from sphinx import addnodes

from book.languages import LOCALE

KATAKANA = {kana: kana - 0x60 for kana in range(ord("ァ"), ord("ヷ"))}  # to hiragana
VOWELS = dict(zip("AIUEO", "あいうえお", strict=True))
READINGS = LOCALE / "readings.tsv"


@cache
def readings() -> dict[str, str]:
    """{term in kanji: its kana}."""
    rows = READINGS.read_text("utf-8").splitlines()
    return dict(row.split("\t") for row in rows if not row.startswith("#"))


def by_pinyin(term: str) -> bytes:
    """The place of a Chinese term."""
    return term.lower().encode("gb18030")


def by_kana(term: str) -> tuple[str, str]:
    """The place of a Japanese term: ー lengthens the vowel before it; ば and ぱ stand with は."""
    kana = readings().get(term, term).lower().translate(KATAKANA)
    long = re.sub("(.)ー", lambda found: found[1] + _vowel(found[1]), kana)
    plain = "".join(c for c in unicodedata.normalize("NFD", long) if not unicodedata.combining(c))
    return plain.translate(str.maketrans("ぁぃぅぇぉっゃゅょ", "あいうえおつやゆよ")), kana


def _vowel(kana: str) -> str:
    return VOWELS.get(unicodedata.name(kana, "")[-1:], "")


ORDERS = {"zh_CN": by_pinyin, "ja": by_kana}


def _sort(app, doctree: nodes.document) -> None:
    order = ORDERS.get(app.config.language)
    for glossary in doctree.findall(addnodes.glossary) if order else ():
        for entries in glossary.findall(nodes.definition_list):
            entries[:] = sorted(entries.children, key=lambda entry: order(entry[0].astext()))


def setup(app):
    """Sort when the page has been translated."""
    app.connect("doctree-read", _sort)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
