"""Fine-tuning on the mini-world's tasks: how many labels, from which weights, by which vector.

`python -m bert_lab.experiments.finetuning` writes a record with these keys:

- `recipe`: options of `finetune`; `sizes` (labels) and for each the `num_steps`; `seeds`;
  `num_test` examples;
- `ways`: by name what each does;
- `metrics`: by task its metric;
- `results`: by task, by way, the metric on the test examples: for each of its `sizes` the `mean`
  and the `sd` over the seeds, and `runs`, a row for each seed. Ways to use the pretrained model
  are compared at the sizes `FEW_AND_MANY` alone.

A seed has training examples of its own and draws all weights that are new; the test examples are
the same for all. The record is written after each task and way, and what it holds is not done
again: the same command goes on where an interrupted one stopped.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments.records import RECORDED, write_record
from bert_lab.finetuning import bag_of_words, evaluate, finetune, majority, measure
from bert_lab.finetuning.tasks import TASKS, TaskData, mini_task

SIZES, FEW_AND_MANY, SEEDS, NUM_TEST = (16, 64, 256, 1_024), (64, 1_024), (0, 1, 2), 1_000
RECIPE = {"train_batch_size": 32, "learning_rate": 1e-3}
NUM_STEPS = dict(zip(SIZES, (100, 100, 200, 300), strict=True))  # by the number of labels
WAYS = {
    "pretrained": "the mini-BERT and an added layer, all of it trained",
    "untrained": "the same from weights that have seen nothing",
    "mean": "pretrained, the mean of all vectors instead of the pooled one of <cls>",
    "frozen": "pretrained, the added layer alone trained, at ten times the rate",
    "frozen mean": "the last two together",
    "bag of words": "logistic regression on the words without their order",
    "majority": "the most frequent answer",
}
_FROZEN = {"freeze": True, "learning_rate": 1e-2}  # a single layer stands and needs larger steps
_OPTIONS: dict[str, dict[str, Any]] = {
    "pretrained": {},
    "untrained": {},
    "mean": {"pooling": "mean"},
    "frozen": _FROZEN,
    "frozen mean": {**_FROZEN, "pooling": "mean"},
}


def has_way(task: str, way: str) -> bool:
    """Pooling is a question for tasks with one answer a text."""
    return "mean" not in way or TASKS[task].family in ("single text", "text pair")


def run(task: str, way: str, num_labels: int, seed: int, test: TaskData) -> float:
    """The task's metric on the test examples after `num_labels` training examples."""
    train = mini_task(task, num_labels, "train", seed)
    spec = train.spec
    if way in ("bag of words", "majority"):
        judge: Callable = bag_of_words if way == "bag of words" else majority
        answers = judge(spec, train.examples, test.examples)
        return measure(spec, test.examples, answers)[spec.metric]
    generator, model = torch.Generator().manual_seed(seed), load_mini_bert()[0]
    if way == "untrained":
        model = BERTModel.from_config(model.config, generator=generator)
    options = {"num_train_steps": NUM_STEPS[num_labels], **RECIPE, **_OPTIONS[way]}
    task_model = finetune(model, train, generator=generator, **options)
    return evaluate(task_model, test)[spec.metric]


def run_all(task: str, way: str, test: TaskData) -> dict[str, list]:
    """All sizes and seeds of one task and way."""
    sizes = FEW_AND_MANY if "mean" in way or "frozen" in way else SIZES
    runs = [[run(task, way, size, seed, test) for size in sizes] for seed in SEEDS]
    columns = list(zip(*runs, strict=True))
    return {
        "sizes": sizes,
        "mean": [statistics.mean(column) for column in columns],
        "sd": [statistics.stdev(column) for column in columns],
        "runs": runs,
    }


def main(argv: list[str] | None = None) -> None:
    from tqdm import tqdm

    parser = argparse.ArgumentParser(prog="python -m bert_lab.experiments.finetuning")
    parser.add_argument("--out", type=Path, default=RECORDED / "finetuning.json")
    out = parser.parse_args(argv).out
    found: dict[str, Any] = {
        "recipe": RECIPE,
        "sizes": list(SIZES),
        "num_steps": list(NUM_STEPS.values()),
        "seeds": list(SEEDS),
        "num_test": NUM_TEST,
        "ways": WAYS,
        "metrics": {task: spec.metric for task, spec in TASKS.items()},
    }
    results, seconds = _stored(out, found)
    missing = [(t, w) for w in WAYS for t in TASKS if has_way(t, w) and w not in results.get(t, {})]
    for task, way in tqdm(missing, unit="way"):
        start = time.process_time()
        test = mini_task(task, NUM_TEST, "test")
        results.setdefault(task, {})[way] = run_all(task, way, test)
        seconds += time.process_time() - start
        command = "python -m bert_lab.experiments.finetuning"
        write_record(out, found | {"results": results}, command, seconds)


def _stored(path: Path, wanted: dict[str, Any]) -> tuple[dict[str, dict], float]:
    """Results of an interrupted run with the same settings, and the seconds they took."""
    stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
    if all(stored.get(key) == value for key, value in wanted.items()):
        return stored["results"], stored["seconds"]
    return {}, 0.0


if __name__ == "__main__":
    main()
