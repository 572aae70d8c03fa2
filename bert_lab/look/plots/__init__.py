"""Figures of the book: functions that take data and an `ax`, and return Axes."""

from bert_lab.look.plots.arrows import arrow_plane
from bert_lab.look.plots.bars import grouped_bars, stacked_shares
from bert_lab.look.plots.curves import curves
from bert_lab.look.plots.heatmaps import heat_map
from bert_lab.look.plots.points import interval_dots, sense_scatter
from bert_lab.look.plots.seeds import seed_dots
from bert_lab.look.plots.stream import residual_stream
from bert_lab.look.plots.style import PALETTE, house_style
from bert_lab.look.plots.terms import term_maps

__all__ = [
    "PALETTE",
    "arrow_plane",
    "curves",
    "grouped_bars",
    "heat_map",
    "house_style",
    "interval_dots",
    "residual_stream",
    "seed_dots",
    "sense_scatter",
    "stacked_shares",
    "term_maps",
]
