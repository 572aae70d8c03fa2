"""Each map of the table is the term of its row and column, and all have one scale."""

import pytest
import torch
from matplotlib.figure import Figure

from bert_lab.look.plots import term_maps


def test_rows_are_the_query_s_parts():
    terms = torch.zeros(2, 2, 3, 3)
    terms[0, 1, 2, 0] = 4.0
    terms[1, 0] = 1.0
    figure = Figure()
    assert term_maps(terms, ["word", "place"], ["a", "b", "c"], limit=4, figure=figure) is figure
    opacity = [ax.collections[0].get_facecolor()[:, 3].round(2).tolist() for ax in figure.axes]
    assert opacity[0] == opacity[3] == [0.05] * 9
    assert opacity[1] == [0.05] * 6 + [1.0] + [0.05] * 2
    assert opacity[2] == [0.25] * 9
    labels = [(ax.get_ylabel(), ax.get_xlabel()) for ax in figure.axes]
    assert labels == [("word", ""), ("", ""), ("place", "word"), ("", "place")]
    names = [[label.get_text() for label in ax.get_xticklabels()] for ax in figure.axes]
    assert names == [[], [], ["a", "b", "c"], ["a", "b", "c"]]


def test_names_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="expected 2 names, got 1"):
        term_maps(torch.zeros(2, 2, 3, 3), ["word"], ["a", "b", "c"], limit=1, figure=Figure())
