"""The kinds of models that the reference layout is read and written of: BERT, and two after it."""
