"""What readers look at: figures, widgets, shapes, source code."""
