"""Hidden words asked of any model with a head for them, and a fine-tuned one what it was tuned for:
`python -m bert_lab.ask MODEL TEXT [SECOND]`.
"""

from bert_lab.ask.guesses import Guess, guess

__all__ = ["Guess", "guess"]
