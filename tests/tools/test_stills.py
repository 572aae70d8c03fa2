"""tools.stills: the pictures equal what the widget draws, and are readable as they are."""

import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import BertAlive
from bert_lab.look.widgets.openings import FIRST_PAGE, OPENINGS
from tests.helpers.browser_cases import percent
from tools.stills import DIGEST, FIGURES, FLOWS, SOCIAL, digest, stills

SVG = "{http://www.w3.org/2000/svg}"


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


def test_the_book_s_picture_has_its_title_and_its_words_in_each_language(drawn):
    for name, language in SOCIAL.items():
        assert f">{language['title']}<" in drawn[name]
    others = drawn.keys() & SOCIAL.keys() - {"social.svg"}
    assert len(others) == 2
    assert not [name for name in others if re.search(">(block 1|answers|tokens)<", drawn[name])]


def test_a_drawing_has_its_words_as_text_its_colours_by_name_and_no_script(drawn):
    for name, text in drawn.items():
        root = ElementTree.fromstring(text)
        words = {element.text for element in root.iter(f"{SVG}text")}
        a_pass = {"<cls>", "block 1", "block 2", "answers"} <= words
        assert a_pass or {"bank", "RoBERTa"} & words or name in SOCIAL, name
        fills = {element.get("fill") for element in root.iter(f"{SVG}path")} - {None}
        assert all(re.fullmatch(r"var\(--[\w-]+\)", fill) for fill in fills)
        declared = set(re.findall(r"(--[\w-]+): ?light-dark", text))
        assert set(re.findall(r"var\((--[\w-]+)\)", text)) <= declared
        assert "<script" not in text
        assert len(text) < 150_000


def test_what_stands_in_a_page_leaves_the_page_alone(drawn):
    """Its style sheet applies to a drawing, inline or in its own file."""
    for name in FLOWS:
        style = re.search("<style>(.*)</style>", drawn[name], re.DOTALL)[1]
        selectors = [rule.split("{")[0].strip() for rule in style.split("}") if "{" in rule]
        assert all(re.match(r"\.flow\b|svg:root$", one) for one in selectors), selectors
        assert float(re.search(r'width="(\d+)"', drawn[name])[1]) <= 672


def test_the_first_page_shows_what_the_model_says(drawn):
    hero = drawn["alive-0.svg"]
    shown = BertAlive(*load_mini_bert(), **FIRST_PAGE)
    word, share = next(iter(shown.guesses[0].items()))
    assert re.search(rf">{word}(?: ✓)?</text><text[^>]*>{percent(share)}</text>", hero)


def test_nothing_is_smaller_than_eleven_pixels(drawn):
    for text in drawn.values():
        assert min(float(size) for size in re.findall(r"([\d.]+)px", text)) >= 11
