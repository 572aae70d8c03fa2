"""Film reviews by number of labels: fine-tuned, frozen, or drawn together first.

The record's keys:

- `recipe`: options of `finetune`; `sizes`: numbers of labels, half of each class; `num_steps` for
  each of them; `seeds` for each of them; `ways`: by name what each does;
- `results`: by way, by size (as a string) the accuracy on the test examples for each seed;
- `examples`: how many there are to test;
- `parts`: of each cell its `key`, the `seconds` that it took, and what it `found`.

A seed has labels of its own, and draws all weights that are new. The test examples are the same for
all.
"""

from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from _run import Key, Result, Run, parse
from bert_lab.checkpoint import load_bert
from bert_lab.checkpoint.digests import digest_files
from bert_lab.finetuning import (
    SameClass,
    SequenceClassifier,
    add_output_layer,
    finetune_steps,
    measure,
    text_vectors,
)
from bert_lab.finetuning.loop import TaskObjective
from bert_lab.finetuning.tasks import TaskData, pack_examples
from bert_lab.finetuning.tasks.files import SST2, file_examples
from real_labels import (
    BATCH_SIZE,
    MODEL,
    POOLING,
    RATES,
    TEST_SEED,
    draw_labels,
)

FOLDER, MAX_LEN = "sst2", 128
NUM_TEST = 500  # the first of those that `real_labels` has
SIZES, NUM_STEPS = (8, 64, 512), (24, 48, 96)
SEEDS = {8: (0, 1, 2, 3, 4), 64: (0, 1, 2), 512: (0, 1, 2)}
ALL, FROZEN, PAIRS = "all weights", "frozen", "same class"
WAYS = {
    ALL: "all of the released model trained, with an added layer",
    FROZEN: "a logistic regression on the released model's vectors",
    PAIRS: "the same after vectors of a class were drawn together",
}
RECIPE = {
    "train_batch_size": BATCH_SIZE,
    "pooling": POOLING,
    "learning_rate": RATES["pretrained"],
}


def draw_balanced(examples: list[Any], size: int, seed: int) -> list[Any]:
    """The first `size` examples in a seed's order, equally many of each class."""
    order = draw_labels(examples, "all", seed)
    return [x for label in (0, 1) for x in [y for y in order if y.label == label][: size // 2]]


def start(generator: torch.Generator) -> tuple[SequenceClassifier, Any]:
    """The released model as a classifier, and its tokenizer."""
    model, tokenizer = load_bert(MODEL, generator=torch.Generator())  # its heads go
    task_model = add_output_layer(model, SST2, generator=generator, pooling=POOLING)
    return cast(SequenceClassifier, task_model), tokenizer


def judge(way: str, train: list[Any], test: list[Any], num_steps: int, seed: int) -> float:
    """The accuracy that a training method reaches."""
    generator = torch.Generator().manual_seed(seed)
    task_model, tokenizer = start(generator)
    data, unseen = (pack_examples(SST2, part, tokenizer, MAX_LEN) for part in (train, test))
    for _ in finetune_steps(
        task_model,
        data,
        generator=generator,
        num_train_steps=num_steps,
        train_batch_size=BATCH_SIZE,
        learning_rate=RATES["pretrained"],
        objective=SameClass if way == PAIRS else TaskObjective,
    ):
        pass
    if way != PAIRS:
        return measure(task_model, unseen)["accuracy"]
    return separate(text_vectors(task_model, data), data, text_vectors(task_model, unseen), unseen)


def judge_frozen(drawn: list[list[Any]], test: list[Any]) -> list[float]:
    """The accuracy of frozen vectors, for several draws of labels."""
    task_model, tokenizer = start(torch.Generator().manual_seed(0))
    *draws, unseen = (pack_examples(SST2, x, tokenizer, MAX_LEN) for x in (*drawn, test))
    vectors = text_vectors(task_model, unseen)
    return [separate(text_vectors(task_model, x), x, vectors, unseen) for x in draws]


def separate(vectors: Tensor, data: TaskData, others: Tensor, unseen: TaskData) -> float:
    """The accuracy on `unseen` of a logistic regression on vectors (n, D) of `data`."""
    from sklearn.linear_model import LogisticRegression

    return float(LogisticRegression().fit(vectors, data.labels).score(others, unseen.labels))


def keys() -> list[Key]:
    frozen = [(FROZEN, size, 0) for size in SIZES]
    trained = [(way, n, seed) for n in SIZES for seed in SEEDS[n] for way in (PAIRS, ALL)]
    return [*frozen, *trained]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {
        "model": MODEL,
        "recipe": RECIPE,
        "ways": list(WAYS),
        "num_steps": NUM_STEPS,
        "seeds": list(SEEDS.items()),
        "num_test": NUM_TEST,
    }


def run_way(way: str, size: Any, seed: int, data: Path) -> dict[str, Any]:
    """An accuracy; of frozen vectors one for each seed."""
    files = data / FOLDER
    train = file_examples(SST2, files, "train")
    test = draw_labels(file_examples(SST2, files, "test"), NUM_TEST, TEST_SEED)
    if way == FROZEN:
        draws = [draw_balanced(train, size, seed) for seed in SEEDS[size]]
        return {"accuracies": judge_frozen(draws, test)}
    steps = NUM_STEPS[SIZES.index(size)]
    return {"accuracy": judge(way, draw_balanced(train, size, seed), test, steps, seed)}


def summarise(found: dict[Key, Result]) -> Result:
    def runs(way: str, size: int) -> list[float]:
        if way == FROZEN:
            return found[FROZEN, size, 0]["accuracies"]
        return [found[way, size, s]["accuracy"] for s in SEEDS[size]]

    return {
        "recipe": RECIPE,
        "sizes": SIZES,
        "num_steps": NUM_STEPS,
        "seeds": list(SEEDS.values()),
        "ways": WAYS,
        "results": {way: {str(size): runs(way, size) for size in SIZES} for way in WAYS},
        "examples": NUM_TEST,
    }


def main(argv: list[str] | None = None) -> None:
    options = parse("few_labels", __doc__, argv, data=f"folder of the data set's folder {FOLDER}")
    run = Run(options, inputs() | {"data": digest_files(options.data, f"{FOLDER}/*")})
    found = summarise(run.cells(run_way, keys(), options.data))
    run.write(found | {"parts": run.parts})


if __name__ == "__main__":
    main()
