"""Search in the book's own entries: by words, by vectors, in two stages, and how good it is
(`ch-practice`)."""
