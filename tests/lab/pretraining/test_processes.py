"""bert_lab.pretraining shared out: two processes and parts in turn equal one whole batch."""

import json
import os
import socket
import subprocess
import sys

import pytest
import torch
from accelerate import Accelerator
from safetensors.torch import load_file

from bert_lab.checkpoint import load_checkpoint
from bert_lab.pretraining import pretrain
from tests.helpers.close import assert_close, near
from tests.helpers.paths import ROOT
from tests.helpers.pretraining_data import last_words, random_pairs, write_corpus
from tests.helpers.pretraining_worker import RANDOM, train


@pytest.fixture(scope="module")
def whole():
    """One process, each batch in one go: records and model."""
    counts = []

    def targets(tokens):
        masked = last_words(tokens)
        counts.append([int(part.sum()) for part in masked.weights.chunk(2)])
        return masked

    records, model = train(Accelerator(cpu=True), targets)
    assert any(one != other for one, other in counts)  # else a mean of means would do
    return records, model


def _assert_same(records, weights, whole):
    """Up to the rounding of sums in another order; accuracies are in single precision."""
    expected, model = whole
    for one, other in zip(records, expected, strict=True):
        assert one[:5] == pytest.approx(other[:5], abs=1e-12)
        assert one[5:] == near(other[5:], roundings=1, scale=1)
    for name, parameter in model.named_parameters():
        assert_close(weights[name], parameter.detach(), measured=5e-12)


def _launch(index, port, arguments):
    loopback = next(name for _, name in socket.if_nameindex() if name.startswith("lo"))
    environment = {
        "ACCELERATE_USE_CPU": "true",
        "RANK": index,
        "LOCAL_RANK": index,
        "WORLD_SIZE": "2",
        "LOCAL_WORLD_SIZE": "2",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": str(port),
        "GLOO_SOCKET_IFNAME": loopback,
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": str(ROOT),
    }
    return subprocess.Popen(
        [sys.executable, str(ROOT / "tests/helpers/pretraining_worker.py"), *map(str, arguments)],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.weekly
def test_two_processes_equal_one(tmp_path, whole):
    """Through the loop to the digit; with random masks and dropout they equal two parts in turn of
    one process; then through the command, which writes everything once."""
    out = tmp_path / "out"
    options = "--num_train_steps 4 --train_batch_size 8 --max_seq_length 24 --vocab_size 90"
    corpus = write_corpus(tmp_path / "corpus")
    arguments = [tmp_path, "--corpus", corpus, "--output_dir", out, *options.split()]
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    workers = [_launch(index, port, arguments) for index in "01"]
    outputs = [worker.communicate(timeout=600)[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0, 0], "\n".join(outputs)
    in_turn = train(Accelerator(cpu=True, gradient_accumulation_steps=2), **RANDOM)
    for name, expected in (("fixed", whole), ("random", in_turn)):
        records = json.loads((tmp_path / f"{name}.json").read_text())
        _assert_same(records, load_file(tmp_path / f"{name}.safetensors"), expected)

    curve, summary = map(json.loads, (out / "record.jsonl").read_text("utf-8").splitlines())
    assert curve["step"] == 4
    assert summary["processes"] == 2
    assert load_checkpoint(out)[0].config.vocab_size == 90
    assert ["4/4" in output for output in outputs] == [True, False]  # one progress bar


@pytest.mark.parametrize("parts", [2, 3])
def test_parts_in_turn_equal_one_batch(parts, whole):
    records, model = train(Accelerator(cpu=True, gradient_accumulation_steps=parts))
    _assert_same(records, dict(model.named_parameters()), whole)


def test_half_precision_computes_in_it_and_keeps_whole_weights(build_model, generator):
    model, seen = build_model(dropout=0.0), []
    model.encoder.blks[0].register_forward_hook(
        lambda *_: seen.append(torch.is_autocast_enabled("cpu"))
    )
    records = list(
        pretrain(
            model,
            random_pairs(8, generator),
            generator=generator,
            num_train_steps=2,
            train_batch_size=8,
            accelerator=Accelerator(cpu=True, mixed_precision="bf16"),
        )
    )
    assert seen == [True, True]
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
    assert all(2 < record.mlm_loss < 4 for record in records)  # ln 23 = 3.1
