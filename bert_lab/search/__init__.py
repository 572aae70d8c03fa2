"""Search in the book's own entries: by words, by vectors, in two stages (`ch-practice`)."""
