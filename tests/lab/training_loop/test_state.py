"""bert_lab.training_loop.state: a run that is stopped goes on from its state."""

import os
import signal
import subprocess
import sys
import time
from itertools import islice

import pytest
import torch
from safetensors.torch import load_file, save_file

from bert_lab.pretraining import pretrain
from bert_lab.training_loop import state
from bert_lab.training_loop.command import ended_by
from bert_lab.training_loop.record import RECORD, follow, read_records, read_run
from bert_lab.training_loop.state import STATE, Checkpoints
from bert_lab.training_loop.steps import Steps
from tests.helpers.close import SMALL, assert_close
from tests.helpers.paths import ROOT
from tests.helpers.pretraining_data import random_pairs

STEPS, EVERY = 7, 2


@pytest.fixture
def run(build_model, tmp_path):
    """A function: train from the start or from the state, up to `stop` steps."""

    def run(folder="states", stop=None, model_seed=0, learning_rate=0.01, num=19):
        generator = torch.Generator().manual_seed(3)
        data = random_pairs(num, generator)
        model = build_model(model_seed, dropout=0.3, tied_decoder=True)
        steps = pretrain(
            model,
            data,
            generator=generator,
            num_train_steps=STEPS,
            train_batch_size=4,
            learning_rate=learning_rate,
            checkpoints=Checkpoints(tmp_path / folder, EVERY),
        )
        return list(islice(steps, stop)), model

    return run


@pytest.mark.parametrize(("stop", "first_step"), [(3, 2), (6, 4), (7, 6)])
def test_a_stopped_run_goes_on_as_the_whole_one_did(stop, first_step, run):
    """A state is written once its last record was taken; four batches an epoch."""
    expected, model = run("whole")
    run(stop=stop)
    records, resumed = run()
    assert [record.step for record in records] == list(range(first_step, STEPS))
    for one, other in zip(records, expected[first_step:], strict=True):
        assert one == pytest.approx(other, abs=1e-5)
    assert_close(list(resumed.parameters()), list(model.parameters()), roundings=SMALL)


class _Bomb:
    def __reduce__(self):
        return pytest.fail, ("code in a training state was run",)


SPOIL = {
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-5]),
    "no header": lambda path: save_file(load_file(path), path),
    "pickled": lambda path: torch.save(_Bomb(), path),
}


@pytest.mark.parametrize("spoil", SPOIL.values(), ids=SPOIL)
def test_a_broken_state_is_refused(spoil, run, tmp_path):
    run(stop=5)
    spoil(tmp_path / "states" / STATE)
    with pytest.raises(ValueError, match=r"expected a whole training state(.|\n)*to start anew"):
        run()


FOREIGN = {
    "learning_rate": ({"learning_rate": 0.02}, r"learning_rate 0.01 \(expected 0.02\)"),
    "data": ({"num": 18}, "other data"),
    "start": ({"model_seed": 1}, "other starting weights"),
}


@pytest.mark.parametrize(("change", "named"), FOREIGN.values(), ids=FOREIGN)
def test_another_run_s_state_is_refused_and_stays(change, named, run, tmp_path):
    run(stop=5)
    before = (tmp_path / "states" / STATE).read_bytes()
    with pytest.raises(ValueError, match=f"state of this run, got one with {named}"):
        run(**change)
    assert (tmp_path / "states" / STATE).read_bytes() == before


def test_states_come_by_time_too_and_all_seconds_count(run, tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(state.time, "perf_counter", lambda: now[0])
    states = Checkpoints(tmp_path, every=1_000, minutes=5)
    now[0] += 299
    assert not states.due(1)
    now[0] += 2
    assert states.due(1)
    model = torch.nn.Linear(2, 3)
    states.save(1, model, torch.optim.SGD(model.parameters()), {"seed": 0})
    assert not states.due(2)
    again = Checkpoints(tmp_path)
    again.newest({"seed": 0})
    now[0] += 0.5
    assert again.seconds == 301.5


# Signals


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_signal_ends_a_run_after_its_step_with_its_state_stored(name, build_model, tmp_path):
    data, model = random_pairs(8, torch.Generator().manual_seed(3)), build_model()
    options = {"num_train_steps": 6, "train_batch_size": 4, "checkpoints": Checkpoints(tmp_path)}
    steps = pretrain(model, data, generator=torch.Generator().manual_seed(4), **options)
    model.encoder.register_forward_pre_hook(
        lambda *_: signal.raise_signal(getattr(signal, name)) if seen() == 2 else None
    )

    def seen():
        return len(read_records(tmp_path / RECORD))

    before = signal.getsignal(signal.SIGTERM)
    assert options["checkpoints"].where() == "from its first step"
    with pytest.raises(KeyboardInterrupt):
        follow(steps, tmp_path / RECORD, 6)
    assert options["checkpoints"].where() == "after step 3"
    assert seen() == 3
    assert signal.getsignal(signal.SIGTERM) == before
    again = pretrain(build_model(), data, generator=torch.Generator().manual_seed(4), **options)
    assert again.start == 3


@pytest.mark.parametrize("later", [1.1, 0])
def test_a_later_signal_ends_it_at_once_and_one_after_the_last_step_is_heard(later, tmp_path):
    def records(steps):
        signal.raise_signal(signal.SIGINT)
        steps.stopped -= later
        signal.raise_signal(signal.SIGTERM)
        assert not later, "it goes on"
        yield from ()

    with pytest.raises(KeyboardInterrupt):
        follow(Steps(records, 0), tmp_path / RECORD, 6)


@pytest.mark.needs("POSIX")
def test_what_is_ignored_stays_ignored_as_nohup_asks():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with ended_by(lambda *_: pytest.fail("heard")):
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.weekly
@pytest.mark.needs("POSIX")
def test_stopped_by_any_signal_the_same_command_goes_on(tmp_path):
    """A signal stores the step's state and says so; after a kill some steps come again."""
    out, record = tmp_path / "out", tmp_path / "out/unfinished/record.jsonl"
    options = "--num_train_steps 240 --train_batch_size 4 --save_checkpoints_steps 20"
    command = [sys.executable, "-m", "bert_lab.pretraining", "--out", str(out), *options.split()]

    def steps_taken():
        return len(record.read_bytes().splitlines()) if record.exists() else 0

    for how in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
        before = steps_taken()
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
            while process.poll() is None and steps_taken() < before + 22:
                time.sleep(0.005)
            os.kill(process.pid, how)
            _, stderr = process.communicate(timeout=60)
        if how == signal.SIGKILL:
            assert process.returncode == -signal.SIGKILL
        else:
            assert process.returncode == 130
            line = f"interrupted; the same command goes on after step {steps_taken()}"
            assert stderr.splitlines()[-1] == f"python -m bert_lab.pretraining: {line}"
            assert [x.step for x in read_records(record)] == list(range(steps_taken()))
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    curve, summary = read_run(out)
    assert [row["step"] for row in curve] == list(range(10, 241, 10))
    assert curve[-1]["mlm_loss"] < curve[0]["mlm_loss"]
    assert not (out / "unfinished").exists()
    assert summary["seconds"] > 0
