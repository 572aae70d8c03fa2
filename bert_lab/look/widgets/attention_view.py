"""AttentionView: every head of every block on the reader's own text (chapter 6)."""

import torch
import traitlets as t

from bert_core.encoder import EncoderTrace
from bert_core.inputs import get_tokens_and_segments
from bert_lab.look.widgets.base import table
from bert_lab.look.widgets.model_widget import TextWidget
from bert_lab.look.widgets.sources import source

_SOURCE = source("attention_view")


class AttentionView(TextWidget):
    """Type a text, choose a head and a token, and see where its attention goes.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text, second: what to start with; an empty `second` means a single text.
        block, head, query: the block, its head and the position of the token that looks, from 0.

    Attributes, each of them the reader's choice as it stands, which Python may set: `text`,
    `second`, `block`, `head`, `query`. `tokens` and `trace` are computed from them.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, or a text that is
            longer than the model's `max_len`.

    What the page computes is in `mini_bert.js`; chapter 6 says what attention weights are not.
    """

    _name = "attention_view"
    _esm = _SOURCE["esm"]
    _css = _SOURCE["css"]

    block, head, query = (t.Int(0, min=0).tag(sync=True) for _ in range(3))

    def __init__(
        self, model, tokenizer, text: str, second: str = "", *, block=0, head=0, query=0
    ) -> None:
        choice = {"text": text, "second": second, "block": block, "head": head, "query": query}
        super().__init__(model, tokenizer, **choice)
        _ = self.trace  # raises ValueError now if the text is too long

    @property
    def tokens(self) -> list[str]:
        """The text, or both, as the model reads it."""
        return self._encode()[0]

    @property
    def trace(self) -> EncoderTrace:
        """What happens inside the encoder on the text as it stands; B = 1."""
        tokens, segments = self._encode()
        ids = torch.tensor([[self._tokenizer.token_to_id(token) for token in tokens]])  # (1, T)
        inputs = ids.to(self._device), torch.tensor([segments], device=self._device)
        with torch.no_grad():
            return self._model.encoder.trace(*inputs)

    def _encode(self) -> tuple[list[str], list[int]]:
        return get_tokens_and_segments(self._words(self.text), self._words(self.second) or None)

    def _fallback_html(self) -> str:
        tokens = self.tokens
        weights = self.trace.attention_weights[self.block][0, self.head]  # (T, T)
        rows = []
        for token, row in zip(tokens, weights, strict=True):
            top = row.topk(min(3, len(tokens)))
            pairs = zip(top.indices.tolist(), top.values.tolist(), strict=True)
            rows.append(
                [token, ", ".join(f"{tokens[i]} {100 * share:.0f} %" for i, share in pairs)]
            )
        caption = f"Block {self.block}, head {self.head}: where each token looks most."
        return table(caption, ["from", "most to"], rows)
