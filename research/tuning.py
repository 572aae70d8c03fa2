"""Fine-tuning on the sentences of Python's documentation: rate, frozen blocks, labels, epochs.

The record's keys:

- `recipe`: what all runs share; `seeds`; by kind of run, the `device` on which it was made;
- `rates`: by learning rate (as a string), for each seed the `valid` and `test` accuracy and the
  last training loss, of pretrained weights and 512 labels;
- `frozen`: by number of labels, by what is frozen (the lowest blocks with the embeddings; "none"),
  by learning rate, for each seed the `valid` and `test` accuracy;
- `labels`: by way, by number of labels, for each seed the accuracy on the test texts; of several
  learning rates the one with the best mean on the validation texts, which `chosen` names (for
  pretrained weights several were tried with the sizes of `frozen` alone);
- `epochs`: from 64 labels, for each seed the mean `train_loss` of each epoch, and after each the
  `valid_loss` and the `valid` accuracy;
- `answers`: for each seed the area that a network trained on all 512 labels gives to each test
  text, and how sure it is (per cent); `correct` is the file's;
- `parts`: of each cell its `key`, the `seconds` that it took, what it `found`, and on which device.

A seed draws equally many labels of each area, the order, dropout, and all weights that are new.

All 213 cells take about twenty minutes with a GPU, on one core a night. Cells that are done
are kept: what was begun with a GPU may be finished without one, and the record says so.
"""

from random import Random
from typing import Any

import torch
from torch.nn import functional as F

from _run import Key, Result, Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import add_adapter, load_bert
from bert_lab.checkpoint.digests import digest_files
from bert_lab.finetuning import (
    SameClass,
    add_output_layer,
    finetune_steps,
    measure,
    text_vectors,
)
from bert_lab.finetuning.example import Example
from bert_lab.finetuning.families import SingleText
from bert_lab.finetuning.heads import SequenceClassifier
from bert_lab.finetuning.loop import TaskObjective
from bert_lab.finetuning.tasks import TaskData
from bert_lab.finetuning.tasks.docstrings import AREAS, FILE, docstrings
from bert_lab.finetuning.tasks.packing import pack_examples

MODEL, SPEC, MAX_LEN = "all-MiniLM-L6-v2", SingleText("docstrings", AREAS), 64
SEEDS, SIZES = (0, 1, 2), (8, 16, 32, 64, 128, 256, 512)
BATCH, EPOCHS, FEWEST_STEPS, RATE = 16, 3, 48, 1e-4
RATES = (1e-5, 3e-5, 1e-4, 3e-4, 1e-3)
PRETRAINED, RANDOM = "pretrained", "random"  # the two starts
NONE = "none"
FROZEN = (NONE, 2, 4)  # blocks, with the embeddings
FROZEN_RATES, FROZEN_SIZES = (1e-4, 3e-4, 1e-3), (64, 512)
WAYS = {  # trained with each of these rates
    PRETRAINED: (RATE,),
    RANDOM: (1e-4, 3e-4, 1e-3),
    "same class": (RATE,),
    "adapter": (1e-3, 3e-3),
}
RANK, ADAPTER_SIZES = 8, (64, 512)
LAST_EPOCH, EPOCHS_SIZE, EPOCHS_RATE = 24, 64, 3e-4
RECIPE = {
    "train_batch_size": BATCH,
    "epochs": EPOCHS,
    "fewest_steps": FEWEST_STEPS,
    "learning_rate": RATE,
    "max_len": MAX_LEN,
    "rank": RANK,
}


def inputs() -> dict[str, Any]:
    """The inputs that determine the record."""
    return {
        "model": MODEL,
        "data": digest_files(FILE.parent, FILE.name),
        "recipe": RECIPE,
        "seeds": SEEDS,
        "sizes": SIZES,
        "rates": RATES,
        "frozen": [FROZEN, FROZEN_RATES, FROZEN_SIZES],
        "ways": WAYS,
        "adapter_sizes": ADAPTER_SIZES,
        "epochs": [LAST_EPOCH, EPOCHS_SIZE, EPOCHS_RATE],
    }


def device() -> torch.device:
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def device_name() -> str:
    return torch.cuda.get_device_name() if torch.cuda.is_available() else "CPU"


