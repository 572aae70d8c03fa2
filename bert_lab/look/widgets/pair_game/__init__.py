"""PairGame: is the second sentence next? The reader guesses, and so does a model (`ch-nsp`)."""

from collections.abc import Sequence

import torch
import traitlets as t

from bert_core.inputs import get_tokens_and_segments
from bert_lab.look.widgets.base import Record
from bert_lab.look.widgets.model_widget import ModelWidget
from bert_lab.look.widgets.pair_game.clues import clue_of
from bert_lab.look.widgets.words import percent
from bert_lab.world.mini_world import Story

NEXT = "really next"
FALSE = ("other topic", "same topic, other story", "same story, last sentence", "swapped")


class PairGame(ModelWidget):
    """Pairs of sentences: the reader says "next" or "not next", the model does, both are counted.

    Args:
        model: a `BERTModel` in evaluation mode, small enough for a page to compute.
        tokenizer: its word-level tokenizer.
        stories: what the pairs are made of; they should be new to the model. See `draw_questions`.
        num, seed: how many pairs, and the seed of their choice.

    Attributes: `questions`, one `{"first", "second", "kind"}` for each pair, with the `clue` that a
    count of words finds in it; `answers`, the reader's so far, True for "next"; and
    `probabilities`, the model's for all of them.
    """

    _name = "pair_game"
    _heights = 316, 488  # before the first answer

    questions = t.List(
        Record(
            {"first": t.Unicode(), "second": t.Unicode(), "kind": t.Enum([NEXT, *FALSE])},
            {
                "clue": Record(
                    dict.fromkeys(("first", "second"), t.Unicode())
                    | {"met": t.Int(min=0), "chance": t.Float(min=0)}
                )
            },
        )
    ).tag(sync=True)
    answers = t.List(t.Bool()).tag(sync=True)

    def __init__(
        self, model, tokenizer, stories: Sequence[Story], *, num: int = 40, seed: int = 0
    ) -> None:
        questions = [_with_clue(one) for one in draw_questions(stories, num, seed)]
        super().__init__(model, tokenizer, questions=questions)

    @property
    def probabilities(self) -> list[float]:
        """What the model gives to "next", pair by pair."""
        return [self._p_next(one["first"], one["second"]) for one in self.questions]

    @torch.no_grad()
    def _p_next(self, first: str, second: str) -> float:
        encode = self._tokenizer.encode
        words = [encode(text, add_special_tokens=False).tokens for text in (first, second)]
        tokens, segments = get_tokens_and_segments(*words)
        device = self._model.encoder.pos_embedding.device
        ids = torch.tensor([[self._tokenizer.token_to_id(token) for token in tokens]])  # (1, T)
        logits = self._model(ids.to(device), torch.tensor([segments]).to(device))[2]  # (1, 2)
        return logits.softmax(dim=-1)[0, 1].item()

    def _fallback_html(self) -> str:
        rows = [
            [
                *(one[name] for name in ("first", "second", "kind")),
                percent(self._p_next(one["first"], one["second"])),
            ]
            for one in self.questions[:8]
        ]
        return self._table(rows)


def _with_clue(question: dict[str, str]) -> dict:
    clue = clue_of(question["first"], question["second"])
    return question | ({"clue": clue._asdict()} if clue else {})


def draw_questions(stories: Sequence[Story], num: int, seed: int) -> list[dict[str, str]]:
    """Half of the pairs are really next; the others are, by turns, of the four kinds in `FALSE`.

    Args:
        stories: of three sentences or more, and of two topics or more, with two stories or more
            of each.
        num: of pairs, from 1 to the number of stories; each story gives the first sentence once.
        seed: of the choice.

    Returns:
        `{"first", "second", "kind"}` in random order.

    Raises:
        ValueError: for a `num` that the stories don't allow, or a story without a partner.
    """
    if not 1 <= num <= len(stories):
        raise ValueError(f"num: expected 1 to {len(stories)}, the number of stories, got {num}")
    generator = torch.Generator().manual_seed(seed)
    order = torch.randperm(len(stories), generator=generator).tolist()
    kinds = [NEXT if i % 2 else FALSE[i // 2 % len(FALSE)] for i in range(num)]
    questions = []
    for i, kind in zip(order[:num], kinds, strict=True):
        own = stories[i].sentences
        k = int(torch.randint(len(own) - 2, (), generator=generator))
        first, second = own[k], own[k + 1]
        if kind == "swapped":
            first, second = second, first
        elif kind == FALSE[2]:
            second = own[-1]
        elif kind != NEXT:
            second = _elsewhere(stories, i, k + 1, same_topic=kind == FALSE[1])
        questions.append({"first": first, "second": second, "kind": kind})
    return [questions[i] for i in torch.randperm(num, generator=generator).tolist()]


def _elsewhere(stories, i: int, place: int, same_topic: bool) -> str:
    """The sentence at this place of the next story that fits, and is not the true one."""
    for story in [*stories[i + 1 :], *stories[:i]]:
        other = story.sentences[place : place + 1]  # none in a shorter story
        fits = (story.topic == stories[i].topic) == same_topic
        if fits and other and other != stories[i].sentences[place : place + 1]:
            return other[0]
    raise ValueError(f"stories: expected a partner for each, got none for {stories[i].sentences}")
