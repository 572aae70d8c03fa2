"""Base classes of widgets that run a model in the browser, in a notebook or the static book."""

import re
from functools import cache
from typing import cast
from unicodedata import category, normalize

import torch
import traitlets as t
from torch import Tensor

from bert_core.attention import attention_mask
from bert_core.encoder import EncoderTrace, TransformerEncoderBlock
from bert_core.inputs import SPECIAL_TOKENS, get_tokens_and_segments
from bert_core.model import BERTModel
from bert_lab.checkpoint import MINI_BERT
from bert_lab.checkpoint.packing import pack_folder
from bert_lab.checkpoint.single_file import check_word_level, packed
from bert_lab.checkpoint.snapshots import kept_steps, state_file
from bert_lab.look.widgets.my_bert import Subscriber
from bert_lab.look.widgets.words import element, say
from bert_lab.text.wordpiece import MASKS

shipped = cache(pack_folder)
MOST_TOKENS = 28  # for which a picture has room
MASK = "<mask>"


class ModelWidget(Subscriber):
    """Passes a model to `web/bert`: a notebook sends its weights, a page loads the mini-BERT's.

    `weights` is what `pack` makes: half precision, so answers of a model that was stored in float32
    differ in the fourth digit. It is no part of the static HTML. There `checkpoint` says which file
    of the book's has the same bytes; a page has no others but the reader's own, and the widget says
    so.
    """

    def __init__(self, model, tokenizer, **traits) -> None:
        self._model, self._tokenizer = model, tokenizer
        if model.training:
            raise ValueError("expected a model in evaluation mode: call model.eval() first")
        weights = packed(model, tokenizer)
        checkpoint = MINI_BERT.name if weights == shipped(MINI_BERT) else ""
        super().__init__(weights=weights, checkpoint=checkpoint, **traits)
        self._subscribe()


class StatesWidget(ModelWidget):
    """A model widget that also shows the mini-BERT at earlier training steps.

    A page asks for the state after `wanted` updates and gets its file in `state`; who stores it is
    the book's host, or Python. `wanted` is -1 while nothing is asked for, or if there is no such.
    """

    wanted = t.Int(-1).tag(sync=True, kernel_only=True)
    state = t.Bytes().tag(sync=True, kernel_only=True)

    @t.observe("wanted")
    def _send_state(self, change) -> None:
        if self.checkpoint and change.new in kept_steps():
            self.state = state_file(change.new).read_bytes()
        else:
            self.wanted = -1


class TextWidget(ModelWidget):
    """A model widget whose reader types one text or two; without the model only its table shows.

    `text` and `second` are the texts as they stand. Raises ValueError for a tokenizer that cuts
    words.
    """

    text = t.Unicode().tag(sync=True)
    second = t.Unicode().tag(sync=True)

    def __init__(self, model, tokenizer, **traits) -> None:
        check_word_level(tokenizer)
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
        return self._fallback_html() + element("p", say("widgets.fallback.elsewhere"))


class PassWidget(TextWidget):
    """A text widget that draws a whole forward pass, with words hidden and attention cut.

    `hidden` are places of words that stand behind <mask>, counted from 0 with <cls>; `cut` is a
    list of entries of the attention weights that are closed, as [block, head, query, key], from 0,
    -1 for all. `tokens` and `trace` are computed from them.
    """

    hidden = t.List(t.Int(min=0)).tag(sync=True)
    cut = t.List(t.List(t.Int(min=-1), minlen=4, maxlen=4)).tag(sync=True)

    @property
    def tokens(self) -> list[str]:
        """The text, or both, as the model reads it, with <mask> in front of what is hidden."""
        return self._encode()[0]

    @property
    def trace(self) -> EncoderTrace:
        """The encoder's trace of what is shown, with its cuts; B = 1."""
        tokens, segments = self._encode()
        encoder = self._shown_model.encoder
        ids = torch.tensor([[self._tokenizer.token_to_id(token) for token in tokens]])  # (1, T)
        inputs = ids.to(self._device), torch.tensor([segments], device=self._device)
        with torch.no_grad():
            if not self.cut:
                return encoder.trace(*inputs)
            states, weights = [encoder.embed(*inputs)], []
            for block, blk in enumerate(encoder.blks):
                X, mask = states[-1], self._open(block, len(tokens))
                weights.append(cast(TransformerEncoderBlock, blk).attention.weights(X, mask))
                states.append(blk(X, mask))
        return EncoderTrace(tuple(states), tuple(weights))

    @property
    def _shown_model(self) -> BERTModel:
        return self._model

    def _check_room(self) -> None:
        if len(self.tokens) > MOST_TOKENS:
            raise ValueError(f"expected at most {MOST_TOKENS} tokens, got {len(self.tokens)}")

    def _encode(self) -> tuple[list[str], list[int]]:
        words = (self._words(without_punctuation(text)) for text in (self.text, self.second))
        first, second = words
        tokens, segments = get_tokens_and_segments(first, second or None)
        return [
            MASK if at in self.hidden and token not in SPECIAL_TOKENS[2:] else token
            for at, token in enumerate(tokens)
        ], segments

    def _open(self, block: int, length: int) -> Tensor:
        """Which entries of this block's attention weights are open, (1, N, T, T) bool."""
        config = self._model.config
        mask = torch.ones(1, config.num_heads, length, length, dtype=torch.bool)
        causal = attention_mask(None, length, config.causal)
        mask = mask if causal is None else mask & causal
        every = slice(None)
        for of_block, *entry in self.cut:
            if of_block in (-1, block):
                mask[0, *(every if place < 0 else place for place in entry)] = False
        return mask.to(self._device)


def without_punctuation(text: str) -> str:
    """As `web/text/plain.ts` has it: no marks but apostrophes and hyphens, letters of one width and
    form, and what has no blanks between words as single characters."""
    whole = MASKS.sub("<mask>", normalize("NFKC", text))
    shown = re.sub(r"[\ufe00-\ufe0f\U000e0100-\U000e01ef]", "", whole)
    kinds = ((char, category(char)) for char in shown if category(char) != "Cf")
    kept = "".join(" " if kind[0] == "P" and char not in "'’-" else char for char, kind in kinds)
    return re.sub(
        r"[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]", r" \g<0> ", kept
    )
