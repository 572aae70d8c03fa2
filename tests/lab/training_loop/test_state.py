"""bert_lab.training_loop.state: a run stopped at any moment resumes to the same bits."""

import errno
import multiprocessing
import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import islice

import pytest
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from bert_lab.checkpoint import load_checkpoint, save_checkpoint
from bert_lab.pretraining import __main__, pretrain
from bert_lab.training_loop import state
from bert_lab.training_loop.identity import RunIdentity
from bert_lab.training_loop.record import read_run
from bert_lab.training_loop.state import Checkpoints, check_half
from tests.helpers.pretraining_data import random_pairs, write_corpus

STEPS, EVERY = 7, 2


@pytest.fixture
def run(build_model, tmp_path):
    """A function: train from the start or from the newest state, up to `stop` steps."""

    def run(folder="states", stop=None, model_seed=0, learning_rate=0.01, num=19):
        generator = torch.Generator().manual_seed(3)
        data = random_pairs(num, generator)
        model = build_model(model_seed, dropout=0.3, tied_decoder=True)
        checkpoints = Checkpoints(tmp_path / folder, EVERY) if folder else None
        steps = pretrain(
            model,
            data,
            generator=generator,
            num_train_steps=STEPS,
            train_batch_size=4,
            learning_rate=learning_rate,
            checkpoints=checkpoints,
        )
        return list(islice(steps, stop)), model

    return run


def _names(folder):
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def _assert_goes_on(run, first_step):
    """Resume from the newest state, and compare with the uninterrupted run's weights."""
    expected, model = run(folder=None)
    records, resumed = run()
    assert records == expected[first_step:]
    for one, other in zip(resumed.parameters(), model.parameters(), strict=True):
        assert one.equal(other)


@pytest.mark.parametrize(("stop", "first_step"), [(3, 2), (5, 4), (6, 4), (7, 6)])
def test_goes_on_to_the_same_bits(stop, first_step, run):
    """A state is written once its last record was taken; four batches an epoch."""
    run(stop=stop)
    _assert_goes_on(run, first_step)


def test_the_last_two_states_are_kept(run, tmp_path):
    run(stop=7)
    assert _names(tmp_path / "states") == [
        "step-000000004.safetensors",
        "step-000000006.safetensors",
    ]


def _truncate(path):
    path.write_bytes(path.read_bytes()[:-5])


def _empty(path):
    path.write_bytes(b"")


def _drop_header(path):
    save_file(load_file(path), path)


class _Bomb:
    def __reduce__(self):
        return pytest.fail, ("code in a training state was run",)


def _pickle(path):
    torch.save(_Bomb(), path)


@pytest.mark.parametrize("spoil", [_truncate, _empty, _drop_header, _pickle])
def test_a_broken_state_is_refused_and_the_one_before_used(spoil, run, tmp_path):
    run(stop=5)
    spoil(tmp_path / "states" / "step-000000004.safetensors")
    with pytest.warns(
        UserWarning, match="expected a whole training state(.|\n)*going on from step-"
    ):
        _assert_goes_on(run, first_step=2)


def test_a_write_cut_short_leaves_no_trace(run, tmp_path):
    run(stop=5)
    (tmp_path / "states" / "step-000000006.part").write_bytes(b"half a sta")
    _assert_goes_on(run, first_step=4)


def test_a_foreign_state_is_refused_whatever_else_is_there(run, tmp_path):
    """The states that a run goes on to write would take its place."""
    run("others", stop=7, learning_rate=0.02)
    run(stop=5)
    name = "step-000000006.safetensors"
    (tmp_path / "others" / name).rename(tmp_path / "states" / name)
    with pytest.raises(ValueError, match=r"with learning_rate 0.02 \(expected 0.01\); give"):
        run()


FOREIGN = {
    "learning_rate": ({"learning_rate": 0.02}, r"learning_rate 0.01 \(expected 0.02\)"),
    "data": ({"num": 18}, "other data"),
    "start": ({"model_seed": 1}, "other starting weights"),
}


@pytest.mark.parametrize(("change", "named"), FOREIGN.values(), ids=FOREIGN)
def test_nothing_is_trained_where_only_foreign_states_are(change, named, run, tmp_path):
    run(stop=5)
    before = _names(tmp_path / "states")
    with pytest.raises(ValueError, match=f"state of this run, got one with {named}(.)*anew$"):
        run(**change)
    assert _names(tmp_path / "states") == before


