"""research/ablations.py and room.py: each variant changes what it says, and the table adds up."""

import json
import math
import re
from dataclasses import replace

import pytest
import torch

import ablations as script
import room
from _ablation_questions import (
    QUESTIONS,
    ask,
    ask_last_words,
    foreseeable_ends,
    from_the_left,
    last_word,
)
from _ablation_variants import VARIANTS
from _papers import BLOCK_PAPERS, PAPERS
from bert_core.inputs import CLS, MASK, PAD, SEP
from bert_core.masking import MaskedTokens
from bert_lab.checkpoint import MINI_BERT
from bert_lab.measures import recorded
from bert_lab.measures.seeds import summarise
from bert_lab.pretraining import RECIPE, prepare, pretrain
from tests.helpers.close import MINI, near, tolerance
from tests.helpers.paths import ROOT

SETTINGS = room.SETTINGS
BY_NAME = {variant.name: variant for variant in VARIANTS}


@pytest.fixture(scope="module")
def world():
    return prepare()


@pytest.fixture(scope="module")
def batch(world):
    return world.held_out.select(torch.arange(6))


@pytest.fixture(scope="module")
def trained(world):
    """A function: the variant after three steps, so that what is held at zero could have moved."""

    def train(name):
        variant, generator = BY_NAME[name], world.generator()
        model = variant.build(world, generator)
        steps = pretrain(
            model,
            world.train,
            generator=generator,
            num_train_steps=3,
            train_batch_size=16,
            learning_rate=4e-3,
            targets=variant.targets(model.config.vocab_size, seed=0),
            next_sentence=variant.next_sentence,
        )
        assert len(list(steps)) == 3
        return model.eval()

    return train


ROUNDING = tolerance(roundings=MINI, scale=4)  # states are up to 4


@torch.no_grad()
def _encode(model, batch, tokens=None, segments=None):
    tokens = batch.tokens if tokens is None else tokens
    segments = batch.segments if segments is None else segments
    return model.encoder(tokens, segments, batch.valid_lens)


# The variants


def test_without_segments_swapping_them_changes_nothing(trained, batch):
    swapped = 1 - batch.segments
    for name, same in (("no segments", True), ("baseline", False)):
        model = trained(name)
        apart = (_encode(model, batch, segments=swapped) - _encode(model, batch)).abs().max().item()
        assert (apart < ROUNDING) == same


def test_without_positions_order_within_a_text_changes_nothing(trained, batch):
    order = torch.arange(batch.tokens.shape[1])
    order[1:4] = torch.tensor([3, 1, 2])
    assert batch.segments[:, 1:4].sum() == 0
    for name, same in (("no positions", True), ("baseline", False)):
        model = trained(name)
        moved = _encode(model, batch, tokens=batch.tokens[:, order])
        apart = (moved - _encode(model, batch)[:, order]).abs().max().item()
        assert (apart < ROUNDING) == same


def test_without_nsp_its_head_learns_nothing(trained, world):
    for name, same in (("no NSP", True), ("baseline", False)):
        before = BY_NAME[name].build(world, world.generator())
        after = trained(name)
        assert after.nsp.output.weight.equal(before.nsp.output.weight) == same
        assert after.hidden[0].weight.equal(before.hidden[0].weight) == same
        assert not after.mlm.transform[0].weight.equal(before.mlm.transform[0].weight)


def test_masking_variants_ask_what_they_say(batch):
    def chosen(name):
        masked = BY_NAME[name].targets(vocab_size=756, seed=0)(batch.tokens)
        real = masked.weights > 0
        return masked.inputs.gather(1, masked.positions)[real], real.sum(dim=1)

    inputs, _ = chosen("100/0/0 masking")
    assert (inputs == MASK).all()
    inputs, counts = chosen("40 % masking")
    assert 0.6 < (inputs == MASK).double().mean() < 1
    assert counts.tolist() == [round(0.4 * n) for n in batch.valid_lens.tolist()]
    assert BY_NAME["baseline"].targets(756, 0) is None


def test_switches_are_thrown(world):
    def build(name):
        return BY_NAME[name].build(world, world.generator())

    assert isinstance(build("ReLU").mlm.transform[1], torch.nn.ReLU)
    assert isinstance(build("baseline").mlm.transform[1], torch.nn.GELU)
    for name, tied in (("untied decoder", False), ("baseline", True)):
        model = build(name)
        assert (model.mlm.decoder.weight is model.encoder.token_embedding.weight) == tied
    assert isinstance(build("no embedding norm").encoder.embedding_norm, torch.nn.Identity)


