"""TurningArrows: hands are turned by keyboard, mouse and finger; the one between them stays."""

import math

import pytest
import torch

from bert_lab.look.widgets import TurningArrows
from bert_lab.successors.modernbert_attention import rotate
from tests.helpers.close import near
from tests.helpers.javascript import call
from tests.helpers.static_html import Page

TURNED = rotate(torch.tensor([0.0, 1.0]).expand(1, 1, 41, 2))[0, 0]  # (places, 2)


@pytest.fixture
def arrows():
    return TurningArrows(["crane", "flying"])


def said(page):
    page.wait_for_timeout(400)  # what is said waits for a pause
    return page.locator("output").inner_text().replace("\u00a0", " ")


def drag(page, name, by):
    """Take a hand at its tip, and turn it by so many radians, a third at a time."""
    slider = page.get_by_role("slider", name=name)
    box = slider.locator("svg").bounding_box()
    place = float(slider.get_attribute("aria-valuetext").split()[-1])
    x, y, long = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] * 0.4
    at = [place + by * i / 12 for i in range(13)]
    points = [(x - long * math.sin(a), y - long * math.cos(a)) for a in at]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point)
    page.mouse.up()


def values(page):
    return [int(one.get_attribute("aria-valuenow")) for one in page.get_by_role("slider").all()]


def test_hands_stand_as_rotate_turns_them():
    places = [0, 1, 2, 7, 40]
    tips = call("widgets/turning_arrows", *(["tip", place] for place in places))
    for place, (x, y) in zip(places, tips, strict=True):
        assert [x, -y] == near(TURNED[place].tolist(), roundings=64)
    between = call("widgets/turning_arrows", ["between", 2], ["between", 7])
    cosines = [float(TURNED[3] @ TURNED[3 + apart]) for apart in (2, 7)]
    assert between == [round(math.degrees(math.acos(x))) for x in cosines]


def test_by_keyboard_both_move_or_one(open_widget, arrows):
    page = open_widget(arrows, reduced_motion="reduce")
    assert said(page).startswith(
        "A word’s place turns its arrow: “crane” is in place 0, “flying” in place 2. They are 115° "
        "apart, and the dot product is −0.42."
    )
    both = page.get_by_role("slider", name="“flying” comes along")
    for key in ("ArrowRight", "ArrowUp", "ArrowRight", "ArrowLeft"):
        both.press(key)
    assert values(page) == [2, 2]
    assert "place 2, “flying” in place 4. They are 115° apart" in said(page)
    alone = page.get_by_role("slider", name="alone")
    alone.press("ArrowUp")
    assert "in place 2, “flying” in place 5. They are 172° apart" in said(page)
    for key, expected in (("Home", 1), ("ArrowLeft", 1), ("End", 12), ("ArrowRight", 12)):
        alone.press(key)
        assert values(page) == [2, expected]
    both.press("End")
    assert "“crane” is in place 40, “flying” in place 52." in said(page)


def test_a_hand_is_dragged_round(open_widget, arrows):
    page = open_widget(arrows)
    drag(page, "comes along", 8)  # more than once round
    assert values(page) == [8, 2]
    drag(page, "comes along", -3)
    assert values(page) == [5, 2]
    drag(page, "alone", 4)
    assert values(page) == [5, 6]
    drag(page, "alone", -9)
    assert values(page) == [5, 1]  # never behind the first
    assert page.locator("[aria-valuetext='place 6']").count() == 1


def test_python_and_the_table():
    arrows = TurningArrows(["crane", "flying"], place=3)
    arrows.apart = 7
    with pytest.raises(Exception, match="apart"):
        arrows.apart = 13
    page = Page(arrows.static_html())
    assert page.texts["th"][-3:] == ["3", "8", "23"]
    assert page.texts["td"][:4] == ["10", "172°", "213°", "0.75"]
