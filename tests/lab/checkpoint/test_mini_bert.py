"""The shipped mini-BERT: small, stored in half precision, and it really has learned."""

import json
import shlex

import pytest
import torch

from bert_lab.checkpoint import MINI_BERT, load_mini_bert
from bert_lab.pretraining import RECIPE, evaluate, prepare, unigram_line
from bert_lab.pretraining.__main__ import build_parser, read_options


@pytest.fixture(scope="module")
def summary():
    return json.loads((MINI_BERT / "record.jsonl").read_text("utf-8").splitlines()[-1])


@pytest.fixture(scope="module")
def data(summary):
    """Tokenizer, training pairs and held-out pairs, as the recorded command made them."""
    arguments = build_parser().parse_args(shlex.split(summary["command"])[3:])
    assert read_options(arguments) == RECIPE
    return prepare()


@pytest.fixture(scope="module")
def evaluation(data):
    model, _ = load_mini_bert()
    return evaluate(model, data[2], generator=torch.Generator().manual_seed(1))


def test_masked_words_far_above_the_unigram_line(data, evaluation):
    model, _ = load_mini_bert()
    loss, accuracy = unigram_line(data[1], data[2], model.config.vocab_size)
    assert evaluation.mlm_accuracy > 0.8 > 4 * accuracy
    assert evaluation.mlm_loss < 0.7 < loss / 5


def test_record_tells_what_the_stored_weights_do(summary, evaluation):
    recorded = summary["held_out"]
    assert recorded["num_predictions"] == evaluation.num_predictions
    for name in ("mlm_loss", "nsp_loss", "mlm_accuracy", "nsp_accuracy"):
        assert getattr(evaluation, name) == pytest.approx(recorded[name], abs=2e-3)


def test_tokenizer_is_the_one_of_the_present_grammar(data):
    _, tokenizer = load_mini_bert()
    assert tokenizer.get_vocab() == data[0].get_vocab()
