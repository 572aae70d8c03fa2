"""Figures of the book: functions that take data and an `ax`, and return Axes."""

from bert_core.plots.heatmaps import heat_map
from bert_core.plots.style import PALETTE, house_style

__all__ = ["PALETTE", "heat_map", "house_style"]
