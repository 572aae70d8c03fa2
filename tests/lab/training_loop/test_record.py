"""bert_lab.training_loop.record: written step by step, continued without gaps or duplicates."""

import json

from bert_core.pretraining import Record
from bert_lab.training_loop.record import numbers, read_records, write_records

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
    list(write_records(RECORDS[6:], path, start=6))
    assert read_records(path) == RECORDS
    list(write_records(RECORDS[:2], path))  # a run that starts anew
    assert read_records(path) == RECORDS[:2]
