"""Tasks on frozen features, with a model made for the task, against fine-tuning with one layer."""

import ast
import inspect
import textwrap
from functools import partial
from typing import Any

import torch
from torch import nn

from bert_lab.finetuning import add_output_layer, finetune_steps, measure
from bert_lab.finetuning.loop import TaskObjective, read_share
from bert_lab.finetuning.tasks import TASKS, TaskData, mini_task
from bert_lab.history import ScalarMix, System
from bert_lab.history.feature_models import MODELS, OnFeatures
from bert_lab.history.transformer import Transformer
from bert_lab.training_loop.batches import derive_seed, seeded
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import take_steps

SIZES, NUM_TEST = (64, 1_024), 1_000
NUM_HIDDENS = 32  # of each direction in the task's own models
FEATURES = ("glove", "taglm", "cove", "elmo")  # systems whose vectors are features
TUNED = ("gpt", "bert")
# Rates were chosen on validation examples: for features from 0.001, 0.003 and 0.01; the other is
# that of chapter 9.
RECIPE: dict[str, Any] = {"num_train_steps": 300, "train_batch_size": 32}
RATES = {"features": 1e-2, "tuned": 1e-3}


def read_features(name: str, systems: dict[str, System], *batch):
    """The input of a task's own model: tensors to concatenate, and tensors to mix.

    All get GloVe's vectors. TagLM adds the language models' top states, ELMo a mixture of all their
    layers, CoVe its encoder's top states.
    """
    joined, mixed = systems["glove"].layers(*batch), []
    if name == "taglm":
        joined += systems["elmo"].layers(*batch)[-1:]
    elif name == "cove":
        joined += systems["cove"].layers(*batch)[-1:]
    elif name == "elmo":
        mixed = systems["elmo"].layers(*batch)
    return joined, mixed


def build_on_features(
    name: str, systems: dict[str, System], data: TaskData, generator: torch.Generator
) -> OnFeatures:
    """An untrained model of the task's family on features; `generator` initialises it."""
    row = data.select(torch.tensor([0]))
    joined, mixed = read_features(name, systems, row.tokens, row.segments, row.valid_lens)
    num_features = sum(X.shape[-1] for X in joined + mixed[:1])
    seed = int(torch.randint(2**31, (), generator=generator))
    with seeded(seed, torch.device("cpu")):
        model = MODELS[type(data.spec)](num_features, NUM_HIDDENS, data.spec.num_labels)
        mix = ScalarMix(len(mixed)) if mixed else None
        return OnFeatures(partial(read_features, name, systems), mix, model)


def train_on_features(task_model: nn.Module, data: TaskData, seed: int) -> nn.Module:
    """Train in place, as fine-tuning does."""
    size = min(RECIPE["train_batch_size"], len(data))
    options = TrainingOptions(RECIPE["num_train_steps"], size, RATES["features"])
    read = partial(read_share, data)
    for _ in take_steps(TaskObjective(task_model), read, data, options, seed):
        pass
    return task_model.eval()


def train_task(
    name: str, systems: dict[str, System], data: TaskData, seed: int
) -> tuple[nn.Module, int]:
    """One of `FEATURES` or `TUNED` with a task's training examples.

    Returns:
        The trained task model, and the number of parameters that the task added.
    """
    generator, system = torch.Generator().manual_seed(seed), systems[name]
    if not isinstance(system, Transformer):
        task_model = build_on_features(name, systems, data, generator)
        added = sum(p.numel() for p in task_model.parameters())
        return train_on_features(task_model, data, derive_seed(seed, name)), added
    pooling = "last" if name == "gpt" and data.spec.poolings else None
    task_model = add_output_layer(system.model, data.spec, generator=generator, pooling=pooling)
    options: dict[str, Any] = RECIPE | {"learning_rate": RATES["tuned"]}
    for _ in finetune_steps(task_model, data, generator=generator, **options):
        pass
    return task_model.eval(), sum(p.numel() for p in task_model.output.parameters())


def ask(name: str, systems: dict[str, System], seed: int) -> dict[str, dict[str, Any]]:
    """By task the metric for each of `SIZES`, and the parameters added."""
    found = {}
    for task, spec in TASKS.items():
        test, metrics, added = mini_task(task, NUM_TEST, "test"), [], 0
        for size in SIZES:
            data = mini_task(task, size, "train", seed)
            task_model, added = train_task(name, systems, data, seed)
            metrics.append(measure(task_model, test)[spec.metric])
        found[task] = {"metric": metrics, "parameters": added}
    return found


def code_lines(thing: type) -> int:
    """Lines of a class's source, without docstrings, comments and blank lines."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    return len(ast.unparse(tree).splitlines())
