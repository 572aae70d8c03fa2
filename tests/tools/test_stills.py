"""tools.stills: the pictures equal what the widget draws, and are readable as they are."""

import re

import pytest

from tools.stills import FIGURES, FLOWS, stills


@pytest.fixture(scope="module")
def drawn():
    return stills()


def test_what_is_stored_is_what_is_drawn_now(drawn):
    assert set(drawn) == set(FLOWS)
    for name, text in drawn.items():
        assert (FIGURES / name).read_text("utf-8") == text, f"run python -m tools.stills: {name}"


def test_nothing_is_smaller_than_eleven_pixels(drawn):
    for text in drawn.values():
        assert min(float(size) for size in re.findall(r"([\d.]+)px", text)) >= 11
