"""Real tasks by number of labels: a fine-tuned released model against its rivals.

The record's keys:

- `recipe`: options of `finetune`; `sizes`: numbers of labels, or "all"; `num_steps` by task, for
  each of them; `seeds`;
- `ways`: by name what each does; `metrics`: by task its metric;
- `results`: by task, by way, by size (as a string) that metric on the test examples for each seed,
  None for baselines with all labels after the first: they would be the same;
- `examples`: by task how many there are in all to train on and to test;
- `parts`: of each cell its `key`, the `seconds` that it took, and what it `found`.

A seed has labels of its own, the first of the training examples in an order of the seed's, and
draws all weights that are new. The test examples are the same for all.
"""

from pathlib import Path
from random import Random
from typing import Any

import torch

from _run import Key, Result, Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.digests import digest_files
from bert_lab.finetuning import finetune, measure
from bert_lab.finetuning.tasks import pack_examples
from bert_lab.finetuning.tasks.files import FILE_TASKS, file_examples

# Folders of the data sets.
FOLDERS = {"sst2": "sst2", "sick": "sick", "wnut17": "wnut17", "xquad": "xquad-en"}
MODEL = "all-MiniLM-L6-v2"
SIZES, SEEDS = (64, 512, "all"), (0, 1, 2)
SPECS = FILE_TASKS
METRICS = {"sst2": "accuracy", "sick": "accuracy", "wnut17": "f1", "xquad": "f1"}
BATCH_SIZE = 16
RATES = {"pretrained": 1e-4, "untrained": 5e-4}  # from new weights training takes larger steps
POOLING = "mean"  # as the model was trained, where a task has one answer a text
NUM_STEPS = {task: (48, 96, 430) for task in FOLDERS} | {"xquad": (48, 96, 150)}
NUM_TEST = 1_000  # of the authors' test examples, all where they are fewer
TEST_SEED = 3  # they are drawn once
MAX_LEN = dict.fromkeys(FOLDERS, 128) | {"xquad": 256}  # tokens
RECIPE = {
    "train_batch_size": BATCH_SIZE,
    "pooling": POOLING,
    "learning_rate": RATES,
    "max_len": MAX_LEN,
}
WAYS = {
    "pretrained": "the released model and an added layer, all of it trained",
    "untrained": "the same from weights that have read nothing",
    "bag of words": "a regression on the words without their order",
    "majority": "the most frequent answer",
}
NETWORKS, BASELINES = ("pretrained", "untrained"), "baselines"  # one part for the other two


def draw_labels(examples: list[Any], size: int | str, seed: int) -> list[Any]:
    """The first `num` examples, or all, in a seed's order."""
    order = examples.copy()
    Random(seed).shuffle(order)
    return order if size == "all" else order[: int(size)]


def judge_baselines(task: str, train: list[Any], test: list[Any]) -> dict[str, Any]:
    """Bag of words and most frequent answer: by name all metrics."""
    spec = SPECS[task]
    answers = {"bag of words": spec.bag_of_words, "majority": spec.majority}
    return {way: spec.measure(test, judge(train, test)) for way, judge in answers.items()}


def judge_network(
    task: str, train: list[Any], test: list[Any], way: str, num_train_steps: int, seed: int
) -> dict[str, Any]:
    """One of the `NETWORKS`, fine-tuned and measured: its metrics under its name."""
    spec, generator = SPECS[task], torch.Generator().manual_seed(seed)
    model, tokenizer = load_bert(MODEL, generator=torch.Generator())  # its heads go
    if way == "untrained":
        model = BERTModel.from_config(model.config, generator=generator)
    data = [pack_examples(spec, part, tokenizer, MAX_LEN[task]) for part in (train, test)]
    task_model = finetune(
        model,
        data[0],
        generator=generator,
        pooling=POOLING if POOLING in spec.poolings else None,
        num_train_steps=num_train_steps,
        train_batch_size=BATCH_SIZE,
        learning_rate=RATES[way],
    )
    return {way: measure(task_model, data[1])}


def keys() -> list[Key]:
    """The first seed before the others; the task with long passages last."""
    *quick, slow = FOLDERS
    order = [(seed, task) for tasks in (quick, [slow]) for seed in SEEDS for task in tasks]
    return [
        (task, way, size, seed)
        for seed, task in order
        for size in SIZES
        for way in (BASELINES, *NETWORKS)
        if way != BASELINES or size != "all" or seed == SEEDS[0]
    ]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {
        "model": MODEL,
        "recipe": RECIPE,
        "sizes": SIZES,
        "num_steps": NUM_STEPS,
        "seeds": SEEDS,
        "num_test": NUM_TEST,
    }


def run_labels(task: str, way: str, size: int | str, seed: int, data: Path) -> dict[str, Any]:
    """One network, or both baselines, with so many labels: by name all metrics."""
    files = data / FOLDERS[task]
    train = draw_labels(file_examples(SPECS[task], files, "train"), size, seed)
    test = draw_labels(file_examples(SPECS[task], files, "test"), NUM_TEST, TEST_SEED)
    if way == BASELINES:
        found = judge_baselines(task, train, test)
    else:
        steps = NUM_STEPS[task][SIZES.index(size)]
        found = judge_network(task, train, test, way, steps, seed)
    return {"examples": {"train": len(train), "test": len(test)}, "metrics": found}


def summarise(found: dict[Key, Result]) -> Result:
    def runs(task: str, way: str, size: int | str) -> list[float | None]:
        cell = way if way in NETWORKS else BASELINES
        keys = [(task, cell, size, seed) for seed in SEEDS]
        return [found[k]["metrics"][way][METRICS[task]] if k in found else None for k in keys]

    return {
        "recipe": RECIPE,
        "sizes": SIZES,
        "num_steps": NUM_STEPS,
        "seeds": SEEDS,
        "ways": WAYS,
        "metrics": METRICS,
        "results": {
            task: {way: {str(size): runs(task, way, size) for size in SIZES} for way in WAYS}
            for task in FOLDERS
        },
        "examples": {task: found[task, BASELINES, "all", SEEDS[0]]["examples"] for task in FOLDERS},
    }


def main(argv: list[str] | None = None) -> None:
    folders = ", ".join(FOLDERS.values())
    needs = {"data": f"folder of the data sets' folders {folders}"}
    options = parse("real_labels", __doc__, argv, **needs)
    files = digest_files(options.data, *(f"{folder}/*" for folder in FOLDERS.values()))
    run = Run(options, inputs() | {"data": files})
    found = summarise(run.cells(run_labels, keys(), options.data))
    run.write(found | {"parts": run.parts})


if __name__ == "__main__":
    main()
