"""tools/stills.py: the pictures are those that the widget draws, and can be read as they are."""

import re
from xml.etree import ElementTree

import pytest

from bert_lab.look.widgets.openings import OPENINGS
from tools.stills import FIGURES, stills

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def drawn():
    return stills()


def test_what_is_stored_is_what_is_drawn_now(drawn):
    assert sorted(drawn) == sorted(path.name for path in FIGURES.glob("alive-*.svg"))
    assert len(drawn) == 1 + len(OPENINGS)
    for name, text in drawn.items():
        assert (FIGURES / name).read_text("utf-8") == text, f"run python tools/stills.py: {name}"


def test_a_still_has_its_words_as_text_its_colours_by_name_and_no_script(drawn):
    for text in drawn.values():
        root = ElementTree.fromstring(text)
        words = [element.text for element in root.iter(f"{SVG}text")]
        assert {"<cls>", "tokens", "embeddings", "block 1", "block 2", "answers"} <= set(words)
        fills = {element.get("fill") for element in root.iter(f"{SVG}path")} - {None}
        assert all(re.fullmatch(r"var\(--[\w-]+\)", fill) for fill in fills)
        declared = set(re.findall(r"(--[\w-]+): ?light-dark", text))
        assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= declared
        assert "<script" not in text
        assert len(text) < 150_000
    hero = drawn["alive-0.svg"]
    assert ">crane ✓</text>" in hero
    assert ">99 %</text>" in hero


def test_nothing_is_smaller_than_eleven_pixels(drawn):
    for text in drawn.values():
        assert min(float(size) for size in re.findall(r"([\d.]+)px", text)) >= 11
