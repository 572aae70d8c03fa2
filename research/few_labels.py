"""Film reviews by number of labels, training everything, an adapter, or the output layer.

The record's keys:

- `recipe`: options of `finetune`; `sizes`: numbers of labels, half of each class; `num_steps` for
  each of them; `seeds` for each of them; `ways`: by name what each does;
- `results`: by way, by size (as a string) the accuracy on the test examples for each seed, None
  where it was not trained;
- `costs`: by way of training the numbers that learn, the seconds of a step and the bytes that are
  kept for it: weights, gradients, moments, and what the way back needs;
- `scratch`: the same network from weights that have read nothing, over all reviews up to `passes`
  times, until `patience` of them in a row were no better on the `valid` examples: one run's
  accuracy after each pass on these and on the `test` examples;
- `examples`: how many there are to test;
- `parts`: of each cell its `key`, the `seconds` that it took, and what it `found`.

A seed has labels of its own, and draws all weights that are new. The test examples are the same for
all.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor
from torch.autograd.graph import saved_tensors_hooks

from _run import Key, Result, Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import add_adapter, load_bert
from bert_lab.checkpoint.digests import digest_files
from bert_lab.finetuning import (
    SameClass,
    SequenceClassifier,
    add_output_layer,
    finetune_steps,
    loss_sum,
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
    by_part,
    draw_labels,
    judge_passes,
)

FOLDER, MAX_LEN = "sst2", 128
NUM_TEST = 500  # the first of those that `real_labels` has
SIZES, NUM_STEPS = (8, 64, 512), (24, 48, 96)
SEEDS = {8: (0, 1, 2, 3, 4), 64: (0, 1, 2), 512: (0, 1, 2)}
RANKS = (32, 1)
ALL, FROZEN, PAIRS = "all weights", "frozen", "same class"
ADAPTERS = {f"adapter, rank {rank}": rank for rank in RANKS}
WAYS = {
    ALL: "all of the released model trained, with an added layer",
    FROZEN: "a logistic regression on the released model's vectors",
    PAIRS: "the same after vectors of a class were drawn together",
    **{
        way: f"updates of rank {rank} trained, with an added layer"
        for way, rank in ADAPTERS.items()
    },
}
COSTS, SCRATCH, SCRATCH_SEED = "costs", "scratch", 0
PASSES, PATIENCE = 6, 2
COST_STEPS, COST_TOKENS = 5, 32
RECIPE = {
    "train_batch_size": BATCH_SIZE,
    "pooling": POOLING,
    "learning_rate": {"pretrained": RATES["pretrained"], "adapter": 1e-3},
}


def draw_balanced(examples: list[Any], size: int, seed: int) -> list[Any]:
    """The first `size` examples in a seed's order, equally many of each class."""
    order = draw_labels(examples, "all", seed)
    return [x for label in (0, 1) for x in [y for y in order if y.label == label][: size // 2]]


def start(way: str, generator: torch.Generator) -> tuple[SequenceClassifier, Any]:
    """The released model as a classifier, with an adapter if `way` has one; and its tokenizer."""
    model, tokenizer = load_bert(MODEL, generator=torch.Generator())  # its heads go
    if way in ADAPTERS:
        add_adapter(model, ADAPTERS[way], generator)
    task_model = add_output_layer(model, SST2, generator=generator, pooling=POOLING)
    return cast(SequenceClassifier, task_model), tokenizer


def judge(way: str, train: list[Any], test: list[Any], num_steps: int, seed: int) -> float:
    """The accuracy that a training method reaches."""
    generator = torch.Generator().manual_seed(seed)
    task_model, tokenizer = start(way, generator)
    data, unseen = (pack_examples(SST2, part, tokenizer, MAX_LEN) for part in (train, test))
    for _ in _steps(task_model, data, way, num_steps, generator):
        pass
    if way != PAIRS:
        return measure(task_model, unseen)["accuracy"]
    return separate(text_vectors(task_model, data), data, text_vectors(task_model, unseen), unseen)


def judge_frozen(drawn: list[list[Any]], test: list[Any]) -> list[float]:
    """The accuracy of frozen vectors, for several draws of labels."""
    task_model, tokenizer = start(FROZEN, torch.Generator().manual_seed(0))
    *draws, unseen = (pack_examples(SST2, x, tokenizer, MAX_LEN) for x in (*drawn, test))
    vectors = text_vectors(task_model, unseen)
    return [separate(text_vectors(task_model, x), x, vectors, unseen) for x in draws]


def separate(vectors: Tensor, data: TaskData, others: Tensor, unseen: TaskData) -> float:
    """The accuracy on `unseen` of a logistic regression on vectors (n, D) of `data`."""
    from sklearn.linear_model import LogisticRegression

    return float(LogisticRegression().fit(vectors, data.labels).score(others, unseen.labels))


def _steps(task_model, data: TaskData, way: str, num_steps: int, generator: torch.Generator):
    rates = RECIPE["learning_rate"]
    return finetune_steps(
        task_model,
        data,
        generator=generator,
        num_train_steps=num_steps,
        train_batch_size=BATCH_SIZE,
        learning_rate=rates["adapter" if way in ADAPTERS else "pretrained"],
        objective=SameClass if way == PAIRS else TaskObjective,
    )


def judge_scratch(parts: dict[str, list[Any]], seed: int) -> dict[str, list[float]]:
    """The same network from random weights, trained until it stops improving."""
    model, tokenizer = load_bert(MODEL, generator=torch.Generator())
    generator = torch.Generator().manual_seed(seed)
    new = BERTModel.from_config(model.config, generator=generator)
    return by_part(until_no_better(judge_passes(new, tokenizer, parts, PASSES, generator)))


def until_no_better(passes: Iterator[dict[str, float]]) -> Iterator[dict[str, float]]:
    """Early stopping: ends after `PATIENCE` passes in a row without a new best."""
    best, since = 0.0, 0
    for found in passes:
        yield found
        best, since = (found["valid"], 0) if found["valid"] > best else (best, since + 1)
        if since == PATIENCE:
            return


def weigh(way: str, train: list[Any]) -> dict[str, float]:
    """The cost of a step: trainable parameters, seconds, and bytes by purpose."""
    generator = torch.Generator().manual_seed(0)
    task_model, tokenizer = start(way, generator)
    long = [x for x in train if len(x.first) >= COST_TOKENS][:BATCH_SIZE]
    data = pack_examples(SST2, long, tokenizer, COST_TOKENS)
    seconds, clock = [], time.process_time()
    for _ in _steps(task_model, data, way, COST_STEPS, generator):
        seconds.append(time.process_time() - clock)
        clock = time.process_time()
    learns = [p for p in task_model.parameters() if p.requires_grad]
    weights = sum(p.nbytes for p in task_model.parameters())
    return {
        "learns": sum(p.numel() for p in learns),
        "seconds": sorted(seconds)[COST_STEPS // 2],
        "weights": weights,
        "gradients": sum(p.nbytes for p in learns),
        "moments": 2 * sum(p.nbytes for p in learns),
        "way back": saved_bytes(task_model, data),
    }


def saved_bytes(task_model: SequenceClassifier, data: TaskData) -> int:
    """Bytes that a step keeps for backward, without weights; shared storage counts once."""
    own = {p.untyped_storage().data_ptr() for p in task_model.parameters()}
    kept: dict[int, torch.UntypedStorage] = {}

    def keep(tensor: Tensor) -> Tensor:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            kept[storage.data_ptr()] = storage
        return tensor

    with saved_tensors_hooks(keep, lambda tensor: tensor):
        logits = task_model.train()(data.tokens, data.segments, data.valid_lens)
        loss_sum(logits, data.labels).backward()
    return sum(storage.nbytes() for storage in kept.values())


def keys() -> list[Key]:
    """What `real_labels` has in much the same form comes after the rest; the longest last."""
    costs = [(COSTS, way, 0) for way in (ALL, *ADAPTERS)]
    frozen = [(FROZEN, size, 0) for size in SIZES]
    ways = {64: (PAIRS, ALL), 512: (PAIRS, *ADAPTERS, ALL), 8: (PAIRS, ALL)}
    trained = [(way, n, seed) for n in ways for seed in SEEDS[n] for way in ways[n]]
    trained.sort(key=lambda key: (RANKS[-1] == ADAPTERS.get(key[0]), key[0] == ALL))
    return [*costs, *frozen, *trained, (SCRATCH, "all", SCRATCH_SEED)]


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    return {
        "model": MODEL,
        "recipe": RECIPE,
        "ways": list(WAYS),
        "num_steps": NUM_STEPS,
        "seeds": list(SEEDS.items()),
        "num_test": NUM_TEST,
        SCRATCH: {"passes": PASSES, "patience": PATIENCE, "learning_rate": RATES["untrained"]},
    }


def run_way(way: str, size: Any, seed: int, data: Path) -> dict[str, Any]:
    """An accuracy, or the cost of a step; from random weights the accuracies by pass."""
    files = data / FOLDER
    train = file_examples(SST2, files, "train")
    test = draw_labels(file_examples(SST2, files, "test"), NUM_TEST, TEST_SEED)
    if way == COSTS:  # of the way that stands in place of a size
        return weigh(size, train)
    if way == SCRATCH:
        valid = file_examples(SST2, files, "valid")
        return judge_scratch({"train": train, "valid": valid, "test": test}, seed)
    if way == FROZEN:
        draws = [draw_balanced(train, size, seed) for seed in SEEDS[size]]
        return {"accuracies": judge_frozen(draws, test)}
    steps = NUM_STEPS[SIZES.index(size)]
    return {"accuracy": judge(way, draw_balanced(train, size, seed), test, steps, seed)}


def summarise(found: dict[Key, Result]) -> Result:
    def runs(way: str, size: int) -> list[float | None]:
        if way == FROZEN:
            return found[FROZEN, size, 0]["accuracies"]
        return [found.get((way, size, s), {}).get("accuracy") for s in SEEDS[size]]

    return {
        "recipe": RECIPE,
        "sizes": SIZES,
        "num_steps": NUM_STEPS,
        "seeds": list(SEEDS.values()),
        "ways": WAYS,
        "results": {way: {str(size): runs(way, size) for size in SIZES} for way in WAYS},
        COSTS: {str(key[1]): part for key, part in found.items() if key[0] == COSTS},
        SCRATCH: {
            "passes": PASSES,
            "patience": PATIENCE,
            "run": found[SCRATCH, "all", SCRATCH_SEED],
        },
        "examples": NUM_TEST,
    }


def main(argv: list[str] | None = None) -> None:
    options = parse("few_labels", __doc__, argv, data=f"folder of the data set's folder {FOLDER}")
    run = Run(options, inputs() | {"data": digest_files(options.data, f"{FOLDER}/*")})
    found = summarise(run.cells(run_way, keys(), options.data))
    run.write(found | {"parts": run.parts})


if __name__ == "__main__":
    main()
