"""Riddle: one word fits two gaps, which the reader and the mini-BERT guess (the first page)."""

import tomllib
from pathlib import Path

import torch
import traitlets as t

from bert_core.inputs import get_tokens_and_segments
from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets.base import Record, room
from bert_lab.look.widgets.model_widget import MASK, ModelWidget, without_punctuation
from bert_lab.look.widgets.words import element, percent

GAP = "___"
# Each word with its `lines`, and the word to `press`.
RIDDLES = tomllib.loads((Path(__file__).parents[3] / "assets/riddles.toml").read_text("utf-8"))


class Riddle(ModelWidget):
    """Two lines with a gap each: the reader guesses the word, then BERT's cards turn.

    Args:
        word: the riddle to begin with, a key of `RIDDLES`; a KeyError for another.
        solved: whether it opens with the answer, to look at, and without other riddles.

    Attributes: `riddles`, and `guesses`, what the mini-BERT has for each gap of the first.
    """

    _name = "riddle"

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
        riddles = [{"word": one, **RIDDLES[one]} for one in (word, *others)]
        super().__init__(*load_mini_bert(), riddles=riddles, solved=solved)

    @property
    def _shows_own(self) -> None:
        """Nothing: what a riddle promises, the book's BERT keeps."""

    def _reserved(self) -> str:
        return room(355, 448) if self.solved else room(239, 291)  # on the first page: no frame

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
