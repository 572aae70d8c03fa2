"""BertAlive: one picture of the whole pass, on the reader's own text.

See `ch-prologue`, `ch-model` and `ch-own-sentence`.
"""

from typing import Any

import torch
import traitlets as t

from bert_core.model import BERTModel
from bert_lab.checkpoint.snapshots import kept_steps, load_state
from bert_lab.look.widgets.base import Record, room
from bert_lab.look.widgets.model_widget import MASK, PassWidget, StatesWidget
from bert_lab.look.widgets.words import listed, percent
from bert_lab.measures import recorded

MOST_BLOCKS, MOST_HEADS = 4, 8
EXAMPLES = [
    {
        "name": "nest",
        "text": "a crane built a nest in the reeds",
        "second": "there were three white eggs in the nest",
        "hidden": [2, 14],
    },
    {
        "name": "not_next",
        "text": "a crane built a nest in the reeds",
        "second": "from up there the workers looked like toys",
        "hidden": [2],
    },
    {"name": "cash", "text": "i went to the bank to deposit cash", "second": "", "hidden": [5]},
    {
        "name": "trunk",
        "text": "the elephant drank the milk with its trunk",
        "second": "",
        "hidden": [8],
    },
    {
        "name": "match",
        "text": "he took a match from the box to make a fire",
        "second": "",
        "hidden": [4],
    },
]


