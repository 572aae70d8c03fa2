"""MaskingLab: the masking procedure on one sentence, by dice and by hand (`ch-mlm`)."""

import torch
import traitlets as t

from bert_core.inputs import MASK, SPECIAL_TOKENS, get_tokens_and_segments
from bert_core.masking import mask_tokens
from bert_lab.look.widgets.base import room
from bert_lab.look.widgets.model_widget import ModelWidget
from bert_lab.look.widgets.words import percent

NUM_GUESSES = 3  # words that `predictions` tells for each token


class MaskingLab(ModelWidget):
    """Roll tokens or cover them; see what becomes of each and what a model makes of it.

    Args:
        sentence: text; the tokenizer's tokens between `<cls>` and `<sep>` are what the lab shows.
        tokenizer: a `tokenizers.Tokenizer` with the book's special tokens; random words come from
            its vocabulary.
        model: a `BERTModel` in evaluation mode.
        seed: of the first roll, which `mask_tokens` makes.

    Attributes, each of them the reader's choice as it stands: `tokens`, `chosen` (positions),
    `inputs` (tokens as the model reads them), `seed`, `rolls` and `predictions`. The guesses on
    the screen are the page's own, made by `web/bert`.
    """

    _name = "masking_lab"

    tokens = t.List(t.Unicode()).tag(sync=True)
    chosen = t.List(t.Int()).tag(sync=True)
    inputs = t.List(t.Unicode()).tag(sync=True)
    seed = t.Int(0).tag(sync=True)
    rolls = t.Int(1, min=1).tag(sync=True)
    specials = t.List(t.Unicode(), list(SPECIAL_TOKENS)).tag(sync=True)
    vocab = t.List(t.Unicode()).tag(sync=True)

    def __init__(self, sentence: str, tokenizer, model, *, seed: int = 0) -> None:
        ids = tokenizer.get_vocab()
        words = tokenizer.encode(sentence, add_special_tokens=False).tokens
        super().__init__(
            model,
            tokenizer,
            tokens=get_tokens_and_segments(words)[0],
            vocab=[w for w in sorted(ids, key=ids.get) if w not in SPECIAL_TOKENS],
            seed=seed,
        )
        drawn = mask_tokens(
            torch.tensor([[ids[token] for token in self.tokens]]),
            tokenizer.get_vocab_size(),
            generator=torch.Generator().manual_seed(seed),
        )
        self.chosen = sorted(drawn.positions[drawn.weights > 0].tolist())
        self.inputs = [tokenizer.id_to_token(i) for i in drawn.inputs[0].tolist()]

    @property
    def predictions(self) -> list[list]:
        """What the model makes of `inputs`: see `guesses`."""
        return guesses(self._model, self._tokenizer, self.inputs, NUM_GUESSES)

    def _reserved(self) -> str:
        rows = 26 * len(self.tokens)
        return room(340 + rows, 388 + rows)

    def _fallback_html(self) -> str:
        becomes = {i: outcome(self.tokens[i], self.inputs[i]) for i in self.chosen}
        rows = [
            [i, token, becomes.get(i, ""), self.inputs[i], token if i in becomes else ""]
            for i, token in enumerate(self.tokens)
        ]
        for row, top in zip(rows, self.predictions, strict=True):
            shown = top if row[0] in becomes else []
            row.append(", ".join(f"{w} {_percent(p)}" for w, p in shown))
        facts = {"chosen": len(self.chosen), "length": len(self.tokens)}
        return self._table(rows, self._say("guesses"), **facts)


def _percent(p: float) -> str:
    return f"<{percent(0.01)}" if p < 0.005 else percent(p)


def outcome(token: str, read_as: str) -> str:
    """What became of a chosen token: "mask", "random" or "keep"."""
    if read_as == SPECIAL_TOKENS[MASK]:
        return "mask"
    return "keep" if read_as == token else "random"


@torch.no_grad()
def guesses(model, tokenizer, tokens: list[str], num_guesses: int) -> list[list]:
    """The model's likeliest words at every position of one text.

    Args:
        model: `BERTModel` in evaluation mode; with dropout, guesses would change at each call.
        tokenizer: turns tokens into ids and back.
        tokens: one text, special tokens included.
        num_guesses: words per position.

    Returns:
        Per position, `[word, probability]` pairs, the likeliest first; probabilities rounded to two
        places, so that processors agree.
    """
    device = model.encoder.pos_embedding.device
    ids = torch.tensor(
        [[tokenizer.token_to_id(token) for token in tokens]], device=device
    )  # (1, T)
    positions = torch.arange(len(tokens), device=device)[None]  # (1, P), P = T
    _, logits, _ = model(ids, torch.zeros_like(ids), None, positions)  # (1, P, V)
    top = logits[0].softmax(dim=-1).topk(num_guesses)  # (P, num_guesses)
    return [
        [[tokenizer.id_to_token(i), round(p, 2)] for i, p in zip(*pair, strict=True)]
        for pair in zip(top.indices.tolist(), top.values.tolist(), strict=True)
    ]
