"""PairGame: fair questions, clues that are counted, and the model's answers."""

from collections import Counter
from itertools import pairwise

import pytest
import torch

from bert_core.pairs import Pair, pack_pairs
from bert_lab.checkpoint import load_mini_bert
from bert_lab.look.widgets import PairGame
from bert_lab.look.widgets.pair_game import FALSE, NEXT, draw_questions
from bert_lab.look.widgets.pair_game.clues import clue_of
from bert_lab.world.mini_world import generate_stories, split_stories
from tests.helpers.close import MINI, assert_close

STORIES = list(dict.fromkeys(generate_stories(300, seed=5)))


@pytest.fixture(scope="module")
def game():
    return PairGame(*load_mini_bert(), STORIES, num=12, seed=3)


def test_half_are_true_and_the_false_ones_take_turns():
    kinds = Counter(one["kind"] for one in draw_questions(STORIES, 40, 0))
    assert kinds == {NEXT: 20, **dict.fromkeys(FALSE, 5)}


def _holds(one):
    """Whether some story has the pair that its kind says."""
    first, second, kind = one["first"], one["second"], one["kind"]
    for story in STORIES:
        s = story.sentences
        neighbours = list(pairwise(s))
        if kind == NEXT and (first, second) in neighbours:
            return True
        if kind == "swapped" and (second, first) in neighbours:
            return True
        if kind == FALSE[2] and first in s[:-2] and second == s[-1]:
            return True
        if kind in FALSE[:2] and first in s and (first, second) not in neighbours:
            others = [o for o in STORIES if (o.topic == story.topic) == (kind == FALSE[1])]
            return any(second in o.sentences for o in others)
    return False


@pytest.mark.parametrize("seed", range(5))
def test_each_pair_is_what_it_says(seed):
    questions = draw_questions(STORIES, 80, seed)
    assert [one for one in questions if not _holds(one)] == []


def test_clues_are_counted_among_all_training_stories(game):
    """Again from the stories themselves, without the tables of places."""
    pairs = [pair for story in split_stories()[0] for pair in pairwise(story.sentences)]
    bags = [tuple(set(text.split()) for text in pair) for pair in pairs]
    for clue in (one["clue"] for one in game.questions):
        a, b = clue["first"], clue["second"]
        assert clue["met"] == sum(
            (a in first and b in second) or (b in first and a in second) for first, second in bags
        )
        either = torch.tensor([[a in bag, b in bag] for bag, _ in bags]).double()
        after = torch.tensor([[a in bag, b in bag] for _, bag in bags]).double()
        one, other = either.mean(0), after.mean(0)
        both = either.prod(1).mean() * after.prod(1).mean()
        chance = len(bags) * (one[0] * other[1] + one[1] * other[0] - both).item()
        assert clue["chance"] == pytest.approx(chance, abs=0.51 if chance >= 10 else 0.051)


def test_the_count_knows_topics_and_not_order():
    fresh = list(dict.fromkeys(generate_stories(300, seed=11)))
    drawn = draw_questions(fresh, 100, 4)
    says = {kind: [] for kind in (NEXT, *FALSE)}
    for one in drawn:
        if clue := clue_of(one["first"], one["second"]):
            says[one["kind"]].append(clue.met > clue.chance)
    shares = {kind: sum(fits) / len(fits) for kind, fits in says.items()}
    assert shares[NEXT] > 0.95
    assert shares["other topic"] < 0.1
    assert shares["swapped"] > 0.9
    assert clue_of("the a", "qwerty") is None


def test_the_models_answers_are_those_of_the_packed_pairs(game):
    model, tokenizer = load_mini_bert()
    ids = [[tokenizer.encode(q[k]).ids for k in ("first", "second")] for q in game.questions]
    packed = pack_pairs([Pair(*pair, True) for pair in ids], max_len=40)
    with torch.no_grad():
        logits = model(packed.tokens, packed.segments, packed.valid_lens)[2]
    ours = torch.tensor(game.probabilities)
    assert_close(ours, logits.softmax(dim=1)[:, 1], roundings=MINI)
