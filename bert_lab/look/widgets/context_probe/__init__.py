"""ContextProbe: the word that two sentences share, compared layer by layer (`ch-context`)."""

import html

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.inputs import get_tokens_and_segments
from bert_lab.look.widgets.model_widget import TextWidget, without_punctuation


class ContextProbe(TextWidget):
    """Type two sentences that share a word; see how alike its two vectors are.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text, second: the two sentences; punctuation is dropped.

    Attributes: `text` and `second`, the reader's choice as it stands, which Python may set. `word`,
    `vectors` and `cosines` are computed from them.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, or two sentences that
            share no word. So do `word`, `vectors` and `cosines`.
    """

    _name = "context_probe"
    _heights = 679, 539

    def __init__(self, model, tokenizer, text: str, second: str) -> None:
        super().__init__(model, tokenizer, text=text, second=second)
        _ = self.vectors  # raises ValueError now if there is nothing to compare

    @property
    def word(self) -> str:
        """The longest word that both sentences have, of several the last in the first of them."""
        first, second = (self._tokens(text) for text in (self.text, self.second))
        shared = [word for word in first if word in second and not word.startswith("<")]
        if not shared:
            raise ValueError(
                f"expected two sentences that share a word, got {self.text!r} and {self.second!r}"
            )
        return max(reversed(shared), key=len)

    @property
    def vectors(self) -> Tensor:
        """The word's vectors in both sentences at every layer, (layers, 2, D)."""
        word = self.word
        return torch.stack([self._layers(text, word) for text in (self.text, self.second)], dim=1)

    @property
    def cosines(self) -> list[float]:
        """Cosine of the two vectors: of the token embeddings (1), then at each layer."""
        first, second = self.vectors.unbind(dim=1)  # (layers, D) each
        return [1.0, *F.cosine_similarity(first, second, dim=-1).tolist()]

    def _tokens(self, text: str) -> list[str]:
        return self._words(without_punctuation(text))

    def _layers(self, text: str, word: str) -> Tensor:
        tokens, segments = get_tokens_and_segments(self._tokens(text))
        ids = [self._tokenizer.token_to_id(token) for token in tokens]
        rows = (torch.tensor([row], device=self._device) for row in (ids, segments))
        with torch.no_grad():
            states = self._model.encoder.trace(*rows).hidden_states
        return torch.stack([state[0, tokens.index(word)] for state in states])

    def _fallback_html(self) -> str:
        try:
            cosines = self.cosines
        except ValueError as error:  # the reader is in the middle of a sentence
            return f"<p>{html.escape(str(error))}</p>"
        layers = (self._say("layer", number=number) for number in range(len(cosines) - 1))
        names = [self._say("row"), *layers]
        rows = [[name, f"{x:.2f}"] for name, x in zip(names, cosines, strict=True)]
        return self._table(rows, word=self.word, text=self.text, second=self.second)
