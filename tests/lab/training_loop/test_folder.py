"""bert_lab.training_loop.folder: results at one stroke, and nothing of others' ever touched."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

from bert_core.pretraining import Record
from bert_lab.training_loop import folder
from bert_lab.training_loop.folder import STORED, UNFINISHED, Output, finish, new_folder
from bert_lab.training_loop.identity import RunIdentity
from bert_lab.training_loop.record import RECORD, read_run, write_records
from tests.helpers.power_cut import power_cut

RUN, OTHER = (RunIdentity({}, seed, "data", "start", {}) for seed in (0, 1))


def _content(path):
    return {str(p.relative_to(path)): p.read_bytes() for p in path.rglob("*") if p.is_file()}


# A new folder


def test_a_new_folder_stays_unless_the_block_fails(tmp_path):
    with new_folder(tmp_path / "a" / "b"):
        pass
    assert (tmp_path / "a" / "b").is_dir()
    with suppress(KeyError), new_folder(tmp_path / "c" / "d", "data"):
        (tmp_path / "c" / "d" / "data").mkdir()
        (tmp_path / "c" / "d" / "data" / "file").write_text("")
        raise KeyError
    assert not (tmp_path / "c").exists()


def test_what_others_put_beside_it_stays(tmp_path):
    """Two runs begun together under a new parent; the first is stopped while it prepares."""
    with suppress(KeyboardInterrupt), new_folder(tmp_path / "runs" / "a" / UNFINISHED, "data"):
        with new_folder(tmp_path / "runs" / "b" / UNFINISHED, "data"):
            (tmp_path / "runs" / "b" / UNFINISHED / "state").write_text("b's")
        raise KeyboardInterrupt
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["b"]
    assert (tmp_path / "runs" / "b" / UNFINISHED / "state").read_text() == "b's"


@pytest.mark.parametrize("there", ["state", "data"])
def test_what_was_in_it_stays(there, tmp_path):
    """Whatever its name, and even if another put it there meanwhile."""
    with suppress(KeyError), new_folder(tmp_path / "a", "data"):
        (tmp_path / "a" / "state").write_text("another's")
        raise KeyError
    assert (tmp_path / "a" / "state").exists()
    (tmp_path / "a" / there).write_text("mine")
    with suppress(KeyError), new_folder(tmp_path / "a", "data"):
        raise KeyError
    assert (tmp_path / "a" / there).read_text() == "mine"


def test_what_was_there_before_stays(tmp_path):
    (tmp_path / "a").mkdir()
    with pytest.raises(ValueError, match="x"), new_folder(tmp_path / "a" / "b"):
        raise ValueError("x")
    assert list(tmp_path.iterdir()) == [tmp_path / "a"]
    assert list((tmp_path / "a").iterdir()) == []


def test_a_folder_that_cannot_be_is_an_error_of_the_system(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"), new_folder(tmp_path / "file" / "b"):
        pass


@pytest.mark.needs("Linux")  # nowhere else is there a /proc to refuse us
def test_a_folder_that_cannot_be_written_to(tmp_path):
    with pytest.raises(OSError, match="/proc"), new_folder(Path("/proc")):
        pass


# Results


def _finish(path, run=RUN, text="new"):
    """A run of three steps from its beginning to its end."""
    with new_folder(path / UNFINISHED):
        list(write_records([Record(i, 0.1, 1.0) for i in range(3)], path / UNFINISHED / RECORD))
        (path / UNFINISHED / STORED).mkdir(exist_ok=True)
        for name in ("config.json", "model.safetensors"):
            (path / UNFINISHED / STORED / name).write_text(text)
    finish(path, run, {"text": text})


def test_a_finished_run_leaves_its_results_alone(tmp_path):
    _finish(tmp_path)
    assert _content(tmp_path).keys() == {"config.json", "model.safetensors", RECORD}
    assert read_run(tmp_path).summary == {"text": "new", "run": RUN.digest()}
    assert read_run(tmp_path).curve[0]["step"] == 3


def test_a_result_that_is_no_number_is_none(tmp_path):
    with new_folder(tmp_path / UNFINISHED):
        list(write_records([Record(0, 0.1, 1.0)], tmp_path / UNFINISHED / RECORD))
    with pytest.raises(FloatingPointError, match=r"expected results that are finite, got .*nan"):
        finish(tmp_path, RUN, {"held_out": {"loss": float("nan")}})
    assert [path.name for path in tmp_path.iterdir()] == [UNFINISHED]


@pytest.mark.parametrize("cut_at", range(9))
def test_cut_short_at_any_moment_the_results_are_of_one_run(cut_at, tmp_path, monkeypatch):
    """Afterwards the same command finishes the new one, unless it is finished already."""
    _finish(tmp_path, OTHER, "old")
    old = _content(tmp_path)
    operations = [(Path, name) for name in ("rename", "unlink", "replace")]
    with power_cut(monkeypatch, cut_at, *operations, (folder.shutil, "rmtree")):
        _finish(tmp_path)
        assert cut_at == 8
    if (tmp_path / "config.json").exists():
        found = {(tmp_path / name).read_text() for name in ("config.json", "model.safetensors")}
        assert len(found) == 1
    if (tmp_path / UNFINISHED).exists():  # before the stroke
        assert _content(tmp_path).items() >= old.items()
        _finish(tmp_path)
    output = Output([tmp_path], overwrite=True)
    with output.locked():
        assert not output.holds(tmp_path, OTHER)
    assert _content(tmp_path).keys() == old.keys()
    assert read_run(tmp_path).summary["text"] == (tmp_path / "config.json").read_text() == "new"


def test_results_stay_unless_they_may_be_overwritten(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    assert not Output([one], overwrite=False).holds(one, RUN)
    _finish(one)
    with pytest.raises(ValueError, match="one: results are there already; --overwrite replaces"):
        Output([one], overwrite=False)
    output = Output([one, two], overwrite=False)
    assert output.holds(one, RUN)
    assert not output.holds(two, RUN)
    with pytest.raises(ValueError, match="one: expected results of this run, got another's"):
        output.holds(one, OTHER)
    output = Output([one, two], overwrite=True)
    assert not output.holds(one, RUN)  # anew
    assert not output.holds(one, OTHER)


def test_what_is_overwritten_goes_on_where_it_stopped(tmp_path):
    """The first of two runs is done, the second has begun."""
    one, two = tmp_path / "one", tmp_path / "two"
    for path in (one, two):
        _finish(path)
    (two / UNFINISHED).mkdir()
    output = Output([one, two], overwrite=True)
    assert output.holds(one, RUN)
    assert not output.holds(two, RUN)
    assert not output.holds(one, OTHER)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_model_without_a_record_is_somebody_s_too(name, tmp_path):
    (tmp_path / name).write_text("somebody's")
    with pytest.raises(ValueError, match="results are there already"):
        Output([tmp_path], overwrite=False)
    with pytest.raises(ValueError, match="got another's"):
        Output([tmp_path, tmp_path / "new"], overwrite=False).holds(tmp_path, RUN)


def test_a_record_of_older_days_names_no_run(tmp_path):
    (tmp_path / RECORD).write_text(json.dumps({"seed": 0}))
    with pytest.raises(ValueError, match="got another's"):
        Output([tmp_path, tmp_path / "new"], overwrite=False).holds(tmp_path, RUN)
