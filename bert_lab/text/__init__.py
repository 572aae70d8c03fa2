"""Corpora as documents of sentences, and tokenisers: word-level or WordPiece."""
