"""bert_lab.experiments.comparison: tasks on features and fine-tuned, and the record."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from bert_lab.experiments import recorded
from bert_lab.experiments.comparison import disambiguation, experiment, tasks
from bert_lab.experiments.comparison.experiment import ComparisonExperiment, task_recipe
from bert_lab.experiments.comparison.feature_models import (
    MODELS,
    PairModel,
    QuestionModel,
    TagModel,
    TextModel,
    highest,
)
from bert_lab.finetuning import measure
from bert_lab.finetuning.tasks import TASKS, mini_task
from bert_lab.history import SYSTEMS, load_system
from bert_lab.world.mini_world import senses, vocabulary

B, T, C, H, K = 3, 11, 7, 5, 4


@pytest.fixture(scope="module")
def systems():
    return {name: load_system(name) for name in SYSTEMS}


@pytest.fixture
def pairs():
    """Vectors of two texts and padding, the segments and the valid lengths."""
    X = torch.randn(B, T, C, generator=torch.Generator().manual_seed(0))
    firsts, valid_lens = torch.tensor([3, 4, 6]), torch.tensor([11, 7, 9])
    places = torch.arange(T)
    segments = ((places >= firsts[:, None]) & (places < valid_lens[:, None])).long()
    return X, segments, valid_lens


def build(kind, *sizes):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        return kind(*sizes)


# ---- the task's own models


def test_highest_by_hand():
    X = torch.tensor([[[1.0, 8.0], [3.0, 2.0], [9.0, 9.0]]])
    assert highest(X, torch.tensor([[True, True, False]])).tolist() == [[3, 8]]


@pytest.mark.parametrize("kind", MODELS.values())
def test_padding_has_no_influence(kind, pairs):
    model = build(kind, C, H, 2 if kind is QuestionModel else K)
    X, segments, valid_lens = pairs
    noise = torch.where(torch.arange(T)[:, None] < valid_lens[:, None, None], X, X + 9)
    found, other = model(X, segments, valid_lens), model(noise, segments, valid_lens)
    if kind is TagModel:
        real = torch.arange(T) < valid_lens[:, None]
        found, other = found[real], other[real]
    assert_close(found, other)


def test_a_pair_is_read_text_by_text(pairs):
    model, (X, segments, valid_lens) = build(PairModel, C, H, K), pairs
    for row in range(B):
        length = int(valid_lens[row])
        first = int((segments[row, :length] == 0).sum())
        u, v = (
            torch.cat(model.read.pair(Y, Y, torch.tensor([Y.shape[1]])), dim=-1).amax(dim=1)
            for Y in (X[row : row + 1, :first], X[row : row + 1, first:length])
        )
        expected = model.output(torch.cat([u, v, (u - v).abs(), u * v], dim=1))[0]
        assert_close(model(X, segments, valid_lens)[row], expected)


def test_answers_lie_in_the_second_text(pairs):
    model, (X, segments, valid_lens) = build(QuestionModel, C, H, 2), pairs
    scores = model(X, segments, valid_lens)
    allowed = (segments == 1) & (torch.arange(T) < valid_lens[:, None] - 1)
    assert scores.isfinite().equal(allowed[:, None].expand_as(scores))


def test_each_token_takes_from_the_question_what_is_like_it(pairs):
    model, (X, segments, valid_lens) = build(QuestionModel, C, H, 2), pairs
    read = []
    model.reread.register_forward_hook(lambda module, inputs, output: read.append(inputs[0]))
    model(X, segments, valid_lens)
    states, asked, product = read[0].chunk(3, dim=-1)
    for row in range(B):
        question = states[row, segments[row, : valid_lens[row]].eq(0).nonzero()[:, 0]]
        for place in range(int(valid_lens[row])):
            weights = (question @ states[row, place]).softmax(dim=0)
            assert_close(asked[row, place], weights @ question)
    assert_close(product, states * asked)


@pytest.mark.parametrize("kind", [TextModel, PairModel])
def test_classes_are_decoded(kind):
    decoded = build(kind, C, H, K).decode(torch.tensor([[0.0, 2, 1, 0], [3, 2, 1, 0]]))
    assert decoded.tolist() == [1, 0]


# ---- features


def test_what_each_system_adds(systems):
    data = mini_task("sentiment", 5, "valid")
    batch = data.tokens, data.segments, data.valid_lens
    glove = systems["glove"].layers(*batch)[0]
    for name in tasks.FEATURES:
        joined, mixed = tasks.read_features(name, systems, *batch)
        assert_close(joined[0], glove)
        assert len(joined) == (2 if name in ("taglm", "cove") else 1)
        assert len(mixed) == (3 if name == "elmo" else 0)
    top = systems["elmo"].layers(*batch)[-1]
    assert_close(tasks.read_features("taglm", systems, *batch)[0][1], top)
    assert_close(tasks.read_features("elmo", systems, *batch)[1][-1], top)


@pytest.mark.parametrize("name", ["glove", "elmo"])
def test_features_stay_as_they_are_and_the_task_is_learned(name, systems, monkeypatch):
    monkeypatch.setitem(tasks.RECIPE, "num_train_steps", 150)
    before = {k: w.clone() for k, w in systems[name].state_dict().items()}
    data = mini_task("sentiment", 64, "train")
    task_model, added = tasks.train_task(name, systems, data, seed=1)
    assert all(w.equal(before[k]) for k, w in systems[name].state_dict().items())
    assert added == sum(p.numel() for p in task_model.parameters())
    assert measure(task_model, data)["accuracy"] > 0.9  # of what it has seen


def test_fine_tuning_adds_one_layer_and_leaves_the_system(systems, monkeypatch):
    monkeypatch.setitem(tasks.RECIPE, "num_train_steps", 2)
    before = {k: w.clone() for k, w in systems["gpt"].state_dict().items()}
    task_model, added = tasks.train_task("gpt", systems, mini_task("sentiment", 32, "train"), 1)
    assert (added, task_model.pooling) == (64 * 2 + 2, "last")
    assert all(w.equal(before[k]) for k, w in systems["gpt"].state_dict().items())
    tuned = task_model.encoder.token_embedding.weight
    assert not tuned.equal(systems["gpt"].model.encoder.token_embedding.weight)


class Counted(nn.Module):
    """A docstring."""

    def forward(self, X):
        """Another one."""
        # a comment

        return X


def test_lines_of_code_by_hand():
    assert tasks.code_lines(Counted) == 3 + 1  # unparsed, a blank line stands between the two


# ---- the record


@pytest.fixture(scope="module")
def record():
    return recorded("comparison")


def test_the_record_is_of_these_questions(record):
    assert tuple(record["seeds"]) == experiment.SEEDS
    assert tuple(record["sizes"]) == tasks.SIZES
    assert record["recipe"] == task_recipe()
    assert list(record["senses"]) == [*SYSTEMS, *experiment.CONTROLS]
    assert list(record["tasks"]) == list(TASKS)
    for task, found in record["tasks"].items():
        assert list(found["systems"]) == [*tasks.FEATURES, *tasks.TUNED]
        for name, row in found["systems"].items():
            spec = TASKS[task]
            kind = MODELS[type(spec)] if name in tasks.FEATURES else spec.task_model
            assert row["lines"] == tasks.code_lines(kind)
            means = [sum(column) / len(column) for column in zip(*row["runs"], strict=True)]
            assert row["mean"] == pytest.approx(means, abs=1e-3)


@pytest.mark.parametrize("name", ["glove", "cove", "elmo", "gpt", "bert"])
@pytest.mark.parametrize("word", ["bank", "crane"])
def test_senses_are_found_again(name, word, record, systems):
    found = disambiguation.ask_word(systems[name], word, vocabulary())
    # on another processor a vector or two may have another nearest neighbour
    assert_close(
        found, torch.tensor(record["senses"][name]["seed 0"][word]).double(), atol=0.06, rtol=0
    )


def test_a_task_is_found_again(record, systems):
    row = record["tasks"]["sentiment"]["systems"]["glove"]["runs"][0]
    test, size = mini_task("sentiment", tasks.NUM_TEST, "test"), tasks.SIZES[0]
    data = mini_task("sentiment", size, "train", 0)
    task_model, _ = tasks.train_task("glove", systems, data, 0)
    assert measure(task_model, test)["accuracy"] == pytest.approx(row[0], abs=0.06)


# ---- the parts


def test_systems_are_trained_before_those_built_on_them_and_before_they_are_asked():
    alone, built, asked = ComparisonExperiment().rounds()
    assert {name for _, name, _ in built} == {"cove", "taglm"}
    assert {name for _, name, _ in alone + built} == set(SYSTEMS)
    assert {seed for _, _, seed in alone + built} == {1, 2}  # those of seed 0 are in the package
    assert {(name, seed) for _, name, seed in asked} == {
        (name, seed) for name in (*SYSTEMS, *experiment.CONTROLS) for seed in (0, 1, 2)
    }


def test_a_trained_system_is_found_by_the_parts_that_need_it(tmp_path, monkeypatch):
    asked = []

    def train(name, seed, needed=None):
        asked.append((name, seed, needed and needed.name))
        return load_system(name)

    monkeypatch.setattr(experiment, "train_system", train)
    parts = [("train", name, 1) for name in ("glove", "cove")]
    for part in parts:
        assert ComparisonExperiment().run(part, tmp_path).keys() == {"seconds"}
    assert asked == [("glove", 1, None), ("cove", 1, "glove")]
    found = experiment.load("cove", 1, tmp_path)
    assert found.name == "cove"


def test_the_parts_make_the_record(record):
    """From parts that all say the same: one of a system in the package, with seed 0."""
    words = [record["senses"]["glove"]["seed 0"][word] for word in senses()]
    pairs = [[[0.5], [0.5]]] * 4
    task = {name: {"metric": [0.5, 0.75], "parameters": 7} for name in TASKS}
    found = {
        key: {"words": words, "pairs": pairs, "tasks": task, "seconds": 1.0}
        for keys in ComparisonExperiment().rounds()
        for key in keys
    }
    made = ComparisonExperiment().summarise(found)
    assert made.keys() | {"inputs", "command", "machine", "torch", "seconds"} == record.keys()
    assert made["training"].keys() == record["training"].keys()
    assert made["senses"].keys() == record["senses"].keys()
    assert made["senses"]["glove"]["accuracy"] == record["senses"]["glove"]["accuracy"]
    assert made["tasks"]["sentiment"]["systems"]["elmo"]["mean"] == [0.5, 0.75]
