"""bert_lab.experiments.sense_maps: held-out sentences, and a record that the model still gives."""

from collections import Counter

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import recorded
from bert_lab.experiments.sense_maps import (
    NUM_SENTENCES,
    WORDS,
    SenseMapsExperiment,
    _plane,
    held_out_examples,
    sense_maps,
)
from bert_lab.experiments.sense_test import word_vectors
from bert_lab.world.mini_world import mini_world, senses


@pytest.fixture(scope="module")
def maps():
    return sense_maps(*load_mini_bert())


@pytest.fixture(scope="module")
def record():
    return recorded("sense_maps")["maps"]


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


def test_the_record_is_what_the_model_gives(maps, record):
    assert list(record) == list(maps)
    for word, found in maps.items():
        assert record[word]["sentences"] == found["sentences"]
        for key in ("points", "plane"):
            ours, theirs = torch.tensor(record[word][key]), torch.tensor(found[key])
            torch.testing.assert_close(ours, theirs, atol=2e-3, rtol=0)
        for kind, alike in found["alike"].items():
            assert record[word]["alike"][kind] == pytest.approx(alike, abs=1e-3)


def test_a_plane_shows_as_much_as_two_directions_can():
    vectors = torch.randn(11, 7, generator=torch.Generator().manual_seed(0))
    plane = _plane(vectors)
    most = torch.linalg.eigvalsh(vectors.T @ vectors)[-2:].sum()
    torch.testing.assert_close((vectors @ plane).square().sum(), most)
    torch.testing.assert_close(plane.T @ plane, torch.eye(2))
    assert (plane.gather(0, plane.abs().argmax(dim=0, keepdim=True)) > 0).all()


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
            torch.testing.assert_close(clean @ plane, point, atol=1e-4, rtol=0)
            torch.testing.assert_close(raw[word][i] @ plane - offsets[at], point, atol=1e-4, rtol=0)
        torch.testing.assert_close(raw[word].mean(dim=0) @ plane, offsets[-1], atol=1e-4, rtol=0)


def test_the_experiment_is_these_maps(tmp_path, maps):
    assert SenseMapsExperiment().run(("sense_maps",), tmp_path) == {"maps": maps}
