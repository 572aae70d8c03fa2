"""AttentionMicroscope: one token asks, and one picture follows it through attention.

See `ch-attention`.
"""

import inspect
import math

import torch
import traitlets as t
from torch import Tensor

from bert_core import attention
from bert_core.attention import MultiHeadAttention, attention_mask, attention_weights
from bert_lab.look.widgets.base import Record, room
from bert_lab.look.widgets.model_widget import MOST_TOKENS, TextWidget, without_punctuation
from bert_lab.look.widgets.words import percent

EXAMPLES = [  # name, text, block, head, query
    ("builder", "the <mask> built a nest in the reeds", 1, 1, 2),
    ("word_before", "he took a match from the box to make a fire", 0, 0, 7),
    ("word_after", "he took a match from the box to make a fire", 0, 2, 7),
]

# For each step the one line of `bert_core.attention` that holds this; of it lit.
LINES = {
    "step1": ("q, k, v = (self._split", "q, k, v"),
    "step2": ("scores = q @ k", "q @ k.transpose(-2, -1)"),
    "step3": ("scores = q @ k", "/ math.sqrt(q.shape[-1])"),
    "step4": ("return scores.softmax", "softmax(dim=-1)"),
    "step5": ("heads = dot_product_attention", "dot_product_attention(q, k, v, mask, dropout)"),
    "step6": ("scores = q @ k", "(B, N, T, T)"),
    "step7": ("return self.W_o(heads", "heads.transpose(1, 2).flatten(2)"),
}


def _line(holds: str, lit: str) -> dict[str, str]:
    found = [line for line in inspect.getsource(attention).splitlines() if holds in line]
    if len(found) != 1 or lit not in found[0]:
        raise ValueError(f"expected one line of bert_core.attention with {holds!r}, got {found}")
    return {"code": found[0].strip(), "lit": lit}


class AttentionMicroscope(TextWidget):
    """One token's query beside all keys; products, scores, shares, values; all tokens, all heads.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text: what to start with. Punctuation is dropped; <mask> may be typed.
        step: 1 query and keys, 2 products, 3 the root of K, 4 softmax, 5 the mixture of the values,
            6 all tokens, 7 all heads.
        query: position of the token that asks, from 0 with <cls>.
        block, head: from 0.
        weights: attention weights (N, T, T) of `block` that your own code has made for `text`; they
            are shown in place of the model's, and text, block and root stay as they are.

    Attributes of the same names are the reader's choice as it stands; Python may set them, and
    `root`: the scores shown are divided by `K ** (root / 2)`, the root of K for 1, nothing for 0.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, or a text that is
            longer than 28 tokens or the model's `max_len`; for weights of another shape or not
            finite.

    What the page computes is in `web/bert`; its lines of code are `bert_core.attention`'s own.
    See `ch-attention`.
    """

    _name = "attention_microscope"
    _heights = 700, 765

    step = t.Int(1, min=1, max=7).tag(sync=True)
    query, block, head = (t.Int(0, min=0).tag(sync=True) for _ in range(3))
    root = t.Float(1.0, min=0.0, max=1.0).tag(sync=True)
    examples = t.List(
        t.Tuple(t.Unicode(), t.Unicode(), t.Int(), t.Int(), t.Int()),
        help="name, text, block, head, query",
    ).tag(sync=True)
    given = t.List(
        t.List(t.List(t.Float())), help="weights (N, T, T) of the reader's own, or empty"
    ).tag(sync=True)
    code = Record(
        dict.fromkeys(LINES, Record({"code": t.Unicode(), "lit": t.Unicode()})),
        help="the line of code of each step; `lit`: of it",
    ).tag(sync=True)

    def __init__(
        self,
        model,
        tokenizer,
        text: str,
        *,
        step=1,
        query=0,
        block=0,
        head=0,
        weights: Tensor | None = None,
    ) -> None:
        choice = {"step": step, "query": query, "block": block, "head": head}
        code = {name: _line(*line) for name, line in LINES.items()}
        super().__init__(model, tokenizer, text=text, code=code, **choice)
        if self.checkpoint:
            self.examples = EXAMPLES
        if len(self.tokens) > MOST_TOKENS:
            raise ValueError(f"expected at most {MOST_TOKENS} tokens, got {len(self.tokens)}")
        theirs = self.attention_weights  # raises ValueError now if the text is too long for it
        if weights is not None:
            if weights.shape != theirs.shape or not weights.isfinite().all():
                shape = tuple(theirs.shape)
                raise ValueError(f"expected finite weights {shape}, got {tuple(weights.shape)}")
            self.given = _rounded(weights)

    @property
    def tokens(self) -> list[str]:
        """The text as the model reads it."""
        words = self._words(without_punctuation(self.text))
        return ["<cls>", *words, "<sep>"]

    @property
    def attention_weights(self) -> Tensor:
        """The shown block's attention weights, (N, T, T), with the root as chosen.

        The reader's own, if they were given.
        """
        if self.given:
            return torch.tensor(self.given)
        q, k, mask = self._queries_and_keys()
        stretched = q * math.sqrt(q.shape[-1]) ** (1 - self.root)
        return attention_weights(stretched, k, mask)[0]

    def _queries_and_keys(self) -> tuple[Tensor, Tensor, Tensor | None]:
        """Queries and keys (1, N, T, K) of the shown block, and its mask."""
        encoder, T = self._model.encoder, len(self.tokens)
        ids = torch.tensor([[self._tokenizer.token_to_id(token) for token in self.tokens]])
        mask = attention_mask(None, T, self._model.config.causal, self._device)
        blocks = list(encoder.blks)[: self.block + 1]
        with torch.no_grad():
            X = encoder.embed(ids.to(self._device), torch.zeros_like(ids, device=self._device))
            for blk in blocks[:-1]:
                X = blk(X, mask)
            heads: MultiHeadAttention = blocks[-1].attention
            q, k = (heads._split(W(X)) for W in (heads.W_q, heads.W_k))
        return q, k, mask

    def _reserved(self) -> str:
        return room(628, 692) if self.given else super()._reserved()  # no fields, no switches

    def _fallback_html(self) -> str:
        tokens, weights = self.tokens, self.attention_weights
        # another model may have fewer of them than the one that the choice was made on
        head, query = min(self.head, len(weights) - 1), min(self.query, len(tokens) - 1)
        q, k, _ = self._queries_and_keys()
        scores = (k[0, head] @ q[0, head, query]) / q.shape[-1] ** (self.root / 2)
        rows = [
            [token, f"{score:.2f}", percent(share)]
            for token, score, share in zip(
                tokens, scores.tolist(), weights[head, query].tolist(), strict=True
            )
        ]
        return self._table(rows, block=self.block + 1, head=head + 1, token=tokens[query])


def _rounded(weights: Tensor) -> list:
    """To five decimals, as a notebook stores them."""
    return [[[round(x, 5) for x in row] for row in head] for head in weights.tolist()]
