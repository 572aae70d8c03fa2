"""The experiment on what came after BERT: each variant is what it says."""

import math
from dataclasses import replace

import pytest
import torch
from tokenizers import Tokenizer

import _successor_questions as questions
import _successor_training as training
import successors as script
from _successor_training import make_learner, train
from _successor_variants import UNCHANGED, Variant
from bert_core.pairs import pack_pairs, sentence_pairs
from bert_lab.checkpoint import MINI_BERT
from bert_lab.measures import recorded
from bert_lab.pretraining import Prepared
from bert_lab.text.tokenization import encode
from bert_lab.world.mini_world import generate_stories, sense_examples
from successors import ALL, TABLE, TIME
from tests.helpers.close import near

SHORT = {"num_train_steps": 2, "train_batch_size": 8, "learning_rate": 6e-3}


@pytest.fixture(scope="module")
def world():
    """A small one, in the vocabulary of the mini-BERT: preparing the real one takes seconds."""
    stories = generate_stories(40, 0), generate_stories(8, 1)
    tokenizer = Tokenizer.from_file(str(MINI_BERT / "tokenizer.json"))
    draw, packed = torch.Generator().manual_seed(0), []
    for part in stories:
        documents = encode(tokenizer, [list(story.sentences) for story in part])
        packed.append(pack_pairs(sentence_pairs(documents, draw).pairs, 32))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "training_stories", lambda seed: stories)
        patch.setattr(script, "prepare", lambda seed: made)
        made = Prepared(tokenizer, *packed, {}, draw.get_state())
        yield made


@pytest.fixture
def quick(monkeypatch):
    """Fewer steps, labels, senses and held-out texts."""
    few = {word: sense_examples(word, 6, 0) for word in ("bank", "crane")}
    monkeypatch.setattr(questions, "ambiguous_examples", lambda: few)
    monkeypatch.setattr(questions, "NUM_LABELS", 8)
    monkeypatch.setattr(questions, "NUM_TEST", 8)
    monkeypatch.setattr(questions, "FEW", 8)
    monkeypatch.setattr(questions, "FINETUNING", {**SHORT, "num_train_steps": 1})
    monkeypatch.setattr(script, "RECIPE", SHORT)


def learned(name, world, **options):
    """The learner after two steps, and their records."""
    shorter = {**ALL[name].training, "num_train_steps": 2}
    variant = replace(ALL[name], training=shorter, num_pairs=ALL[name].num_pairs and 16)
    learner = make_learner(variant, world, 0)
    return learner, list(train(learner, variant, world, 0, **{**SHORT, **options}))


# The variants


def test_only_one_thing_changes():
    plain = Variant("").facts()
    for variant in TABLE[1:]:
        facts = variant.facts()
        changed = {name for name in plain if facts[name] != plain[name]} - {"name", "control"}
        together = {"change", "options"}, {"num_pairs", "training"}
        for several in together:  # one thing in two fields
            if several & changed:
                changed = (changed - several) | {min(several)}
        control = ALL[variant.control].facts()
        beside = {n for n in plain if facts[n] != control[n]} - {"name", "control", "options"}
        assert len(changed) == 1 or len(beside) == 1, variant.name


@pytest.mark.parametrize("variant", [v for v in TABLE if v.training.get("num_train_steps") != 0])
def test_every_variant_learns(world, variant):
    """Two steps move every matrix that is trained, and nothing that is not."""
    before = {n: w.clone() for n, w in _weights(make_learner(variant, world, 0)).items()}
    learner, records = learned(variant.name, world)
    assert all(math.isfinite(record.loss) for record in records)
    after, trained = _weights(learner), list(learner.trained.parameters())
    moved = {id(weight) for name, weight in after.items() if not weight.equal(before[name])}
    assert moved <= {id(weight) for weight in trained}
    assert moved >= {id(weight) for weight in trained if weight.requires_grad and weight.dim() > 1}


def _weights(learner):
    return dict(learner.objective.named_parameters())


def test_variants_of_a_seed_begin_alike_and_read_the_same(world):
    plain, first = learned(UNCHANGED, world)[1], learned("no NSP", world)[1]
    assert plain[0].mlm_loss == first[0].mlm_loss
    assert plain[0].loss == near(plain[0].mlm_loss + plain[0].nsp_loss, roundings=1)
    assert first[0].loss == near(first[0].mlm_loss, roundings=1)
    assert learned("local, one block", world)[1][0].mlm_loss != plain[0].mlm_loss


# The questions


# The table


def test_a_small_run(world, quick, run_small, monkeypatch):
    """With one seed two kinds of training, a control that is not trained, and a time."""
    monkeypatch.setattr(script, "NUM_TIMED", 2)
    few = [UNCHANGED, "untrained", "shared blocks"]
    monkeypatch.setattr(script, "keys", lambda: [(n, 0) for n in few] + [("shared blocks", TIME)])
    monkeypatch.setattr(script, "TABLE", [ALL[name] for name in few])
    record, whole = run_small(script), recorded("successors")
    assert record.keys() == whole.keys()
    plain, untrained, shared = record["variants"]
    assert [entry["name"] for entry in record["variants"]] == few
    for entry in record["variants"]:
        expected = next(one for one in whole["variants"] if one["name"] == entry["name"])
        assert entry.keys() == expected.keys()
        assert entry["runs"][0].keys() == expected["runs"][0].keys()
        assert entry["mean"].keys() == expected["mean"].keys()
        assert len(entry["runs"][0]["senses"]) == 3
    assert [point["step"] for point in plain["runs"][0]["curve"]] == [1, 2]
    assert plain["mean"]["mlm_loss"] > 5  # after two steps
    assert untrained["runs"][0]["curve"] == []
    spent = shared["milliseconds"]
    assert spent["ratio"] == pytest.approx(spent["own"] / spent["unchanged"], rel=1e-3)
    assert shared["equal_time"]["ratio"] == pytest.approx(spent["ratio"], rel=1e-3)
