"""Figures, widgets, tensor shapes and displayed source code."""
