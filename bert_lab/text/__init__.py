"""Corpora as documents of sentences, and tokenisers: whole words or word pieces."""
