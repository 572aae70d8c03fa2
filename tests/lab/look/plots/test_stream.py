"""The residual stream: what is lit, and where numbers stand."""

import pytest
from matplotlib.figure import Figure

from bert_lab.look.plots import residual_stream
from tools.drawings.fitting import NARROW, WIDE, faults, fit

NOTES = {
    "in": "(2, 0)",
    "attention": "(0.3, 3.3)",
    "sum 1": "(2.3, 3.3)",
    "norm 1": "(−1, 1)",
    "network": "(0.3, 3.3)",
    "sum 2": "(2.3, 3.3)",
    "norm 2": "(−1, 1)",
}


def strengths(ax):
    return {text.get_text(): text.get_alpha() for text in ax.texts}


def test_what_a_chapter_is_not_about_is_dim():
    ax = residual_stream(["network"], start="in", end="next", ax=Figure().subplots())
    found = strengths(ax)
    assert found["network"] == 1 > max(found[name] for name in ("in", "attention", "norm", "next"))
    assert set(strengths(residual_stream(ax=Figure().subplots())).values()) == {1}


def test_numbers_stand_in_the_order_of_the_way():
    ax = residual_stream(notes=NOTES, ax=Figure().subplots())
    notes = [text for text in ax.texts if text.get_text() in NOTES.values()]
    assert [text.get_text() for text in notes] == list(NOTES.values())
    places = [text.xy[0] for text in notes]
    assert places == sorted(places)


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_it_can_be_read_on_a_desktop_and_on_a_phone(width):
    figure = Figure(figsize=(6.8, 2.4), layout="constrained")
    residual_stream(notes=NOTES, start="“crane”", end="block 2", ax=figure.subplots())
    fit(figure, width)
    assert not faults(figure)


def test_an_unknown_part_is_refused():
    with pytest.raises(ValueError, match=r"lit: expected in, attention, .* got pooler"):
        residual_stream(["pooler"], ax=Figure().subplots())
