"""bert_lab.training_loop.record: written step by step, continued without gaps or duplicates."""

import json

import pytest

from bert_core.pretraining import Record
from bert_lab.checkpoint import MINI_BERT
from bert_lab.training_loop.record import (
    check_records,
    numbers,
    read_records,
    read_run,
    thin,
    write_records,
)
from tests.helpers.close import near

RECORDS = [
    Record(step, 1 / (step + 3), step**0.5 + 0.7, step**0.5, 0.7, step / 17, 0.5)
    for step in range(13)
]


def test_each_record_is_written_before_it_is_passed_on(tmp_path):
    path = tmp_path / "new" / "record.jsonl"
    for record in write_records(RECORDS, path):
        *_, last = path.read_text("utf-8").splitlines()
        assert json.loads(last) == numbers(record)
    assert read_records(path) == RECORDS


def test_steps_taken_again_are_there_once(tmp_path):
    path = tmp_path / "record.jsonl"
    list(write_records(RECORDS[:9], path))
    with path.open("a") as file:
        file.write('{"step": 9, "learni')  # killed while writing
    list(write_records(RECORDS[6:], path))
    assert read_records(path) == RECORDS


def test_a_run_that_starts_anew_starts_its_record_anew(tmp_path):
    path = tmp_path / "record.jsonl"
    list(write_records(RECORDS[:9], path))
    list(write_records(RECORDS[:2], path))
    assert read_records(path) == RECORDS[:2]


def test_a_gap_is_refused(tmp_path):
    path = tmp_path / "record.jsonl"
    list(write_records(RECORDS[:4], path))
    with pytest.raises(ValueError, match="expected lines of the 6 steps already taken, got 4"):
        list(write_records(RECORDS[6:], path))


@pytest.mark.parametrize("spoil", [b"", b"{", b"null\n", b'{"step": 1}\n', None])
def test_what_is_lost_of_a_record_is_said_before_the_next_step(spoil, tmp_path):
    """Line 3 of 6: gone, half a line, no record, another step's; or the whole file."""
    path = tmp_path / "record.jsonl"
    list(write_records(RECORDS[:6], path))
    lines = path.read_bytes().splitlines(keepends=True)
    assert check_records(path, 6) == b"".join(lines)
    path.write_bytes(b"".join([*lines[:2], spoil or b"", *lines[3:]]))
    if spoil is None:
        path.unlink()
    left = 0 if spoil is None else 2
    with pytest.raises(ValueError, match=rf"6 steps already taken, got {left};"):
        check_records(path, 6)


def test_a_number_that_is_none_is_no_record(tmp_path):
    with pytest.raises(ValueError, match="not JSON compliant"):
        list(write_records([RECORDS[0]._replace(loss=float("nan"))], tmp_path / "record.jsonl"))


def test_thin_gives_means_over_ten_steps():
    rows = thin(RECORDS)
    assert [row["step"] for row in rows] == [10, 13]
    for row, part in zip(rows, (RECORDS[:10], RECORDS[10:]), strict=True):
        for name in ("learning_rate", "mlm_loss", "mlm_accuracy"):
            mean = sum(getattr(record, name) for record in part) / len(part)
            assert row[name] == near(mean, digits=6)


def test_a_finished_run_is_read(tmp_path):
    lines = [{"step": 10, "mlm_loss": 3.5}, {"step": 13, "mlm_loss": 2.5}, {"pairs": 7}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / "record.jsonl").write_text(text, "utf-8")
    assert read_run(tmp_path) == (lines[:2], {"pairs": 7})
    run = read_run(MINI_BERT)
    assert run.curve[-1]["step"] % 100 == 0
    assert run.summary["lines"]["ln_vocab_size"] > run.curve[-1]["mlm_loss"]
