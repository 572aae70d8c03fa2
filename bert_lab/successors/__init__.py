"""BERT's successors: each is the reader's own BERT with one change (`ch-after`).

A change of the model is a function that takes an untrained `BERTModel` and changes it in place, so
that one and the same training runs on all of them; `bert_core` gains no option for any of it.
"""
