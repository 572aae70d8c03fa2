"""InputBuilder: from a text or two to the rows that enter the first block (`ch-input`)."""

import torch
import traitlets as t
from torch import Tensor

from bert_core.inputs import get_tokens_and_segments
from bert_lab.look.widgets.model_widget import MOST_TOKENS, TextWidget, without_punctuation

_SHOWN = 3  # entries of the sum in the table for readers without JavaScript


class InputBuilder(TextWidget):
    """Each token of a text or a pair as the sum of its three embeddings; words can be moved.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text, second: what to start with; an empty `second` means a single text.
        position: the one that is unfolded, from 0.

    Attributes, each of them the reader's choice as it stands, which Python may set: `text`,
    `second`, `position`. `tokens`, `segments` and `terms` are computed from them.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, or more than 28
            tokens.
    """

    _name = "input_builder"
    _heights = 610, 658

    position = t.Int(0, min=0).tag(sync=True)

    def __init__(self, model, tokenizer, text: str, second: str = "", *, position: int = 0) -> None:
        super().__init__(model, tokenizer, text=text, second=second, position=position)
        if len(self.tokens) > MOST_TOKENS:
            raise ValueError(f"expected at most {MOST_TOKENS} tokens, got {len(self.tokens)}")

    @property
    def tokens(self) -> list[str]:
        """The sequence as the model reads it."""
        return self._sequence()[0]

    @property
    def segments(self) -> list[int]:
        """The segment id of each token."""
        return self._sequence()[1]

    @property
    def terms(self) -> dict[str, Tensor]:
        """The rows (T, D) that are added, `token`, `segment`, `position`, and their `sum`."""
        tokens, segments = self._sequence()
        encoder = self._model.encoder
        ids = [self._tokenizer.token_to_id(token) for token in tokens]
        with torch.no_grad():
            parts = {
                "token": encoder.token_embedding.weight[ids],
                "segment": encoder.segment_embedding.weight[segments],
                "position": encoder.pos_embedding[0, : len(tokens)],
            }
            return parts | {"sum": torch.stack([*parts.values()]).sum(dim=0)}

    def _sequence(self) -> tuple[list[str], list[int]]:
        first, second = (
            self._words(without_punctuation(text)) for text in (self.text, self.second)
        )
        return get_tokens_and_segments(first, second or None)

    def _fallback_html(self) -> str:
        numbers = self.terms["sum"][:, :_SHOWN].tolist()
        rows = [
            [i, token, "AB"[segment], *(f"{x:.2f}" for x in row)]
            for i, (token, segment, row) in enumerate(
                zip(self.tokens, self.segments, numbers, strict=True)
            )
        ]
        entries = (self._say("sum", number=number) for number in range(_SHOWN))
        return self._table(rows, *entries, shown=_SHOWN)