def test_the_seconds_of_all_parts_are_counted(tmp_path, run, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(state.time, "perf_counter", lambda: now[0])
    model = nn.Linear(2, 3)
    identity = RunIdentity({}, 0, "data", "start", {})
    for part in range(3):
        states = Checkpoints(tmp_path / "timed", 1)
        states.newest(identity)
        now[0] += 7
        states.save(part, model, torch.optim.SGD(model.parameters()), identity)
        now[0] += 1000  # lost with what came after the state
    assert Checkpoints(tmp_path / "timed", 1).seconds == 0
    again = Checkpoints(tmp_path / "timed", 1)
    again.newest(identity)
    now[0] += 0.5
    assert again.seconds == 21.5


def test_the_folder_may_be_text(build_model, generator, tmp_path):
    states = Checkpoints(str(tmp_path / "states"), 2)
    options = {"num_train_steps": 2, "train_batch_size": 4, "checkpoints": states}
    data = random_pairs(8, generator)
    list(pretrain(build_model(), data, generator=generator, **options))
    assert _names(tmp_path / "states") == ["step-000000002.safetensors"]


def test_at_least_one_step_from_state_to_state(tmp_path):
    with pytest.raises(ValueError, match="every: expected at least 1 step, got 0"):
        Checkpoints(tmp_path, 0)


def test_weights_that_half_precision_cannot_hold_are_said():
    check_half([torch.tensor([-65_504.0]), torch.zeros(2)])
    for odd in (70_000.0, torch.inf, torch.nan):
        with pytest.raises(FloatingPointError, match="expected at most 65504, as half precision"):
            check_half([torch.zeros(2), torch.tensor([1.0, odd])])


# SIGINT and SIGKILL

RATES = {"one": "3e-3", "other": "1e-3"}  # two runs side by side


def _command(folder, rate):
    """The command in a process of its own; its weights stored in full, to compare every bit."""
    torch.set_num_threads(1)
    __main__.save_checkpoint = lambda out, model, tokenizer, _, metadata: save_checkpoint(
        out, model, tokenizer, metadata=metadata
    )
    options = (
        f"--corpus {folder.parent.parent / 'corpus'} --out {folder} --num_train_steps 90 "
        f"--learning_rate {rate} --train_batch_size 4 --max_seq_length 24 --vocab_size 90 "
        "--save_checkpoints_steps 3"
    )
    __main__.main(options.split())


def _progress(folder):
    """What is never lost: whether there are results, pairs, and the newest state."""
    unfinished = folder / __main__.UNFINISHED
    states = [name for name in _names(unfinished) if name.endswith(".safetensors")]
    finished = (folder / "record.jsonl").exists()
    return finished, finished or (unfinished / "data").exists(), max(states, default="")


def _stop(process, folder, seed, how):
    """Kill a run, before its first step or a few steps on; returns how it ended."""
    draw = random.Random(seed)
    record = folder / __main__.UNFINISHED / "record.jsonl"

    def steps_taken():
        return len(record.read_bytes().splitlines()) if record.exists() else 0

    end, late = steps_taken() + draw.randint(1, 4), time.monotonic() + draw.uniform(0, 1)
    early = draw.random() < 0.3
    while process.is_alive() and steps_taken() < end:
        if early and time.monotonic() > late:
            break
        time.sleep(0.001)
    process.join(draw.uniform(0, 0.02))
    if process.is_alive():
        os.kill(process.pid, how)
    process.join()
    return process.exitcode


def test_stopped_ten_times_each_two_runs_end_with_the_same_bits(tmp_path):
    """Side by side under a parent that the first of them makes; neither loses anything."""
    write_corpus(tmp_path / "corpus")
    context = multiprocessing.get_context("forkserver")  # imports once, then forks
    context.set_forkserver_preload(
        ["bert_lab.pretraining.__main__", "datasets", "torch._dynamo"]  # slow imports
    )

    def start(parent, name):
        folder = tmp_path / parent / name
        process = context.Process(target=_command, args=(folder, RATES[name]))
        process.start()
        return process, folder

    whole = [start("whole", name) for name in RATES]
    assert [process.join() or process.exitcode for process, _ in whole] == [0, 0]
    ends, seen = [], dict.fromkeys(RATES, ())
    for number in range(10):
        signals = (signal.SIGINT, signal.SIGKILL)[:: (-1) ** number]
        running = [start("stopped", name) for name in RATES]
        with ThreadPoolExecutor() as both:  # or one would go on while the other is stopped
            seeds = (2 * number, 2 * number + 1)
            ends += both.map(_stop, *zip(*running, strict=True), seeds, signals)
        for name in RATES:
            progress = _progress(tmp_path / "stopped" / name)
            assert progress >= seen[name]
            seen[name] = progress
    assert ends.count(-signal.SIGKILL) > 5
    assert ends.count(130) > 3  # told in one line
    for name in RATES:
        expected = load_file(tmp_path / "whole" / name / "model.safetensors")
        process, folder = start("stopped", name)
        while process.is_alive():
            with suppress(FileNotFoundError, ValueError):  # not there, or just being moved
                weights = load_checkpoint(folder)[0].state_dict()
                assert all(weights[key].equal(w) for key, w in expected.items())
        assert process.exitcode == 0 or (0 in ends and process.exitcode == 2)  # it had ended before
        assert _names(folder) == _names(tmp_path / "whole" / name)
        weights = load_file(folder / "model.safetensors")
        assert all(w.equal(weights[key]) for key, w in expected.items())
        curves = [read_run(tmp_path / parent / name).curve for parent in ("whole", "stopped")]
        assert curves[0] == curves[1]
        assert curves[0][-1]["step"] == 90


def test_a_full_disk_leaves_the_states_that_were_there(run, tmp_path, monkeypatch):
    run(stop=5)  # states after 2 and 4 steps
    before = {path.name: path.read_bytes() for path in (tmp_path / "states").iterdir()}

    def full(tensors, path, metadata):
        path.write_bytes(b"half")
        raise SafetensorError("I/O error: No space left on device (os error 28)")

    with monkeypatch.context() as patch:
        patch.setattr("safetensors.torch.save_file", full)
        with pytest.raises(OSError, match="No space left") as caught:
            run()
    assert caught.value.errno == errno.ENOSPC
    assert {path.name: path.read_bytes() for path in (tmp_path / "states").iterdir()} == before
    _assert_goes_on(run, 4)