def test_left_to_right_the_right_context_has_no_influence(trained, batch):
    tokens = batch.tokens.clone()
    tokens[:, 5] = 77
    for name, same in (("left-to-right", True), ("baseline", False)):
        model = trained(name)
        changed, plain = _encode(model, batch, tokens=tokens), _encode(model, batch)
        assert changed[:, :5].equal(plain[:, :5]) == same
        assert not changed[:, 5:].allclose(plain[:, 5:])


def test_only_one_thing_changes():
    baseline = VARIANTS[0]
    assert baseline.name == "baseline"
    for variant in VARIANTS[1:]:
        changes = [
            bool(variant.switches), bool(variant.masking), variant.silenced is not None,
            not variant.next_sentence and not variant.left_to_right,
        ]  # fmt: skip
        assert sum(changes) == 1, variant.name
        assert len(variant.switches) <= 1


# The questions


def test_last_word_by_hand():
    tokens = torch.tensor([[CLS, 5, SEP, 6, 7, SEP, PAD], [CLS, 9, SEP, 8, SEP, PAD, PAD]])
    found = last_word(tokens)
    assert found.positions.tolist() == [[4], [3]]
    assert found.labels.tolist() == [[7], [8]]
    assert found.inputs.tolist() == [
        [CLS, 5, SEP, 6, MASK, SEP, PAD],
        [CLS, 9, SEP, MASK, SEP, PAD, PAD],
    ]
    assert found.weights.tolist() == [[1.0], [1.0]]


def test_from_the_left_answers_one_token_before():
    tokens = torch.tensor([[CLS, 5, SEP, 6, 7, SEP]])
    masked = MaskedTokens(
        torch.tensor([[CLS, MASK, SEP, 6, MASK, SEP]]),
        torch.tensor([[1, 4, 0]]), torch.tensor([[1.0, 1, 0]]), torch.tensor([[5, 7, 0]]),
    )  # fmt: skip
    found = from_the_left(lambda _: masked)(tokens)
    assert found.inputs is tokens
    assert found.positions.tolist() == [[0, 3, 0]]
    assert found.labels.equal(masked.labels)
    assert found.weights.equal(masked.weights)


def test_foreseeable_ends_against_a_plain_search(world):
    from bert_lab.world.mini_world import grammar

    rows = set(foreseeable_ends(world).tolist())
    sentences = [s.split() for topic in grammar().topics for s in topic.sentences()]
    number = len(world.held_out)
    assert 0.9 * number < len(rows) < number
    others = set(range(number)) - rows
    for row in [*sorted(rows)[:8], *sorted(others)[:8]]:
        tokens = world.held_out.tokens[row, : world.held_out.valid_lens[row]].tolist()
        words = [world.tokenizer.id_to_token(i) for i in tokens[tokens.index(SEP) + 1 : -1]]
        start = words[:-1]
        lengths = {len(s) for s in sentences if s[: len(start)] == start and len(s) > len(start)}
        assert (lengths == {len(words)}) == (row in rows)


def test_each_variant_is_asked_what_it_can_answer(world):
    few = world._replace(held_out=world.held_out.select(torch.arange(64)))
    metrics = {}
    for name in ("baseline", "no NSP", "left-to-right"):
        model = BY_NAME[name].build(world, world.generator())
        found = ask(model, BY_NAME[name], few)
        metrics[name] = {metric.rsplit("_", 1)[0] for metric in found}
        assert metrics[name] <= set(QUESTIONS)
        assert all(math.isfinite(value) for value in found.values())
        assert found == ask(model, BY_NAME[name], few)  # the same questions every time
    assert metrics["baseline"] == set(QUESTIONS) - {"next_word"}
    assert metrics["no NSP"] == metrics["baseline"] - {"nsp"}
    assert metrics["left-to-right"] == {"next_word", "one_word", "last_word"}


@torch.no_grad()
def test_left_to_right_answers_last_words_from_their_beginnings_alone(world):
    """Each sequence is cut off before its last word: there is nothing else that could help."""
    few = world._replace(held_out=world.held_out.select(torch.arange(24)))
    variant = BY_NAME["left-to-right"]
    model = variant.build(world, world.generator()).eval()
    losses = []
    for row in foreseeable_ends(few).tolist():
        *beginning, word, _ = few.held_out.tokens[row, : few.held_out.valid_lens[row]].tolist()
        tokens = torch.tensor([beginning])
        segments = few.held_out.segments[row : row + 1, : len(beginning)]
        logits = model(tokens, segments, None, torch.tensor([[len(beginning) - 1]]))[1][0, 0]
        losses.append(-logits.log_softmax(dim=0)[word].item())
    expected = sum(losses) / len(losses)
    assert ask(model, variant, few)["last_word_loss"] == near(expected, roundings=MINI)
    assert ask_last_words(model, variant, few) == near(expected, roundings=MINI)


