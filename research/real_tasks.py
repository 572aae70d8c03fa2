"""The four public data sets, fine-tuned from a model pretrained on real text and from scratch.

Each task is run by `python -m bert_lab.finetuning`, as it comes and with `--untrained`. The
record's keys:

- `model`: the command that made the model, its parameters and held-out scores;
- `options`: by task what differs from the command's defaults;
- `tasks`: by task `metrics`: by judge ("fine-tuned", "untrained", "bag of words", "majority") its
  figures on the test examples; and the numbers of `examples`, `truncated` ones and `steps`.
"""

import re
from pathlib import Path
from typing import Any

from _run import Key, Result, Run, parse
from bert_lab.checkpoint.digests import digest_files
from bert_lab.finetuning.tasks.files import FILE_TASKS
from bert_lab.training_loop.record import RECORD, read_run

# Folders of the data sets, and what a task needs that differs from the command's defaults.
FOLDERS = {"sst2": "sst2", "sick": "sick", "wnut17": "wnut17", "xquad": "xquad-en"}
OPTIONS = {"xquad": "--max_seq_length 384 --num_train_epochs 6"}  # 800 questions, long passages
TRAINED, UNTRAINED = "trained", "untrained"
JUDGES = ("fine-tuned", "bag of words", "majority")
FACTS = ("examples", "truncated", "steps", "seconds")


def finetune_command(words: list[str]) -> None:
    """The command `python -m bert_lab.finetuning` with these options."""
    from bert_lab.finetuning.__main__ import main  # needs accelerate

    main(words)


KEYS = [(task, start) for task in FOLDERS for start in (TRAINED, UNTRAINED)]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {"options": OPTIONS}


def digests(data: Path, model: Path) -> dict[str, str]:
    """Digests of the data sets."""
    names = "config.json", "model.safetensors", "tokenizer.json", "record.jsonl"
    return {
        "data": digest_files(data, *(f"{folder}/*" for folder in FOLDERS.values())),
        "model": digest_files(model, *names),
    }


def run_task(task: str, start: str, data: Path, model: Path, folder: Path) -> dict[str, Any]:
    """One task from one starting point: summaries by what is learned."""
    out = folder / task / start
    words = ["--task", task, "--data", str(data / FOLDERS[task]), "--model", str(model)]
    words += [*OPTIONS.get(task, "").split(), "--out", str(out)]
    folders = {spec.name: out / spec.name for spec in FILE_TASKS[task]}
    if not all((folder / RECORD).is_file() for folder in folders.values()):
        finetune_command(words + ["--untrained"] * (start == UNTRAINED))
    return {name: read_run(folder).summary for name, folder in folders.items()}


def summarise(found: dict[Key, Result], made: dict[str, Any]) -> Result:
    """`made` is the summary of the run that made the model."""
    tasks: dict[str, dict[str, Any]] = {}
    for task in FOLDERS:
        for name, trained in found[task, TRAINED].items():
            metrics = {judge: trained[judge] for judge in JUDGES}
            metrics["untrained"] = found[task, UNTRAINED][name]["fine-tuned"]
            tasks[name] = {fact: trained[fact] for fact in FACTS} | {"metrics": metrics}
    model = {name: made[name] for name in ("parameters", "held_out", "lines")}
    # where the files were says nothing
    model["command"] = re.sub(r"--(corpus|out|output_dir) \S+", r"--\1 DIR", made["command"])
    return {"model": model, "options": OPTIONS, "tasks": tasks}


def main(argv: list[str] | None = None) -> None:
    folders = ", ".join(FOLDERS.values())
    options = parse(
        "real_tasks",
        __doc__,
        argv,
        data=f"folder of the data sets' folders {folders}",
        model="folder that bert_lab.pretraining has filled",
    )
    run = Run(options, inputs() | digests(options.data, options.model))
    found = run.cells(run_task, KEYS, options.data, options.model, run.folder)
    run.write(summarise(found, read_run(options.model).summary))


if __name__ == "__main__":
    main()
