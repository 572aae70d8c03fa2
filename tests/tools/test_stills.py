"""tools.stills: the pictures equal what the widget draws, and are readable as they are."""

import re

import pytest
from PIL import Image

from bert_lab.look.widgets.openings import OPENINGS
from tools.stills import DIGEST, FIGURES, FLOWS, SOCIAL, digest, stills


@pytest.fixture(scope="module")
def drawn():
    return stills()


def test_what_is_stored_is_what_is_drawn_now(drawn):
    openings = {f"alive-{number}.svg" for number in ("0", *OPENINGS)}
    assert set(drawn) == openings | set(FLOWS) | SOCIAL.keys()
    assert {path.name for path in FIGURES.glob("alive-*.svg")} == openings
    for name in drawn.keys() - SOCIAL.keys():
        stored = (FIGURES / name).read_text("utf-8")
        assert stored == drawn[name], f"run python -m tools.stills: {name}"
    for name in SOCIAL:
        with Image.open((FIGURES / name).with_suffix(".png")) as picture:
            assert picture.text[DIGEST] == digest(drawn[name]), "run python -m tools.stills"


def test_nothing_is_smaller_than_eleven_pixels(drawn):
    for text in drawn.values():
        assert min(float(size) for size in re.findall(r"([\d.]+)px", text)) >= 11
