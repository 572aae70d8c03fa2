"""Every representation that the text names, asked the same questions (chapters 1 and 2)."""
