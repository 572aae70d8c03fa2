"""Ask any model for hidden words, or a fine-tuned one for its task: `python -m bert_lab.ask`."""

from bert_lab.ask.guesses import Guess, guess

__all__ = ["Guess", "guess"]
