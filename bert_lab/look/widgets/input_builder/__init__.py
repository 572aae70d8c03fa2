"""InputBuilder: from a text or two to the matrix that enters the first block (`ch-input`)."""

import torch
import traitlets as t
from torch import Tensor

from bert_core.inputs import get_tokens_and_segments, pad_batch, truncate_pair
from bert_lab.look.widgets.model_widget import TextWidget, without_punctuation

_SHOWN = 3  # entries of the sum in the table for readers without JavaScript


class InputBuilder(TextWidget):
    """Type a text or a pair; see tokens, segments, positions, padding and the sum of embeddings.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text, second: what to start with; an empty `second` means a single text.
        max_len: positions of the padded row, from 5 to the model's `max_len`; what does not fit is
            left out as by `truncate_pair`.
        position: the one that is unfolded, with its numbers, from 0.

    Attributes, each of them the reader's choice as it stands, which Python may set: `text`,
    `second`, `max_len`, `position`. `tokens`, `segments`, `valid_len` and `terms` are computed
    from them.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, or a `max_len` above
            the model's.
    """

    _name = "input_builder"
    _heights = 687, 794

    max_len = t.Int(5, min=5).tag(sync=True)
    position = t.Int(0, min=0).tag(sync=True)

    def __init__(
        self, model, tokenizer, text: str, second: str = "", *, max_len: int = 12, position: int = 0
    ) -> None:
        choice = {"text": text, "second": second, "max_len": max_len, "position": position}
        super().__init__(model, tokenizer, **choice)

    @t.validate("max_len")
    def _has_positions(self, proposal: dict) -> int:
        most = self._model.config.max_len
        if proposal["value"] > most:
            raise ValueError(
                f"expected at most max_len = {most}, the model's, got {proposal['value']}"
            )
        return proposal["value"]

    @property
    def tokens(self) -> list[str]:
        """The sequence as the model reads it, `<pad>` included."""
        return [self._tokenizer.id_to_token(i) for i in self._batch()[0][0].tolist()]

    @property
    def segments(self) -> list[int]:
        """The segment id of each token."""
        return self._batch()[1][0].tolist()

    @property
    def valid_len(self) -> int:
        """How many of the tokens are no padding."""
        return int(self._batch()[2])

    @property
    def terms(self) -> dict[str, Tensor]:
        """The rows (T, D) that are added: `token`, `segment`, `position`; their `sum`; and `norm`,
        what enters the first block, which is the sum itself in a model without a norm there.
        """
        tokens, segments, valid_lens = self._batch()
        encoder = self._model.encoder
        with torch.no_grad():
            parts = {
                "token": encoder.token_embedding(tokens)[0],
                "segment": encoder.segment_embedding(segments)[0],
                "position": encoder.pos_embedding[0, : tokens.shape[1]],
            }
            norm = encoder.embed(tokens, segments, valid_lens)[0]
        return parts | {"sum": sum(parts.values()), "norm": norm}

    def _batch(self) -> tuple[Tensor, Tensor, Tensor]:
        """tokens (1, T), segments (1, T), valid_lens (1,), T = max_len."""
        texts = (self._words(without_punctuation(text)) for text in (self.text, self.second))
        first, second = texts
        shortened = truncate_pair(first, second or None, self.max_len)
        tokens, segments = get_tokens_and_segments(*shortened)
        ids = [self._tokenizer.token_to_id(token) for token in tokens]
        batch = pad_batch([ids], [segments], self.max_len)
        tokens, segments, valid_lens = (x.to(self._device) for x in batch)
        return tokens, segments, valid_lens

    def _fallback_html(self) -> str:
        numbers = self.terms["sum"][:, :_SHOWN].tolist()
        read = self._say("no"), self._say("yes")
        rows = [
            [i, token, segment, read[i < self.valid_len], *(f"{x:.2f}" for x in row)]
            for i, (token, segment, row) in enumerate(
                zip(self.tokens, self.segments, numbers, strict=True)
            )
        ]
        entries = (self._say("sum", number=number) for number in range(_SHOWN))
        facts = {"valid": self.valid_len, "most": self.max_len, "shown": _SHOWN}
        return self._table(rows, *entries, **facts)
