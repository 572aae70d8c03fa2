"""The test of senses on a released encoder: on this book's sentences and on CoarseWSD-20."""
