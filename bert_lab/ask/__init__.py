"""Hidden words asked of any model with a head for them: `python -m bert_lab.ask MODEL TEXT`."""

from bert_lab.ask.guesses import Guess, guess

__all__ = ["Guess", "guess"]
