"""Fine-tuning on the mini-world's tasks: how many labels, from which weights, by which vector.

The record's keys:

- `recipe`: options of `finetune`; `sizes` (labels) and for each the `num_steps`; `seeds`;
  `num_test` examples;
- `ways`: by name what each does;
- `metrics`: by task its metric;
- `results`: by task, by way, the metric on the test examples: for each of its `sizes` the `mean`
  and the `sd` over the seeds, and `runs`, a row for each seed. Ways to use the pretrained model
  are compared at the sizes `FEW_AND_MANY` alone.

A seed has training examples of its own and draws all weights that are new; the test examples are
the same for all.
"""

import statistics
from collections.abc import Callable
from typing import Any

import torch

from _run import Key, Result, Run, grammar_digest, mini_bert_digest, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_mini_bert
from bert_lab.finetuning import finetune, measure
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
    """Whether it is tried: a mean only where a text has one answer."""
    return "mean" not in way or "mean" in TASKS[task].poolings


def sizes_of(way: str) -> tuple[int, ...]:
    """From how many labels it learns."""
    return FEW_AND_MANY if "mean" in way or "frozen" in way else SIZES


def measure_way(task: str, way: str, num_labels: int, seed: int, test: TaskData) -> float:
    """The task's metric on the test examples after `num_labels` training examples."""
    train = mini_task(task, num_labels, "train", seed)
    spec = train.spec
    if way in ("bag of words", "majority"):
        judge: Callable = spec.bag_of_words if way == "bag of words" else spec.majority
        answers = judge(train.examples, test.examples)
        return spec.measure(test.examples, answers)[spec.metric]
    generator, model = torch.Generator().manual_seed(seed), load_mini_bert()[0]
    if way == "untrained":
        model = BERTModel.from_config(model.config, generator=generator)
    options = {"num_train_steps": NUM_STEPS[num_labels], **RECIPE, **_OPTIONS[way]}
    task_model = finetune(model, train, generator=generator, **options)
    return measure(task_model, test)[spec.metric]


KEYS = [(task, way) for way in WAYS for task in TASKS if has_way(task, way)]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "grammar": grammar_digest(),
        "mini-bert": mini_bert_digest(),
        "recipe": RECIPE,
        "options": _OPTIONS,
        "sizes": SIZES,
        "num_steps": list(NUM_STEPS.values()),
        "seeds": SEEDS,
        "num_test": NUM_TEST,
        "tasks": list(TASKS),
    }


def all_sizes(task: str, way: str) -> dict[str, Any]:
    """One task and way, with all sizes and seeds."""
    test = mini_task(task, NUM_TEST, "test")
    sizes = sizes_of(way)
    runs = [[measure_way(task, way, size, seed, test) for size in sizes] for seed in SEEDS]
    return {"sizes": sizes, **mean_and_sd(runs), "runs": runs}


def mean_and_sd(runs: list[list[float]]) -> dict[str, list[float]]:
    """Mean and standard deviation of each column, over the runs."""
    columns = list(zip(*runs, strict=True))
    return {
        "mean": [statistics.mean(column) for column in columns],
        "sd": [statistics.stdev(column) for column in columns],
    }


def summarise(found: dict[Key, Result]) -> Result:
    results: dict[str, Result] = {}
    for (task, way), ways in found.items():
        results.setdefault(str(task), {})[str(way)] = ways
    return {
        "recipe": RECIPE,
        "sizes": SIZES,
        "num_steps": list(NUM_STEPS.values()),
        "seeds": SEEDS,
        "num_test": NUM_TEST,
        "ways": WAYS,
        "metrics": {task: spec.metric for task, spec in TASKS.items()},
        "results": results,
    }


def main(argv: list[str] | None = None) -> None:
    run = Run(parse("finetuning", __doc__, argv), inputs())
    run.write(summarise(run.cells(all_sizes, KEYS)))


if __name__ == "__main__":
    main()
