"""bert_lab.training_loop.folder: a run's results, and nothing of others' ever touched."""

import errno
import shutil
import signal
from contextlib import ExitStack, suppress

import filelock
import pytest

from bert_core.pretraining import Record
from bert_lab.training_loop import folder
from bert_lab.training_loop.folder import (
    STORED,
    UNFINISHED,
    check_free,
    finish,
    working_in,
)
from bert_lab.training_loop.record import RECORD, read_run, write_records


def _finish(path, text="new"):
    """A run of three steps from its beginning to its end."""
    with working_in(path):
        list(write_records([Record(i, 0.1, 1.0) for i in range(3)], path / UNFINISHED / RECORD))
        (path / UNFINISHED / STORED).mkdir(exist_ok=True)
        for name in ("config.json", "model.safetensors"):
            (path / UNFINISHED / STORED / name).write_text(text)
        finish(path, {"text": text})


def test_one_command_at_a_time_and_an_empty_folder_goes_again(tmp_path):
    with suppress(KeyError), working_in(tmp_path / "a" / "b"), ExitStack() as second:
        with pytest.raises(ValueError, match="b: another command is at work in it"):
            second.enter_context(working_in(tmp_path / "a" / "b"))
        second.enter_context(working_in(tmp_path / "a" / "c"))
        raise KeyError
    assert list(tmp_path.iterdir()) == []
    with working_in(tmp_path / "a"):
        (tmp_path / "a" / UNFINISHED / "state").write_text("")
    assert [path.name for path in (tmp_path / "a").iterdir()] == [UNFINISHED]


def test_a_drive_without_locks_is_worked_on_with_a_word(tmp_path, monkeypatch, capsys):
    def acquire(*_, **__):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(filelock.FileLock, "acquire", acquire)
    with working_in(tmp_path / "a"):
        assert (tmp_path / "a" / UNFINISHED).is_dir()
    assert "its drive has no locks" in capsys.readouterr().err


def test_a_finished_run_leaves_its_results_alone_whatever_signal_comes(tmp_path, monkeypatch):
    def remove(path, remove=shutil.rmtree):
        signal.raise_signal(signal.SIGINT)
        remove(path)

    monkeypatch.setattr(shutil, "rmtree", remove)
    _finish(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"config.json", "model.safetensors", RECORD}
    assert read_run(tmp_path).summary["text"] == "new"
    assert read_run(tmp_path).curve[0]["step"] == 3


@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_killed_while_results_are_moved_the_same_command_finishes(moved, tmp_path, monkeypatch):
    """Old results are replaced; until the new ones are there nothing passes for a checkpoint."""
    _finish(tmp_path, "old")

    class Cut(BaseException):
        pass

    def cut(source, target):
        for name in sorted(path.name for path in source.iterdir())[:moved][::-1]:
            (source / name).replace(target / name)
        raise Cut

    with monkeypatch.context() as patch, suppress(Cut):
        patch.setattr(folder, "move_together", cut)
        _finish(tmp_path)
    check_free(tmp_path, False, "")  # it is not finished
    _finish(tmp_path)
    assert not (tmp_path / UNFINISHED).exists()
    assert (tmp_path / "config.json").read_text() == "new"


def test_results_stay_unless_they_may_be_overwritten(tmp_path):
    check_free(tmp_path, False, "")
    _finish(tmp_path)
    with pytest.raises(ValueError, match="another --out keeps them, and --init one goes on"):
        check_free(tmp_path, False, ", and --init one goes on")
    check_free(tmp_path, True, "")
