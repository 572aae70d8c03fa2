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

# For each step the one line of `bert_core.attention` that holds this; of it lit.
LINES = {
    "step1": ("q, k, v = (self._split", "q, k, v"),
    "step2": ("scores = q @ k", "q @ k.transpose(-2, -1)"),
    "step3": ("return scores.softmax", "softmax(dim=-1)"),
    "step4": ("heads = dot_product_attention", "dot_product_attention(q, k, v, mask, dropout)"),
    "step5": ("scores = q @ k", "(B, N, T, T)"),
    "step6": ("return self.W_o(heads", "heads.transpose(1, 2).flatten(2)"),
}


def _line(holds: str, lit: str) -> dict[str, str]:
    found = [line for line in inspect.getsource(attention).splitlines() if holds in line]
    if len(found) != 1 or lit not in found[0]:
        raise ValueError(f"expected one line of bert_core.attention with {holds!r}, got {found}")
    return {"code": found[0].strip(), "lit": lit}


class AttentionMicroscope(TextWidget):
    """One token asks, in the first block: its shares, and in six steps where they come from.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text: what is read. Punctuation is dropped; <mask> may be in it.
        step: 0 the shares alone; 1 query and keys, 2 products, 3 scores and softmax, 4 the mixture
            of the values, 5 all tokens, 6 all heads.
        query: position of the token that asks, from 0 with <cls>.
        head: from 0.

    Attributes of the same names are the reader's choice as it stands; Python may set them, and
    `root`: the scores shown are divided by `K ** (root / 2)`, the root of K for 1, nothing for 0.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, or a text that is
            longer than 28 tokens or the model's `max_len`.

    What the page computes is in `web/bert`; its lines of code are `bert_core.attention`'s own.
    See `ch-attention`.
    """

    _name = "attention_microscope"

    step = t.Int(0, min=0, max=6).tag(sync=True)
    query, head = (t.Int(0, min=0).tag(sync=True) for _ in range(2))
    root = t.Float(1.0, min=0.0, max=1.0).tag(sync=True)
    code = Record(
        dict.fromkeys(LINES, Record({"code": t.Unicode(), "lit": t.Unicode()})),
        help="the line of code of each step; `lit`: of it",
    ).tag(sync=True)

    def __init__(self, model, tokenizer, text: str, *, step=0, query=0, head=0) -> None:
        code = {name: _line(*line) for name, line in LINES.items()}
        super().__init__(model, tokenizer, text=text, code=code, step=step, query=query, head=head)
        if len(self.tokens) > MOST_TOKENS:
            raise ValueError(f"expected at most {MOST_TOKENS} tokens, got {len(self.tokens)}")
        self._queries_and_keys()  # raises ValueError now if the text is too long for the model

    @property
    def tokens(self) -> list[str]:
        """The text as the model reads it."""
        words = self._words(without_punctuation(self.text))
        return ["<cls>", *words, "<sep>"]

    @property
    def attention_weights(self) -> Tensor:
        """The first block's attention weights, (N, T, T), with the root as chosen."""
        q, k, mask = self._queries_and_keys()
        stretched = q * math.sqrt(q.shape[-1]) ** (1 - self.root)
        return attention_weights(stretched, k, mask)[0]

    def _queries_and_keys(self) -> tuple[Tensor, Tensor, Tensor | None]:
        """Queries and keys (1, N, T, K) of the first block, and its mask."""
        encoder, T = self._model.encoder, len(self.tokens)
        ids = torch.tensor([[self._tokenizer.token_to_id(token) for token in self.tokens]])
        mask = attention_mask(None, T, self._model.config.causal, self._device)
        heads: MultiHeadAttention = next(iter(encoder.blks)).attention
        with torch.no_grad():
            X = encoder.embed(ids.to(self._device), torch.zeros_like(ids, device=self._device))
            q, k = (heads._split(W(X)) for W in (heads.W_q, heads.W_k))
        return q, k, mask

    def _reserved(self) -> str:
        return room(615, 724) if self.step else room(519, 577)

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
        return self._table(rows, head=head + 1, token=tokens[query])
