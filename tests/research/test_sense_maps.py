"""research/sense_maps.py: held-out sentences, and a run that gives the record."""

from collections import Counter

import pytest
import torch

import sense_maps as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from bert_lab.measures.word_senses import word_vectors
from bert_lab.world.mini_world import mini_world, senses
from sense_maps import NUM_SENTENCES, WORDS, held_out_examples, sense_maps
from tests.helpers.close import assert_close, near


@pytest.fixture(scope="module")
def maps():
    return sense_maps(*load_mini_bert())


@pytest.mark.parametrize("word", WORDS)
def test_sentences_are_held_out_and_of_both_senses(word):
    stories = mini_world().valid + mini_world().test
    examples = held_out_examples(word, NUM_SENTENCES)
    counts = Counter(sense for *_, sense in examples)
    assert set(counts) == set(senses()[word].values())
    assert all(10 <= n <= NUM_SENTENCES // 2 for n in counts.values())
    assert len({text for text, *_ in examples}) == len(examples)
    for text, at, _ in examples:
        assert text.split()[at] == word
        assert any(text in story for story in stories)


def assert_these(record, maps):
    """A record, rounded to four digits, perhaps made with another number of threads."""
    assert list(record) == list(maps)
    for word, found in maps.items():
        assert record[word]["sentences"] == found["sentences"]
        for key in ("points", "plane", "offsets"):
            ours, theirs = torch.tensor(record[word][key]), torch.tensor(found[key])
            assert_close(ours, theirs, digits=3)  # four of a number below ten
        for kind, alike in found["alike"].items():
            assert record[word]["alike"][kind] == near(alike, digits=4)


def test_points_are_without_the_means_of_word_and_position(maps):
    model, tokenizer = load_mini_bert()
    ambiguous = [word for word, topics in senses().items() if len(set(topics.values())) > 1]
    examples = {word: held_out_examples(word, NUM_SENTENCES) for word in ambiguous}
    raw = {w: word_vectors(model, tokenizer, examples[w])[2] for w in ambiguous}  # (n, D)
    by_position = {}
    for word, vectors in raw.items():
        for vector, (_, at, _) in zip(vectors - vectors.mean(dim=0), examples[word], strict=True):
            by_position.setdefault(at, []).append(vector)
    means = {at: torch.stack(vectors).mean(dim=0) for at, vectors in by_position.items()}
    for word, sense_map in maps.items():
        plane, offsets = (torch.tensor(sense_map[key][2]) for key in ("plane", "offsets"))
        for i, (_, at, _) in enumerate(examples[word]):
            point = torch.tensor(sense_map["points"][2][i])
            clean = raw[word][i] - raw[word].mean(dim=0) - means[at]
            assert_close(clean @ plane, point, roundings=2 * 64, scale=10)
            assert_close(raw[word][i] @ plane - offsets[at], point, roundings=2 * 64, scale=10)
        assert_close(raw[word].mean(dim=0) @ plane, offsets[-1], roundings=2 * 64, scale=10)


def test_a_run_writes_these_maps(run_small, maps):
    found = run_small(script)
    assert found.keys() == recorded("sense_maps").keys()
    assert_these(found["maps"], maps)
