"""bert_lab.pretraining: scores by hand, what a run keeps to, the command end to end."""

import json
import math
import shlex

import pytest
import torch
from safetensors.torch import load_file

from bert_core.inputs import CLS, MASK, PAD, SEP
from bert_core.losses import score
from bert_core.pairs import Pair, PairData, pack_pairs
from bert_lab.checkpoint import load_checkpoint
from bert_lab.pretraining import evaluate, pretrain, unigram_line
from bert_lab.pretraining.__main__ import best_precision, main
from bert_lab.training_loop.record import read_run
from tests.helpers.close import SMALL, near
from tests.helpers.pretraining_data import last_words, random_pairs, write_text

V = 23


# Evaluation


@pytest.mark.parametrize("batch_size", [1, 4, 7, 64])
def test_every_prediction_counts_once_whatever_the_batches(batch_size, build_model, generator):
    model, data = build_model(), random_pairs(19, generator)
    masked = last_words(data.tokens)
    expected = score(model, masked, data.segments, data.valid_lens, data.is_next)
    found = evaluate(model, data, generator=generator, targets=last_words, batch_size=batch_size)
    assert found.num_pairs == 19
    assert found.num_predictions == masked.weights.sum() == (data.valid_lens // 2).sum()
    assert found[:4] == near([x.item() for x in expected], roundings=SMALL)


def test_unigram_line_by_hand():
    def data(*rows):
        tokens = torch.tensor(rows)
        return PairData(tokens, tokens, tokens, tokens)

    train = data([CLS, 5, 6, SEP, 6, SEP], [CLS, 6, SEP, 7, SEP, PAD])
    held_out = data([CLS, 5, 5, SEP, 6, SEP], [CLS, 8, SEP, MASK, SEP, PAD])
    # words 5, 6, 7, 8 (V = 9): counts 1, 3, 1, 0, with one added 2, 4, 2, 1 of 9
    loss, accuracy = unigram_line(train, held_out, vocab_size=9)
    expected = -(2 * math.log(2 / 9) + math.log(4 / 9) + math.log(1 / 9)) / 4
    assert loss == near(expected, roundings=8)
    assert accuracy == 1 / 4  # it answers 6, the most frequent word in training


# The loop


def _train(model, data, seed=0, **options):
    defaults = {"num_train_steps": 5, "train_batch_size": 4, "learning_rate": 3e-3}
    generator = torch.Generator().manual_seed(seed)
    return list(pretrain(model, data, generator=generator, **(defaults | options)))


def test_each_pair_once_an_epoch_and_no_column_of_padding(build_model, generator):
    data, seen = random_pairs(11, generator), []

    def targets(tokens):
        assert tokens[:, -1].any()
        seen.append([tuple(token for token in row if token != PAD) for row in tokens.tolist()])
        return last_words(tokens)

    _train(build_model(), data, targets=targets)
    assert [len(rows) for rows in seen] == [4] * 5
    everything = {tuple(token for token in row if token != PAD) for row in data.tokens.tolist()}
    assert len(everything) == 11
    for start in (0, 2):  # two batches an epoch; three pairs are left out, other ones each time
        epoch = seen[start] + seen[start + 1]
        assert len(set(epoch)) == 8
        assert set(epoch) <= everything
    assert set(seen[0]) != set(seen[2])


def test_learns_a_rule(build_model, generator):
    """Words count up by one; a true second text goes on from the first."""

    def count_up(start):
        return [5 + (start + step) % 18 for step in range(3)]

    def pairs(num):
        starts = torch.randint(18, (num,), generator=generator).tolist()
        coins = (torch.rand(num, generator=generator) < 0.5).tolist()
        return [
            Pair(count_up(start), count_up(start + (3 if coin else 11)), coin)
            for start, coin in zip(starts, coins, strict=True)
        ]

    data, held_out = pack_pairs(pairs(512), 9), pack_pairs(pairs(128), 9)
    model = build_model(num_hiddens=32, num_heads=2, ffn_num_hiddens=48, dropout=0.0)
    before = evaluate(model, held_out, generator=generator)
    _train(model, data, num_train_steps=200, train_batch_size=32, learning_rate=1e-2)
    after = evaluate(model, held_out, generator=generator)
    unigram_loss, unigram_accuracy = unigram_line(data, held_out, V)
    assert before.mlm_accuracy < 0.2
    assert unigram_accuracy < 0.1
    assert after.mlm_loss < unigram_loss / 4
    assert after.mlm_accuracy > 0.9
    assert after.nsp_accuracy > 0.9


# The command

GOOD = shlex.split(
    "--num_train_steps 2 --train_batch_size 4 --max_seq_length 24 --vocab_size 90 --preset mini"
)


@pytest.fixture
def text(tmp_path):
    return write_text(tmp_path / "text")


def test_the_command_from_text_to_model(text, tmp_path, capsys):
    out = tmp_path / "out"
    options = ["--num_train_steps", "13", "--train_batch_size", "8", "--seed", "5"]
    main(["--corpus", str(text), "--output_dir", str(out), *GOOD, *options])
    names = ["config.json", "model.safetensors", "record.jsonl", "tokenizer.json"]
    assert sorted(path.name for path in out.iterdir()) == names
    model, tokenizer = load_checkpoint(out)
    assert model.config.num_hiddens == 64
    assert model.config.vocab_size == tokenizer.get_vocab_size() == 90
    stored = load_file(out / "model.safetensors")
    assert {weight.dtype for weight in stored.values()} == {torch.float16}

    *curve, summary = map(json.loads, (out / "record.jsonl").read_text("utf-8").splitlines())
    assert [row["step"] for row in curve] == [10, 13]
    assert summary["parameters"] == sum(p.numel() for p in model.parameters())
    assert summary["lines"]["ln_vocab_size"] == pytest.approx(math.log(90))
    assert summary["held_out"]["num_pairs"] > 3
    assert 0 < summary["held_out"]["mlm_loss"] < 10
    printed = capsys.readouterr()
    assert json.loads(printed.out) == summary
    assert "13/13" in printed.err  # the progress bar


def test_what_was_read_of_a_text_of_one_s_own_is_said_and_recorded(tmp_path, capsys):
    documents = [f"ガラスが割れた。カラスが鳴いた{i}。" for i in range(20)]
    (tmp_path / "text").write_text("\n\n".join([*documents, "一文だけ。"]), "utf-8")
    options = ["--corpus", str(tmp_path / "text"), "--out", str(tmp_path / "out"), *GOOD]
    main([*options, "--language", "ja"])
    line = "text: 20 documents read, 1 of fewer than two sentences left out, 0.0% of the text read"
    assert f"{line} as <unk>, accents kept\n" in capsys.readouterr().err
    summary = read_run(tmp_path / "out").summary
    assert (summary["documents"], summary["left_out_documents"]) == (20, 1)
    assert (summary["unknown_letters"], summary["strip_accents"]) == (0, False)
    assert "ガ" in load_checkpoint(tmp_path / "out")[1].get_vocab()
    main([*options, "--language", "ja", "--strip_accents", "--overwrite"])
    assert ", accents taken off\n" in capsys.readouterr().err
    assert read_run(tmp_path / "out").summary["strip_accents"] is True
    assert "ガ" not in load_checkpoint(tmp_path / "out")[1].get_vocab()


MISTAKES = [
    (["--num_train_steps", "many"], "argument --num_train_steps: expected a whole number, got"),
    (["--dropout", "nan"], "dropout: expected at least 0 and below 1, got nan"),
    (["--out", "/dev/null/new"], "argument --out/--output_dir: expected a folder, got the file /d"),
    (["--max_seq_length", "65"], "max_seq_length: expected at most 64, the positions that preset "),
    (["--vocab_size", "7"], "expected vocab_size >= "),
    (["--corpus", "moon"], "expected 'mini-world', a file or a folder, got 'moon'"),
    (["--strip_accents", "--init", "moon"], "strip_accents: expected a new model; --init brings"),
]


@pytest.mark.parametrize(("change", "message"), MISTAKES)
def test_the_command_answers_a_mistake_in_one_line(change, message, text, tmp_path, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["--corpus", str(text), "--out", str(tmp_path / "new" / "out"), *GOOD, *change])
    assert caught.value.code == 2
    *_, last = capsys.readouterr().err.splitlines()  # before it the library's progress bars
    assert last.startswith(f"python -m bert_lab.pretraining: error: {message}")
    assert not (tmp_path / "new").exists()


def test_half_precision_is_for_the_gpu_that_trains(monkeypatch):
    """A GPU that stands beside, unused, changes nothing."""
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: True)
    assert best_precision(torch.device("cuda")) == "bf16"
    assert best_precision(torch.device("cpu")) == "no"
