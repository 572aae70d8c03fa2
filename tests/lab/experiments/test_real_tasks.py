"""bert_lab.experiments.real_tasks: which runs make the record, and what it keeps of them."""

import json

from bert_lab.experiments import real_tasks, recorded
from bert_lab.experiments.real_tasks import FOLDERS
from bert_lab.finetuning.tasks.files import FILE_TASKS
from bert_lab.training.record import RECORD

JUDGES = {"fine-tuned", "untrained", "bag of words", "majority"}


def test_each_task_is_run_from_both_starting_points(tmp_path, monkeypatch):
    calls = []

    def fake(words):
        calls.append(words)
        task, out = words[1], real_tasks.Path(words[words.index("--out") + 1])
        score = {"accuracy": 0.25 if "--untrained" in words else 0.75}
        for spec in FILE_TASKS[task]:
            facts = dict.fromkeys(("examples", "truncated", "steps", "seconds"), 7)
            judged = dict.fromkeys(("fine-tuned", "bag of words", "majority"), score)
            (out / spec.name).mkdir(parents=True)
            (out / spec.name / RECORD).write_text(json.dumps(facts | judged), "utf-8")

    made = dict.fromkeys(("parameters", "held_out", "lines"), 1)
    made["command"] = "python -m x --corpus a/b --preset tiny --out c"
    (tmp_path / RECORD).write_text(json.dumps(made), "utf-8")
    monkeypatch.setattr(real_tasks, "finetune_command", fake)
    out = tmp_path / "found.json"
    real_tasks.main(["--data", "DATA", "--model", str(tmp_path), "--out", str(out)])
    assert [("--untrained" in words, words[1]) for words in calls] == [
        (untrained, task) for task in FOLDERS for untrained in (False, True)
    ]
    assert calls[6][3] == "DATA/xquad-en"
    assert "384" in calls[6]
    stored = json.loads(out.read_text("utf-8"))
    assert stored["model"] == made | {"command": "python -m x --corpus DIR --preset tiny --out DIR"}
    assert list(stored["tasks"]) == [spec.name for task in FOLDERS for spec in FILE_TASKS[task]]
    for found in stored["tasks"].values():
        assert found["metrics"]["untrained"] == {"accuracy": 0.25}
        assert found["metrics"]["fine-tuned"] == {"accuracy": 0.75}


def test_the_record_has_every_task_and_judge():
    tasks = recorded("real_tasks")["tasks"]
    for spec in (spec for specs in FILE_TASKS.values() for spec in specs):
        assert set(tasks[spec.name]["metrics"]) == JUDGES
        for found in tasks[spec.name]["metrics"].values():
            assert -1 <= found[spec.metric] <= 1
    assert tasks["sst2"]["examples"] == {"train": 6_920, "test": 1_821}
