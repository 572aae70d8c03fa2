"""research/real_tasks.py: which runs make the record."""

import json
from pathlib import Path

import real_tasks as script
from bert_lab.finetuning.tasks.files import FILE_TASKS
from bert_lab.measures import recorded
from bert_lab.training_loop.record import RECORD
from real_tasks import FOLDERS


def test_each_task_is_run_from_both_starting_points(run_small, tmp_path, monkeypatch):
    calls = []

    def fake(words):
        calls.append(words)
        task, out = words[1], Path(words[words.index("--out") + 1])
        score = {"accuracy": 0.25 if "--untrained" in words else 0.75}
        for spec in FILE_TASKS[task]:
            facts = dict.fromkeys(("examples", "truncated", "steps", "seconds"), 7)
            judged = dict.fromkeys(("fine-tuned", "bag of words", "majority"), score)
            (out / spec.name).mkdir(parents=True)
            (out / spec.name / RECORD).write_text(json.dumps(facts | judged), "utf-8")

    made = dict.fromkeys(("parameters", "held_out", "lines"), 1)
    made["command"] = "python -m x --corpus a/b --preset tiny --out c"
    model = tmp_path / "a model"
    model.mkdir()
    (model / RECORD).write_text(json.dumps(made), "utf-8")
    for name in ("config.json", "model.safetensors", "tokenizer.json"):
        (model / name).write_text("")
    for folder in FOLDERS.values():
        (tmp_path / "my DATA" / folder).mkdir(parents=True)
        (tmp_path / "my DATA" / folder / "file").write_text("")
    monkeypatch.setattr(script, "finetune_command", fake)
    record = run_small(script, "--data", "my DATA", "--model", model)
    assert record.keys() == recorded("real_tasks").keys()
    assert [(words[1], "--untrained" in words) for words in calls] == [
        (task, untrained) for task in FOLDERS for untrained in (False, True)
    ]
    assert calls[6][3:6] == ["my DATA/xquad-en", "--model", str(model)]
    assert "384" in calls[6]
    assert record["model"] == made | {"command": "python -m x --corpus DIR --preset tiny --out DIR"}
    assert list(record["tasks"]) == [spec.name for task in FOLDERS for spec in FILE_TASKS[task]]
    for entry in record["tasks"].values():
        assert entry["metrics"]["untrained"] == {"accuracy": 0.25}
        assert entry["metrics"]["fine-tuned"] == {"accuracy": 0.75}
