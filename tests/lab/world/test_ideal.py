"""The ideal predictor against brute force: every pair, every choice of words, every fate."""

import itertools
import math
from collections import Counter, defaultdict
from random import Random

import pytest
import torch

from bert_core.inputs import CLS, MASK, SEP, SPECIAL_TOKENS
from bert_core.masking import mask_tokens
from bert_core.pairs import Pair, pack_pairs
from bert_lab.world.floor import floor
from bert_lab.world.grammar import parse_grammar
from bert_lab.world.ideal import IdealPredictor
from tests.helpers.close import assert_close

TOY = parse_grammar("""
[slots]
"person / he" = ["tom / he", "peter / he"]
[topics.birds]
stories = ['''
  {person} saw no crane
  {he} saw no crane
  {person} was {happy|sad} again
''', '''
  tom saw the {crane|bird}
  he was happy again
''']
[topics.machines]
stories = ['''
  tom saw the crane
  the {crane|bird} saw tom again
  he was happy again
''']
""")
WORDS = {word for topic in TOY.topics for text in topic.sentences() for word in text.split()}
IDS = {token: index for index, token in enumerate([*SPECIAL_TOKENS, *sorted(WORDS)])}
V = len(IDS)


def _encode(sentence):
    return tuple(IDS[word] for word in sentence.split())


def _all_pairs():
    """(first, second, really next) -> probability, story by story."""
    true, firsts, seconds = Counter(), Counter(), Counter()
    for topic in TOY.topics:
        for story in topic.stories:
            choices = [range(len(draw.rows)) for draw in story.draws]
            for rows in itertools.product(*choices):
                sentences = [_encode(sentence) for sentence in story.tell(rows)]
                for pair in itertools.pairwise(sentences):
                    share = 1 / (len(TOY.topics) * len(topic.stories) * story.num_stories)
                    true[pair] += share
                    firsts[pair[0]] += share
                    seconds[pair[1]] += share
    total = true.total()
    pairs = Counter()
    for (first, second), share in true.items():
        pairs[first, second, 1] += share / total / 2
    for (first, p), (second, q) in itertools.product(firsts.items(), seconds.items()):
        pairs[first, second, 0] += p / total * q / total / 2
    return pairs


@pytest.fixture(scope="module")
def brute_force():
    """Inputs -> probability by label; inputs -> asked position -> probability by word."""
    labels, words = defaultdict(Counter), defaultdict(lambda: defaultdict(Counter))
    for (first, second, is_next), share in _all_pairs().items():
        clean = [CLS, *first, SEP, *second, SEP]
        places = [t for t, token in enumerate(clean) if token > MASK]
        choices = list(itertools.combinations(places, 2))  # 15 % of 11 to 13 tokens
        for chosen in choices:
            fates = [
                [(MASK, 0.8), (clean[t], 0.1), *((w, 0.1 / (V - 5)) for w in range(5, V))]
                for t in chosen
            ]
            for (a, p), (b, q) in itertools.product(*fates):
                inputs = clean.copy()
                inputs[chosen[0]], inputs[chosen[1]] = a, b
                key, chance = tuple(inputs), share / len(choices) * p * q
                labels[key][is_next] += chance
                for t in chosen:
                    words[key][t][clean[t]] += chance
    return labels, words


def _entropy(row):
    """Entropy of the normalised row, times its total."""
    return -sum(p * math.log(p / row.total()) for p in row.values() if p)


@pytest.fixture(scope="module")
def predictor():
    return IdealPredictor(TOY, IDS)


def test_brute_force_counts_everything_once(brute_force):
    labels, words = brute_force
    assert sum(row.total() for row in labels.values()) == pytest.approx(1)
    total = sum(row.total() for rows in words.values() for row in rows.values())
    assert total == pytest.approx(2)


def test_answers_are_the_posteriors(brute_force, predictor):
    labels, words = brute_force
    keys = sorted(labels, key=lambda key: labels[key].total())
    for key in keys[:: len(keys) // 150] + keys[-50:]:  # rare inputs and the likeliest
        positions = sorted(words[key])
        mlm, is_next = predictor(torch.tensor(key), torch.tensor(positions))
        assert is_next == pytest.approx(labels[key][1] / labels[key].total(), abs=1e-12)
        counts = [[words[key][t][w] for w in range(V)] for t in positions]
        expected = torch.tensor(counts, dtype=torch.float64)
        assert_close(mlm, expected / expected.sum(dim=1, keepdim=True), roundings=len(labels))


@pytest.mark.parametrize(
    "texts",
    [
        ("happy happy happy happy", "no no no no"),
        ("tom saw no crane",),
        ("tom saw the crane", "the bird saw tom again", "he was happy again"),
    ],
)
def test_inputs_must_come_from_the_grammar(predictor, texts):
    tokens = [CLS]
    for text in texts:
        tokens += [*_encode(text), SEP]
    with pytest.raises(ValueError, match="expected a pair of the grammar's sentences"):
        predictor(torch.tensor(tokens), torch.tensor([1]))


def test_floor_is_the_exact_expectation_within_its_error(brute_force, predictor):
    labels, words = brute_force
    nsp_loss = sum(_entropy(row) for row in labels.values())
    nsp_hits = sum(max(row.values()) for row in labels.values())
    mlm_loss = sum(_entropy(row) for rows in words.values() for row in rows.values()) / 2
    mlm_hits = sum(max(row.values()) for rows in words.values() for row in rows.values()) / 2

    rng, pairs = Random(7), _all_pairs()
    drawn = rng.choices(list(pairs), list(pairs.values()), k=800)
    data = pack_pairs([Pair(list(a), list(b), bool(y)) for a, b, y in drawn], 13)
    generator = torch.Generator().manual_seed(7)
    found = floor(predictor, mask_tokens(data.tokens, V, generator=generator))
    exact = (mlm_loss, nsp_loss, mlm_hits, nsp_hits)
    for (mean, error), value in zip(found[:4], exact, strict=True):
        assert 0 < error < 0.03
        assert abs(mean - value) < 3 * error
