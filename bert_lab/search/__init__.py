"""Search in the book's own entries: by words, by vectors (`ch-practice`)."""
