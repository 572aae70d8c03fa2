"""The mini-world: its grammar, its stories, and what the best reader of them could know."""
