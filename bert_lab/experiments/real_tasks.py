"""The four public data sets, fine-tuned from a model pretrained on real text and from none.

`python -m bert_lab.experiments.real_tasks --data DIR --model DIR` runs `bert_lab.finetuning` for
each task, as it comes and with `--untrained`, and writes a record with these keys:

- `model`: the command that made the model, its parameters and held-out scores;
- `tasks`: by task `metrics`: by judge ("fine-tuned", "untrained", "bag of words", "majority") its
  figures on the test examples; and the numbers of `examples`, `truncated` ones and `steps`.
"""

import argparse
import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bert_lab.experiments.records import RECORDED, write_record
from bert_lab.finetuning.tasks.files import FILE_TASKS
from bert_lab.training.record import read_run

# Folders of the data sets in DIR, and what a task needs that differs from the command's defaults.
FOLDERS = {"sst2": "sst2", "sick": "sick", "wnut17": "wnut17", "xquad": "xquad-en"}
OPTIONS = {"xquad": "--max_seq_length 384 --num_train_epochs 6"}  # 800 questions, long passages


def finetune_command(words: list[str]) -> None:
    """`python -m bert_lab.finetuning` with these options."""
    from bert_lab.finetuning.__main__ import main  # needs accelerate

    main(words)


def run(task: str, options: argparse.Namespace, folder: Path) -> dict[str, dict[str, Any]]:
    """One task from both starting points: by the name of what is learned, its entry."""
    words = f"--task {task} --data {options.data / FOLDERS[task]} --model {options.model}".split()
    words += OPTIONS.get(task, "").split()
    finetune_command([*words, "--out", str(folder / "trained")])
    finetune_command([*words, "--out", str(folder / "untrained"), "--untrained"])
    found = {}
    for spec in FILE_TASKS[task]:
        trained, untrained = (
            read_run(folder / name / spec.name).summary for name in ("trained", "untrained")
        )
        metrics = {name: trained[name] for name in ("fine-tuned", "bag of words", "majority")}
        facts = {name: trained[name] for name in ("examples", "truncated", "steps", "seconds")}
        found[spec.name] = facts | {"metrics": metrics | {"untrained": untrained["fine-tuned"]}}
    return found


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m bert_lab.experiments.real_tasks")
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets' folders")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=RECORDED / "real_tasks.json")
    options, start = parser.parse_args(argv), time.process_time()
    tasks: dict[str, dict[str, Any]] = {}
    with TemporaryDirectory() as folder:
        for task in FOLDERS:
            tasks |= run(task, options, Path(folder) / task)
    made = read_run(options.model).summary
    model = {name: made[name] for name in ("parameters", "held_out", "lines")}
    # where the files were says nothing
    model["command"] = re.sub(r"--(corpus|out|output_dir) \S+", r"--\1 DIR", made["command"])
    command = "python -m bert_lab.experiments.real_tasks --data DIR --model DIR"
    seconds = time.process_time() - start
    write_record(
        options.out, {"model": model, "options": OPTIONS, "tasks": tasks}, command, seconds
    )


if __name__ == "__main__":
    main()
