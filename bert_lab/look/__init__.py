"""What readers look at: figures, widgets, shapes, source code. Used by nothing else."""