# The table


def test_sources_are_in_the_bibliography():
    keys = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "references.bib").read_text("utf-8"), re.M))
    for paper in PAPERS + BLOCK_PAPERS:
        assert paper["source"] in keys
        for row in paper.get("rows", {}).values():
            assert len(row) == len(paper["columns"])


def test_a_small_run(few_held_out, run_small, monkeypatch):
    """Of two steps, with one seed's runs copied for the others."""
    recipe = replace(RECIPE, num_train_steps=2, train_batch_size=8)
    monkeypatch.setattr(script, "RECIPE", recipe)
    monkeypatch.setattr(script, "BY_NAME", {n: BY_NAME[n] for n in ("baseline", "left-to-right")})
    monkeypatch.setattr("bert_lab.measures.seeds.SEEDS", (0, 1))
    monkeypatch.setattr(script, "SEEDS", (0, 1))
    found, record = run_small(script), recorded("ablations")
    assert found.keys() == record.keys()
    assert found["recipe"]["num_train_steps"] == found["inputs"]["recipe"]["num_train_steps"] == 2
    for entry in found["variants"]:
        expected = next(one for one in record["variants"] if one["name"] == entry["name"])
        assert entry["mean"].keys() == expected["mean"].keys()
        assert [run["seed"] for run in entry["runs"]] == [0, 1]
        assert all(run.keys() == expected["runs"][0].keys() for run in entry["runs"])
        assert all(run["curve"]["step"] == [1, 2] for run in entry["runs"])
    assert found["variants"][1]["mean"]["next_word_loss"] > 5  # after two steps


def test_the_recorded_table_is_of_these_variants_and_adds_up():
    record = recorded("ablations")
    assert [entry["name"] for entry in record["variants"]] == [v.name for v in VARIANTS]
    runs = [
        {"variant": entry["name"], **run} for entry in record["variants"] for run in entry["runs"]
    ]
    for entry, again in zip(
        record["variants"], summarise(runs, [v.name for v in VARIANTS]), strict=True
    ):
        assert entry["mean"] == pytest.approx(again["mean"], rel=1e-3)
        for metric, difference in entry["difference"].items():
            assert difference["verdict"] == again["difference"][metric]["verdict"]


def test_the_recorded_baseline_is_the_shipped_mini_bert():
    baseline = recorded("ablations")["variants"][0]["runs"][0]["metrics"]
    summary = json.loads((MINI_BERT / "record.jsonl").read_text("utf-8").splitlines()[-1])
    for name in ("mlm_loss", "mlm_accuracy", "nsp_loss", "nsp_accuracy"):
        assert baseline[name] == pytest.approx(summary["held_out"][name], abs=2e-3)


# Room or time


def test_a_small_run_of_room_changes_width_or_steps_and_nothing_else(
    few_held_out, run_small, monkeypatch
):
    monkeypatch.setattr(script, "RECIPE", replace(RECIPE, train_batch_size=8, num_train_steps=3))
    monkeypatch.setattr(room, "SEEDS", (0, 1))
    monkeypatch.setattr(
        room, "KEYS", [(n, t, s) for n in SETTINGS for t in room.TASKS for s in (0, 1)]
    )
    settings = {name: (changes, 2) for name, (changes, _) in SETTINGS.items()}
    monkeypatch.setattr(room, "SETTINGS", settings)
    taken = []

    def begin(variant, seed, **changes):
        world, model, updates = script.begin(variant, seed, **changes)
        taken.append((len(list(updates)), variant.next_sentence, model.config))
        return world, model, []

    monkeypatch.setattr(room, "begin", begin)
    found = run_small(room)
    assert found.keys() == recorded("room").keys()
    assert [*found["settings"]] == [*SETTINGS]
    narrow, usual = taken[0][2], taken[-1][2]
    assert narrow == replace(usual, num_hiddens=32, ffn_num_hiddens=128)
    assert taken == [
        (2, both, config) for config in (narrow, usual) for both in (True, False) for _ in (0, 1)
    ]


def test_the_record_of_room_and_time_adds_up():
    record = recorded("room")
    for table in record["settings"].values():
        runs = [{"variant": entry["name"], **run} for entry in table for run in entry["runs"]]
        for entry, again in zip(table, summarise(runs, list(room.TASKS)), strict=True):
            assert entry["mean"] == pytest.approx(again["mean"], rel=1e-3)
    assert [*record["settings"]] == [*SETTINGS]
