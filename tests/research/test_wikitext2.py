"""research.wikitext2: the restated recipe against sums by hand, and the command."""

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
import torch
from torch.nn import functional as F

import wikitext2 as script
from _text_recipe import RECIPES, TextData, mask_as_text, mean_over_all_slots
from bert_core.inputs import UNK
from bert_core.losses import score
from bert_lab.measures import recorded
from bert_lab.pretraining import evaluate
from bert_lab.text.tokenization import train_word_level
from tests.helpers.close import SMALL, assert_close, near
from tests.helpers.pretraining_data import random_pairs, write_corpus
from wikitext2 import PRIOR, examine, reference_lines

WORDS = [f"w{chr(97 + i)}" for i in range(18)]  # with five special tokens 23 ids


def draw_random(generator, num=29):
    """Random pairs, and masks for those held out."""
    train, held_out = random_pairs(num, generator), random_pairs(num - 6, generator)
    held_out.tokens[held_out.tokens == 9] = UNK
    masked = mask_as_text(held_out.tokens, 23, generator)
    return TextData(train_word_level([WORDS]), train, held_out, masked)


@pytest.fixture
def tiny(monkeypatch):
    """Every recipe, cut to a few steps of few pairs."""
    short = {
        name: replace(recipe, num_train_steps=4, train_batch_size=11)
        for name, recipe in RECIPES.items()
    }
    monkeypatch.setattr(script, "RECIPES", short)
    return short


def test_the_texts_loss_is_the_plain_mean_over_all_slots(build_model, generator):
    model, data = build_model(dropout=0.0), random_pairs(29, generator)
    masked = mask_as_text(data.tokens, 23, generator)
    assert 0 < masked.weights.mean() < 1
    found = mean_over_all_slots(model, masked, data.segments, data.valid_lens, data.is_next)
    _, mlm_Y_hat, nsp_Y_hat = model(masked.inputs, data.segments, data.valid_lens, masked.positions)
    by_hand = [
        -row.log_softmax(dim=0)[label].item()
        for row, label in zip(mlm_Y_hat.flatten(0, 1), masked.labels.flatten(), strict=True)
    ]
    assert found[0].item() == near(sum(by_hand) / len(by_hand), roundings=SMALL)
    assert found[1].item() == near(F.cross_entropy(nsp_Y_hat, data.is_next).item(), roundings=SMALL)


def test_examine_asks_as_evaluate_does(build_model, generator):
    model, found = build_model(dropout=0.3).train(), draw_random(generator)
    longest = int(found.held_out.valid_lens.max())
    cropped = found.masked._replace(inputs=found.masked.inputs[:, :longest])
    expected = evaluate(model, found.held_out, generator=generator, targets=lambda _: cropped)
    answers = examine(model, found, batch_size=7)
    for name in ("mlm_loss", "nsp_loss", "mlm_accuracy", "nsp_accuracy"):
        assert answers[name] == near(getattr(expected, name), roundings=SMALL)
    assert model.training


def test_reference_lines_by_hand(generator):
    found = draw_random(generator)
    sentences = [row[row > 0].tolist() for row in found.train.tokens]
    words = [word for row in sentences for word in row if word == UNK or word > 4]
    counts = {word: 1 + words.count(word) for word in [UNK, *range(5, 23)]}
    after = Counter(pair for row in sentences for pair in pairwise(row) if pair[1] in counts)
    unigram, bigram, hits = [], [], []
    rows = zip(*found.masked, strict=True)
    for inputs, positions, weights, labels in rows:
        for position, weight, label in zip(
            positions.tolist(), weights.tolist(), labels.tolist(), strict=True
        ):
            if weight:
                left = inputs[position - 1].item()
                p = counts[label] / sum(counts.values())
                total = sum(n for (first, _), n in after.items() if first == left)
                unigram.append(-math.log(p))
                bigram.append(-math.log((after[left, label] + PRIOR * p) / (total + PRIOR)))
                hits.append(label == max(counts, key=counts.get))
    lines = reference_lines(found)
    assert lines["unigram_loss"] == near(sum(unigram) / len(unigram), roundings=100)
    assert lines["bigram_loss"] == near(sum(bigram) / len(bigram), roundings=100)
    assert lines["unigram_accuracy"] == near(sum(hits) / len(hits), roundings=100)
    assert lines["ln_vocab_size"] == pytest.approx(math.log(23))


@pytest.mark.parametrize(
    ("name", "objective"), [("text", mean_over_all_slots), ("loss", score), ("rate", None)]
)
def test_steps_of_the_text_are_adams(name, objective, tiny, generator):
    data, objective = draw_random(generator).train, objective or mean_over_all_slots
    changes = {"dropout": 0.0, "max_len": 13}
    recipe = replace(tiny[name], num_train_steps=2, train_batch_size=29, changes=changes)
    model, twin = (recipe.build(23, torch.Generator().manual_seed(5)) for _ in range(2))
    losses = list(recipe.train(model, data, torch.Generator().manual_seed(3)))
    masked = mask_as_text(data.tokens, 23, torch.Generator().manual_seed(3))
    optimizer = torch.optim.Adam(twin.parameters(), 1e-3 if name == "rate" else 1e-2)
    for loss in losses:
        found = objective(twin, masked, data.segments, data.valid_lens, data.is_next)
        assert loss == near((found.mlm_loss.item(), found.nsp_loss.item()), measured=9e-7)
        optimizer.zero_grad()
        (found.mlm_loss + found.nsp_loss).backward()
        optimizer.step()
    assert_close(model.nsp.output.bias, twin.nsp.output.bias, measured=4e-9)


@pytest.mark.weekly
def test_a_small_run(tiny, run_small, tmp_path):
    folder = write_corpus(tmp_path / "corpus")
    record = run_small(script, "--corpus", folder)
    assert record.keys() == recorded("wikitext2").keys()
    assert set(RECIPES) < set(record)
    assert str(tmp_path) not in (tmp_path / "record.json").read_text("utf-8")
    for name in RECIPES:
        assert [row["step"] for row in record[name]["rows"]] == [0, 1, 2, 3, 4]
    with (folder / "wiki.train.tokens").open("a", encoding="utf-8") as file:
        file.write(" A crane is here . It can fly . \n")
    tiny["loss"] = replace(tiny["loss"], num_train_steps=3)
    other = run_small(script, "--corpus", folder)
    assert other["inputs"]["corpus"] != record["inputs"]["corpus"]
    assert other["inputs"]["recipes"]["loss"] != record["inputs"]["recipes"]["loss"]