def draw(size: int, seed: int) -> list[Any]:
    """So many of the training texts, equally many of each area."""
    rows = docstrings("train")
    Random(seed).shuffle(rows)
    areas = range(len(AREAS))
    return [x for area in areas for x in [y for y in rows if y.label == area][: size // len(areas)]]


def pack(rows: list[Any], tokenizer, max_len: int | None = None) -> TaskData:
    examples = [Example(x.text.split(), None, x.label) for x in rows]
    return pack_examples(SPEC, examples, tokenizer, max_len or MAX_LEN)


def parts(size: int, seed: int, tokenizer) -> tuple[TaskData, TaskData, TaskData]:
    rows = draw(size, seed), docstrings("valid"), docstrings("test")
    train, valid, test = (pack(x, tokenizer) for x in rows)
    return train, valid, test


def start(way: str, seed: int) -> tuple[SequenceClassifier, Any, torch.Generator]:
    """A network with a new layer, its tokenizer, and what draws the rest."""
    generator = torch.Generator().manual_seed(seed)
    model, tokenizer = load_bert(MODEL, generator=torch.Generator())  # its heads go
    if way == RANDOM:
        model = BERTModel.from_config(model.config, generator=generator)
    if way == "adapter":
        add_adapter(model, RANK, generator)
    pooling = "mean" if way in ("same class", "frozen") else "cls"
    task_model = add_output_layer(model, SPEC, generator=generator, pooling=pooling)
    assert isinstance(task_model, SequenceClassifier)
    return task_model.to(device()), tokenizer, generator


def steps_of(size: int) -> int:
    return max(FEWEST_STEPS, EPOCHS * size // BATCH)


def freeze(task_model: SequenceClassifier, blocks: int | str) -> None:
    """Freeze the embeddings and the lowest blocks; what has no gradient does not move."""
    if blocks == NONE:
        return
    task_model.encoder.requires_grad_(False)
    for block in list(task_model.encoder.blks)[int(blocks) :]:
        block.requires_grad_(True)


def train(way: str, size: int, rate: float, seed: int, blocks: int | str = NONE) -> Result:
    """One training: both accuracies and the last loss."""
    task_model, tokenizer, generator = start(way, seed)
    data, valid, test = parts(size, seed, tokenizer)
    objective = SameClass if way == "same class" else TaskObjective
    steps = finetune_steps(
        task_model,
        data,
        generator=generator,
        num_train_steps=steps_of(size),
        train_batch_size=BATCH,
        learning_rate=rate,
        objective=objective,
    )
    freeze(task_model, blocks)
    losses = [step.loss for step in steps]
    task_model.eval()
    if way == "same class":
        scores = separate(task_model, data, valid, test)
    else:
        scores = [measure(task_model, x)["accuracy"] for x in (valid, test)]
    return {"valid": scores[0], "test": scores[1], "loss": sum(losses[-4:]) / 4}


def separate(task_model: SequenceClassifier, data: TaskData, *others: TaskData) -> list[float]:
    """The accuracies of a logistic regression on the network's vectors."""
    from sklearn.linear_model import LogisticRegression

    line = LogisticRegression(max_iter=1000, C=10).fit(text_vectors(task_model, data), data.labels)
    return [float(line.score(text_vectors(task_model, x), x.labels)) for x in others]


def rivals(size: int, seed: int) -> Result:
    """Frozen vectors with a regression, and the words without their order."""
    task_model, tokenizer, _ = start("frozen", seed)
    data, _, test = parts(size, seed, tokenizer)
    return {
        "frozen": separate(task_model, data, test)[0],
        "bag of words": words_alone(size, seed),
    }


def words_alone(size: int, seed: int) -> float:
    """The accuracy of a regression on which words a text has."""
    words: list[list[Any]] = [
        [Example(x.text.lower().split(), None, x.label) for x in rows]
        for rows in (draw(size, seed), docstrings("test"))
    ]
    predicted = zip(SPEC.bag_of_words(*words), words[1], strict=True)
    return sum(found == x.label for found, x in predicted) / len(words[1])


def watch(seed: int) -> Result:
    """Losses of each epoch, of many more than are good."""
    task_model, tokenizer, generator = start(PRETRAINED, seed)
    data, valid, _ = parts(EPOCHS_SIZE, seed, tokenizer)
    an_epoch = EPOCHS_SIZE // BATCH
    curves: dict[str, list[float]] = {"train_loss": [], "valid_loss": [], "valid": []}
    losses: list[float] = []
    for step in finetune_steps(
        task_model,
        data,
        generator=generator,
        num_train_steps=LAST_EPOCH * an_epoch,
        train_batch_size=BATCH,
        learning_rate=EPOCHS_RATE,
    ):
        losses.append(step.loss)
        if len(losses) % an_epoch == 0:
            logits = scores(task_model, valid)
            right = (logits.argmax(dim=1) == valid.labels).double().mean().item()
            curves["train_loss"].append(sum(losses[-an_epoch:]) / an_epoch)
            curves["valid_loss"].append(F.cross_entropy(logits, valid.labels).item())
            curves["valid"].append(right)
    return curves


@torch.no_grad()
def scores(task_model: SequenceClassifier, data: TaskData) -> torch.Tensor:
    """Logits (n, C) on the CPU."""
    task_model.eval()
    inputs = (x.to(device()) for x in (data.tokens, data.segments, data.valid_lens))
    return task_model(*inputs).cpu()


def answer(seed: int) -> Result:
    """What a network says of each test text."""
    task_model, tokenizer, generator = start(PRETRAINED, seed)
    data, _, test = parts(SIZES[-1], seed, tokenizer)
    for _ in finetune_steps(
        task_model,
        data,
        generator=generator,
        num_train_steps=steps_of(SIZES[-1]),
        train_batch_size=BATCH,
        learning_rate=RATE,
    ):
        pass
    sure, predicted = scores(task_model, test).softmax(dim=1).max(dim=1)
    return {"said": predicted.tolist(), "sure": [round(100 * x) for x in sure.tolist()]}


def keys() -> list[Key]:
    """What the chapter needs most comes first."""
    wanted: list[Key] = [("answers", s) for s in SEEDS]
    wanted += [("epochs", s) for s in SEEDS]
    wanted += [("rates", str(r), s) for r in RATES for s in SEEDS]
    wanted += [("rivals", n, s) for n in SIZES for s in SEEDS]
    for way, rates in WAYS.items():
        sizes = ADAPTER_SIZES if way == "adapter" else SIZES
        wanted += [("labels", way, n, str(r), s) for n in sizes for r in rates for s in SEEDS]
    wanted += [
        ("frozen", n, str(blocks), str(r), s)
        for n in FROZEN_SIZES
        for blocks in FROZEN
        for r in FROZEN_RATES
        for s in SEEDS
    ]
    return wanted


def run_cell(kind: str, *key: Any) -> Result:
    """The cell of a key, and where it was run."""
    return {**run(kind, *key), "device": device_name()}


def run(kind: str, *key: Any) -> Result:
    if kind == "answers":
        return answer(*key)
    if kind == "epochs":
        return watch(*key)
    if kind == "rivals":
        return rivals(*key)
    if kind == "rates":
        rate, seed = key
        return train(PRETRAINED, SIZES[-1], float(rate), seed)
    if kind == "labels":
        way, size, rate, seed = key
        return train(way, size, float(rate), seed)
    size, blocks, rate, seed = key
    return train(PRETRAINED, size, float(rate), seed, blocks)


def summarise(cells: dict[Key, Result]) -> Result:
    devices = {str(key[0]): cell["device"] for key, cell in cells.items()}
    found = {
        key: {name: x for name, x in cell.items() if name != "device"}
        for key, cell in cells.items()
    }

    def trained(*key: Any) -> list[Result]:
        return [found[*key, s] for s in SEEDS]

    def best(way: str, size: int) -> tuple[str, list[float]]:
        """The rate with the best mean on the validation texts (the least of several), and its
        accuracies on the test texts."""
        if way == PRETRAINED and size in FROZEN_SIZES:
            tried = {str(r): trained("frozen", size, NONE, str(r)) for r in FROZEN_RATES}
        else:
            tried = {str(r): trained("labels", way, size, str(r)) for r in WAYS[way]}
        rate = max(tried, key=lambda r: round(sum(x["valid"] for x in tried[r]), 3))
        return rate, [x["test"] for x in tried[rate]]

    sizes = {way: ADAPTER_SIZES if way == "adapter" else SIZES for way in WAYS}
    labels = {way: {str(n): best(way, n)[1] for n in sizes[way]} for way in WAYS}
    for way in ("frozen", "bag of words"):
        labels[way] = {str(n): [x[way] for x in trained("rivals", n)] for n in SIZES}
    return {
        "recipe": RECIPE,
        "seeds": SEEDS,
        "device": devices,
        "rates": {str(r): trained("rates", str(r)) for r in RATES},
        "frozen": {
            str(n): {
                str(blocks): {
                    str(r): trained("frozen", n, str(blocks), str(r)) for r in FROZEN_RATES
                }
                for blocks in FROZEN
            }
            for n in FROZEN_SIZES
        },
        "labels": labels,
        "chosen": {way: {str(n): best(way, n)[0] for n in sizes[way]} for way in WAYS},
        "epochs": trained("epochs"),
        "answers": trained("answers"),
        "correct": [x.label for x in docstrings("test")],
    }


def main(argv: list[str] | None = None) -> None:
    kept = Run(parse("tuning", __doc__, argv), inputs())
    kept.write(summarise(kept.cells(run_cell, keys())) | {"parts": kept.parts})


if __name__ == "__main__":
    main()
