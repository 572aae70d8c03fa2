"""AttentionView: what one token reads in every block and head, and what it needs (`ch-model`)."""

import traitlets as t

from bert_lab.look.widgets.model_widget import PassWidget
from bert_lab.look.widgets.words import listed

EXAMPLES = [
    ("cash", "i went to the bank to deposit cash", 5),
    ("trunk", "the elephant drank the milk with its trunk", 8),
    ("match", "he took a match from the box to make a fire", 4),
]


class AttentionView(PassWidget):
    """What a token reads, as ribbons through the blocks, beside what its guess is without it.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text: what to start with. Punctuation is dropped.
        hidden: places of words that stand behind <mask>, counted from 0 with <cls>.
        query: the position of the token that looks, from 0.

    Attributes, each of them the reader's choice as it stands, which Python may set: `text`,
    `second`, `hidden`, `query`; `block` and `head`, of what is looked at, from 0; `alone`, whether
    that head alone is drawn; `cut`, a list of entries of the attention weights that are closed, as
    [block, head, query, key], from 0, -1 for all. `tokens` and `trace` are computed from them.

    Raises:
        ValueError: for a model in training mode, a tokenizer that cuts words, or a text that is
            longer than 28 tokens or the model's `max_len`.

    What the page computes is in `web/bert`; `ch-model` says what
    attention weights are not.
    """

    _name = "attention_view"
    _heights = 683, 786

    block, head, query = (t.Int(0, min=0).tag(sync=True) for _ in range(3))
    alone = t.Bool().tag(sync=True)
    examples = t.List(t.Tuple(t.Unicode(), t.Unicode(), t.Int()), help="name, text, query").tag(
        sync=True
    )

    def __init__(self, model, tokenizer, text: str, *, hidden=(), query=0) -> None:
        super().__init__(model, tokenizer, text=text, hidden=list(hidden), query=query)
        if self.checkpoint:
            self.examples = EXAMPLES
        self._check_room()
        _ = self.trace  # raises ValueError now if the text is too long for the model

    def _fallback_html(self) -> str:
        tokens = self.tokens
        weights = self.trace.attention_weights[0][0, 0]  # (T, T), of block 1, head 1
        rows = []
        for token, row in zip(tokens, weights, strict=True):
            top = row.topk(min(3, len(tokens)))
            most = (tokens[i] for i in top.indices.tolist())
            rows.append([token, listed(zip(most, top.values.tolist(), strict=True))])
        return self._table(rows, block=1, head=1)
