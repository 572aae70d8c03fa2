"""What adapters learn beside all weights, and what the gap filler that the package has is worth."""
