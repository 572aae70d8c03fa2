"""What a BERT says: of hidden words and whole texts, and what it writes (`bert_lab.ask`)."""

from bert_lab.ask.guesses import Guess, guess
from bert_lab.ask.likelihood import WordScore, pseudo_log_likelihood, score_word, score_words
from bert_lab.ask.writing import ORDERS, Written, write

__all__ = [
    "ORDERS",
    "Guess",
    "WordScore",
    "Written",
    "guess",
    "pseudo_log_likelihood",
    "score_word",
    "score_words",
    "write",
]