class BertAlive(PassWidget, StatesWidget):
    """Tokens as rows, time from left to right: embeddings, every head of every block, guesses.

    Args:
        model: a `BERTModel` in evaluation mode of up to 4 blocks and 8 heads.
        tokenizer: its word-level tokenizer, see `train_word_level`.
        text, second: what to start with; an empty `second` means a single text. Punctuation is
            dropped. Without a text the mini-BERT starts with the first of its examples.
        hidden: places of words that stand behind <mask>, counted from 0 with <cls>.
        lit: stages or parts that are shown at full strength and wider: "tokens", "embeddings" (or
            "word", "segment", "position", "sum"), "block1" (or "attention1", "ffn1", "state1"),
            "answers"; "training" shows the slider in a compact picture. None: all of them.
        say: the sentence above, by default what is hidden, and what is guessed of it; with one of
            its own the picture has no text fields and no tour, and no training unless that is lit.
        compact: likewise, in rows less high.
        bet: the reader lays three coins on words that the first guess is thought to need, and what
            it is without them stands in the right column only once they are cut.
        step: updates that the mini-BERT has done, of the steps whose states the package has; by
            default all.

    Attributes, the reader's choice as it stands, which Python may set: `text`, `second`, `hidden`;
    `cut`, a list of entries of the attention weights that are closed, as [block, head, query,
    key], from 0, -1 for all; `tour`, the stop from 0, or -1; `step`. `tokens`, `trace` and
    `guesses` are computed from them.

    Raises:
        ValueError: for a model in training mode or too large for the picture, a tokenizer that
            cuts words, a text of more than 28 tokens, or a bet on one in which nothing is hidden.

    What the page computes is in `web/bert`.
    """

    _name = "bert_alive"

    lit = t.List(t.Unicode()).tag(sync=True)
    tour = t.Int(-1, min=-1).tag(sync=True)
    step = t.Int(0, min=0).tag(sync=True)
    say = t.Unicode().tag(sync=True)
    compact = t.Bool().tag(sync=True)
    bet = t.Bool().tag(sync=True)
    examples = t.List(
        Record(
            {
                "name": t.Unicode(),
                "text": t.Unicode(),
                "second": t.Unicode(),
                "hidden": t.List(t.Int(min=0)),
            }
        )
    ).tag(sync=True)
    run = Record(
        {},
        {"steps": t.List(t.Int()), "loss": t.List(t.Float()), "kept": t.List(t.Int())},
        help="of the shipped model; `kept`: steps whose states the package has",
    ).tag(sync=True)

    def __init__(
        self,
        model,
        tokenizer,
        text="",
        second="",
        *,
        hidden=(),
        lit=(),
        say="",
        compact=False,
        bet=False,
        step=None,
    ) -> None:
        config = model.config
        if config.num_blks > MOST_BLOCKS or config.num_heads > MOST_HEADS:
            raise ValueError(
                f"expected at most {MOST_BLOCKS} blocks and {MOST_HEADS} heads, got "
                f"{config.num_blks} and {config.num_heads}"
            )
        start = {"text": text, "second": second, "hidden": list(hidden)}
        shown = {"lit": list(lit), "say": say, "compact": compact, "bet": bet}
        super().__init__(model, tokenizer, **start, **shown)
        if self.checkpoint:
            self._of_the_shipped_run(text, step, bet)
        self._check_room()
        if bet and MASK not in self.tokens:
            raise ValueError("expected a text with a hidden word to bet on")

    def _of_the_shipped_run(self, text: str, step: int | None, bet: bool) -> None:
        """Examples in the mini-world's words, and the states that the package keeps."""
        record = recorded("probes")
        loss = [round(x, 3) for x in record["loss"]]
        kept = [*kept_steps(), record["steps"][-1]]
        self.run = {"steps": record["steps"], "loss": loss, "kept": kept}
        self.step = kept[-1] if step is None else step
        if not self.compact:
            self.examples = [one for one in EXAMPLES if not (bet and one["second"])]
        if not text:
            first = {key: value for key, value in EXAMPLES[0].items() if key != "name"}
            self.set_trait_values(first)

    def set_trait_values(self, values: dict[str, Any]) -> None:
        """Set several traits at once, by name."""
        for name, value in values.items():
            setattr(self, name, value)

    @t.validate("step")
    def _kept(self, proposal):
        kept = self.run.get("kept")
        if kept and proposal.value not in kept:
            raise t.TraitError(f"expected one of the steps {kept}, got {proposal.value}")
        return proposal.value

    @property
    def guesses(self) -> list[dict[str, float]]:
        """For each <mask> the four likeliest words and their probabilities, the likeliest first."""
        predictions = []
        with torch.no_grad():
            encoded_X = self.trace.hidden_states[-1][0]  # (T, D)
            for position, token in enumerate(self.tokens):
                if token == MASK:
                    # a model from left to right says what comes next
                    pred_position = position - self._shown_model.config.causal
                    logits = self._shown_model.mlm.decode(encoded_X[pred_position])
                    best = logits.double().softmax(dim=-1).topk(min(4, len(logits)))
                    words = map(self._tokenizer.id_to_token, best.indices.tolist())
                    predictions.append(dict(zip(words, best.values.tolist(), strict=True)))
        return predictions

    @property
    def follows(self) -> float:
        """The probability that the second text follows the first, of what is shown."""
        model = self._shown_model
        with torch.no_grad():
            logits = model.nsp(model.hidden(self.trace.hidden_states[-1][:, 0]))[0]  # (2,)
        return logits.double().softmax(dim=-1)[1].item()

    @property
    def _shown_model(self) -> BERTModel:
        own = self._shows_own and self.yours
        if self.run and not own and self.step != self.run["kept"][-1]:
            return load_state(self._model.config, self.step).to(self._device)
        return self._model

    @property
    def _shows_own(self) -> bool:
        return not (self.compact and "training" in self.lit)  # which shows the book's own run

    def _reserved(self) -> str:
        T, key = len(self.tokens), 22 * bool(self.say)
        if self.bet:
            return room(566, 662, max(0, 24 * T - 364))  # a finger has rows of 24 pixels
        if not self.compact:
            desk, phone = (630, 665) if self.say else (672, 768)
            return room(desk, phone, max(0, 24 * T - 360))
        row = min(26, 456 // T / 2)  # as in web/bert/layout.ts
        rest = row * T + key + 38 * ("training" in self.lit)
        return room(175 + rest, 216 + rest, max(0, 24 - row) * T)

    def _fallback_html(self) -> str:
        guesses = iter(self.guesses)
        rows = []
        for token in self.tokens:
            best = next(guesses).items() if token == MASK else ()
            rows.append([token, listed(best)])
        if self.second:
            rows[0][1] = self._say("follows", share=percent(self.follows))
        return self._table(rows)
