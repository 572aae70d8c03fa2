"""ContextProbe: one word in two sentences, compared layer by layer (`ch-context`)."""

import html

import torch
import traitlets as t
from torch import Tensor
from torch.nn import functional as F

from bert_core.inputs import get_tokens_and_segments
from bert_lab.look.widgets.base import Record
from bert_lab.look.widgets.model_widget import TextWidget, without_punctuation

_POINTS = t.List(t.List(t.List(t.Float(), minlen=2, maxlen=2)), help="by layers")


class ContextProbe(TextWidget):
    """Type two sentences that share a word; see how alike its vectors are, and where they lie.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text, second: the two sentences; punctuation is dropped.
        word: what to compare, the first time that it occurs in each; a key of `maps`.
        maps: the sense maps of this model, as `recorded("sense_maps")` has them for the mini-BERT.
        layer: the layer whose map is shown, 0 for the input embeddings.

    Attributes, each of them the reader's choice as it stands, which Python may set: `word`, `text`,
    `second`, `layer`. `vectors` and `cosines` are computed from them.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, a word without a map
            or a sentence without the word. So do `vectors` and `cosines`.
    """

    _name = "context_probe"
    _heights = 700, 724

    word = t.Unicode().tag(sync=True)
    layer = t.Int(0, min=0).tag(sync=True)
    maps = t.Dict(
        Record(
            {
                "sentences": t.List(
                    Record({"text": t.Unicode(), "at": t.Int(), "sense": t.Unicode()})
                ),
                **dict.fromkeys(("plane", "points", "offsets"), _POINTS),
                "alike": Record(dict.fromkeys(("same", "different"), t.List(t.Float()))),
            }
        ),
        help="by word",
    ).tag(sync=True)

    def __init__(
        self, model, tokenizer, text: str, second: str, *, word: str, maps: dict, layer: int = 0
    ) -> None:
        choice = {"word": word, "text": text, "second": second, "layer": layer}
        super().__init__(model, tokenizer, maps=maps, **choice)
        _ = self.vectors  # raises ValueError now if a sentence lacks the word

    @t.validate("word")
    def _has_a_map(self, proposal: dict) -> str:
        if proposal["value"] not in self.maps:
            raise ValueError(
                f"expected a word with a map ({', '.join(self.maps)}), got {proposal['value']!r}"
            )
        return proposal["value"]

    @property
    def vectors(self) -> Tensor:
        """The word's vectors in both sentences at every layer, (layers, 2, D)."""
        return torch.stack([self._layers(text) for text in (self.text, self.second)], dim=1)

    @property
    def cosines(self) -> list[float]:
        """Cosine of the two vectors: of the token embeddings (1), then at each layer."""
        first, second = self.vectors.unbind(dim=1)  # (layers, D) each
        return [1.0, *F.cosine_similarity(first, second, dim=-1).tolist()]

    def _layers(self, text: str) -> Tensor:
        tokens, segments = get_tokens_and_segments(self._words(without_punctuation(text)))
        if self.word not in tokens:
            raise ValueError(f"expected a sentence with the word {self.word!r}, got {text!r}")
        ids = [self._tokenizer.token_to_id(token) for token in tokens]
        rows = (torch.tensor([row], device=self._device) for row in (ids, segments))
        with torch.no_grad():
            states = self._model.encoder.trace(*rows).hidden_states
        return torch.stack([state[0, tokens.index(self.word)] for state in states])

    def _fallback_html(self) -> str:
        try:
            cosines = self.cosines
        except ValueError as error:  # the reader is in the middle of a sentence
            return f"<p>{html.escape(str(error))}</p>"
        layers = (self._say("layer", number=number) for number in range(len(cosines) - 1))
        names = [self._say("row"), *layers]
        rows = [[name, f"{x:.2f}"] for name, x in zip(names, cosines, strict=True)]
        return self._table(rows, word=self.word, text=self.text, second=self.second)
