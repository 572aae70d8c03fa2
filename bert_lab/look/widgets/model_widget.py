"""A widget whose page computes a model by itself, in a notebook and in the static book alike."""

import json
import unicodedata
from functools import cache

import torch
import traitlets as t

from bert_lab.checkpoint import MINI_BERT
from bert_lab.look.widgets.base import Widget
from bert_lab.look.widgets.packing import pack, pack_folder

shipped = cache(pack_folder)


class ModelWidget(Widget):
    """Hands a model to `mini_bert.js`: a notebook sends its weights, a page loads the mini-BERT's.

    `weights` is what `pack` makes: half precision, so answers of a model that was stored in float32
    differ in the fourth digit. It is no part of the static HTML. There `checkpoint` says which file
    of the book's has the same bytes; a page has no other models, and the widget says so.
    """

    weights = t.Bytes().tag(sync=True, kernel_only=True)
    checkpoint = t.Unicode().tag(sync=True)

    def __init__(self, model, tokenizer, **traits) -> None:
        self._model, self._tokenizer = model, tokenizer
        if model is not None:
            if model.training:
                raise ValueError("expected a model in evaluation mode: call model.eval() first")
            weights = packed(model, tokenizer)
            same = weights == shipped(MINI_BERT)
            traits |= {"weights": weights, "checkpoint": MINI_BERT.name if same else ""}
        super().__init__(**traits)


class TextWidget(ModelWidget):
    """A model widget whose reader types one text or two; without the model it is its table alone.

    `text` and `second` are the texts as they stand. Raises ValueError for a tokenizer that cuts
    words.
    """

    text = t.Unicode().tag(sync=True)
    second = t.Unicode().tag(sync=True)

    def __init__(self, model, tokenizer, **traits) -> None:
        kind = json.loads(tokenizer.to_str())["model"]["type"]
        if kind != "WordLevel":
            raise ValueError(f"expected a word-level tokenizer, got {kind}: a page cuts no words")
        super().__init__(model, tokenizer, **traits)

    @property
    def _device(self) -> torch.device:
        return self._model.encoder.pos_embedding.device

    def _words(self, text: str) -> list[str]:
        return self._tokenizer.encode(text, add_special_tokens=False).tokens

    def static_html(self) -> str:
        """The widget as HTML; the table alone if the book does not have the model."""
        if self.checkpoint:
            return super().static_html()
        where = "Open the notebook in Jupyter or Colab to choose for yourself."
        return f"{self._fallback_html()}<p>{where}</p>"


def packed(model, tokenizer) -> bytes:
    """A `BERTModel` and its tokenizer's vocabulary as `pack` writes them."""
    from safetensors.torch import save

    state = model.state_dict()
    if model.config.tied_decoder:
        del state["mlm.decoder.weight"]  # the token embedding's storage
    half = {name: w.detach().to("cpu", torch.half).contiguous() for name, w in state.items()}
    return pack(save(half), vars(model.config), tokenizer.get_vocab())


def without_punctuation(text: str) -> str:
    """The mini-world has none but apostrophes and hyphens; special tokens keep their brackets."""
    return "".join(
        " " if unicodedata.category(char).startswith("P") and char not in "'’-" else char
        for char in text
    )
