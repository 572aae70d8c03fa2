"""Riddle: one word fits two gaps, which the reader and the mini-BERT guess (the first page)."""

import torch
import traitlets as t

from bert_core.inputs import get_tokens_and_segments
from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets.base import Record
from bert_lab.look.widgets.model_widget import MASK, ModelWidget, without_punctuation
from bert_lab.look.widgets.words import element, percent

GAP = "___"
# Each word with its two lines, and the word of theirs whose loss changes BERT's answer.
RIDDLES = {
    "match": (
        "He took a ___ from the box to make a fire.",
        "We won the ___ against the teachers.",
        "fire",
    ),
    "bark": ("The dog gave one loud ___.", "The ___ of the tree was white.", "tree"),
    "bat": (
        "Tom hit the ball into the lake with his old ___.",
        "At night a ___ flew into the tent.",
        "lake",
    ),
    "bank": (
        "I opened an account at the ___ near my house.",
        "The ___ was muddy where the river turned.",
        "near",
    ),
    "pitch": (
        "The ___ of the song was too high for the boy.",
        "The match was late because the ___ was wet after the rain.",
        "of",
    ),
}


class Riddle(ModelWidget):
    """Two lines with a gap each: the reader guesses the word, then BERT's cards turn.

    Args:
        word: the riddle to begin with, a key of `RIDDLES`; a KeyError for another.
        solved: whether it opens with the answer, to look at, and without other riddles.

    Attributes: `riddles`, and `guesses`, what the mini-BERT has for each gap of the first.
    """

    _name = "riddle"
    _heights = 400, 470

    riddles = t.List(
        Record(
            {
                "word": t.Unicode(),
                "lines": t.List(t.Unicode(), minlen=2, maxlen=2),
                "press": t.Unicode(),
            }
        )
    ).tag(sync=True)
    solved = t.Bool().tag(sync=True)

    def __init__(self, word: str = "match", *, solved: bool = False) -> None:
        others = [] if solved else [one for one in RIDDLES if one != word]
        chosen = [(one, *RIDDLES[one]) for one in (word, *others)]
        riddles = [
            {"word": one, "lines": [first, second], "press": press}
            for one, first, second, press in chosen
        ]
        super().__init__(*load_mini_bert(), riddles=riddles, solved=solved)

    @property
    def _shows_own(self) -> None:
        """Nothing: what a riddle promises, the book's BERT keeps."""

    @property
    def guesses(self) -> list[dict[str, float]]:
        """For each line every word's share, the likeliest first."""
        return [self._guess(line) for line in self.riddles[0]["lines"]]

    @torch.no_grad()
    def _guess(self, line: str) -> dict[str, float]:
        text = without_punctuation(line.replace(GAP, " gap ")).lower().split()
        words = [MASK if word == "gap" else word for word in text]
        tokens, segments = get_tokens_and_segments(words)
        ids = torch.tensor([[self._tokenizer.token_to_id(token) for token in tokens]])
        at = torch.tensor([[tokens.index(MASK)]])
        logits = self._model(ids, torch.tensor([segments]), None, at)[1][0, 0]  # (V,)
        shares, order = logits.double().softmax(dim=-1).sort(descending=True)
        words = map(self._tokenizer.id_to_token, order.tolist())
        return dict(zip(words, shares.tolist(), strict=True))

    def _fallback_html(self) -> str:
        one = self.riddles[0]
        word, gap = one["word"], one["word"] if self.solved else "____"
        lines = "".join(
            element('p lang="en" class="rd-text"', line.replace(GAP, gap)) for line in one["lines"]
        )
        first, second = (percent(guess[word]) for guess in self.guesses)
        answer = element("p", self._say("answer", word=word, first=first, second=second))
        if self.solved:
            return lines + answer
        return f"{lines}<details>{element('summary', self._say('which'))}{answer}</details>"
