"""Fine-tuning: a task's loss as an objective for the training loop (`ch-finetuning`)."""

from copy import deepcopy
from functools import partial
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn import functional as F

from bert_core.model import BERTModel
from bert_lab.checkpoint.adapter import learn_adapter
from bert_lab.finetuning.families import IGNORE, TaskSpec
from bert_lab.finetuning.heads import TaskModel
from bert_lab.finetuning.tasks import TaskData
from bert_lab.training_loop.batches import Batch, check_length, derive_seed, seeded
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import Objective, Steps, take_steps


def add_output_layer(
    model: BERTModel,
    spec: TaskSpec[Any],
    *,
    generator: torch.Generator,
    pooling: str | None = None,
) -> TaskModel:
    """A copy of a model, pretrained or not, with the output layer of a task.

    Args:
        model: stays as it is.
        spec: the task; its family chooses the layer.
        generator: draws the new layer's weights (CPU).
        pooling: which vector of a sequence is read, see `SequenceClassifier`; None for its default.

    Returns:
        `SequenceClassifier`, `TokenTagger` or `SpanPredictor`, in evaluation mode.

    Raises:
        ValueError: for a pooling that the task's family doesn't know.

    See `ch-finetuning`.
    """
    if pooling is not None and pooling not in spec.poolings:
        known = f"one of {', '.join(spec.poolings)}" if spec.poolings else "None"
        raise ValueError(f"pooling: expected {known} for {spec.family}, got {pooling!r}")
    chosen: dict[str, Any] = {} if pooling is None else {"pooling": pooling}
    seed = int(torch.randint(2**31, (), generator=generator))
    with seeded(seed, torch.device("cpu")):
        return spec.task_model(deepcopy(model), spec.num_labels, **chosen).eval()


class TaskObjective(Objective):
    """A task's loss: the mean over the labels that count."""

    def forward(self, *batch: Tensor) -> tuple[Tensor]:
        """The loss ()."""
        *inputs, labels = batch
        num_labels = max(1, int((labels != IGNORE).sum()))
        return (loss_sum(self.model(*inputs), labels) / num_labels,)


class SameClass(Objective):
    """For a `SequenceClassifier`: cosine 1 within a class, 0 between classes.

    The squared error of the cosine of each two texts in a batch, which is to be 1 or 0. The added
    layer is not used. Source: Tunstall et al. 2022, section 3.1. Deviation: all pairs of a batch, a
    text with itself among them; there some pairs are drawn. See `ch-finetuning`.
    """

    def forward(self, *batch: Tensor) -> tuple[Tensor]:
        *inputs, labels = batch
        Z = F.normalize(cast(Any, self.model).pool(*inputs), dim=1)  # (B, D)
        same = (labels[:, None] == labels).float()  # (B, B)
        return ((Z @ Z.T - same).square().mean(),)


def finetune(
    model: BERTModel,
    data: TaskData,
    *,
    generator: torch.Generator,
    pooling: str | None = None,
    **options: Any,
) -> TaskModel:
    """Fine-tune a copy of a model for a task: `add_output_layer`, then all of `finetune_steps`.

    Args:
        model: stays as it is.
        data: labelled examples.
        generator: all randomness (CPU).
        pooling: as of `add_output_layer`.
        options: of `finetune_steps`.

    Returns:
        The fine-tuned task model, in evaluation mode.

    Raises:
        ValueError: as of both.

    See `ch-finetuning`.
    """
    task_model = add_output_layer(model, data.spec, generator=generator, pooling=pooling)
    for _ in finetune_steps(task_model, data, generator=generator, **options):
        pass
    return task_model.eval()


def finetune_steps(
    task_model: TaskModel,
    data: TaskData,
    *,
    generator: torch.Generator,
    num_train_steps: int,
    train_batch_size: int = 32,
    learning_rate: float = 1e-3,
    num_warmup_steps: int | None = None,
    freeze: bool = False,
    objective: type[Objective] = TaskObjective,
) -> Steps:
    """Train a task model in place, one `Record` a step; otherwise as `pretrain`.

    Args:
        task_model: of the family of `data`.
        data: labelled examples.
        generator, num_train_steps, learning_rate, num_warmup_steps: as of `pretrain`.
        train_batch_size: examples in a step; all there are if they are fewer.
        freeze: True trains the added layer alone.
        objective: the loss, such as `SameClass`.

    Raises:
        ValueError: for a task model of another family or number of labels, longer texts than the
            model takes, and what `pretrain` raises.

    The loss is the mean over the labels of the batch: classes; words; starts and ends. Of a model
    with `add_adapter` the adapter learns, and what is new. Source: Devlin et al. 2019, appendix
    A.3. Deviations: as of `pretrain`. See `ch-finetuning`.
    """
    size = min(train_batch_size, len(data))
    options = TrainingOptions(num_train_steps, size, learning_rate, num_warmup_steps)
    check_length(data, task_model.config.max_len)
    outputs = task_model.output.out_features
    if not isinstance(task_model, data.spec.task_model) or outputs != data.spec.num_labels:
        raise ValueError(
            f"task_model: expected {data.spec.task_model.__name__} with "
            f"{data.spec.num_labels} outputs for {data.spec.name!r}, got "
            f"{type(task_model).__name__} with {outputs}"
        )
    task_model.requires_grad_(not freeze)
    if not freeze:
        learn_adapter(task_model)
    task_model.output.requires_grad_(True)
    return take_steps(
        objective(task_model),
        partial(read_examples, data),
        data,
        options,
        int(torch.randint(2**62, (), generator=generator)),
    )


def loss_sum(logits: Tensor, labels: Tensor) -> Tensor:
    """Loss () summed over the labels: cross-entropy.

    Args:
        logits: (B, C) of classes, (B, T, C) of tags, (B, 2, T) of spans.
        labels: (B,), (B, T) or (B, 2) as of `TaskData`; `IGNORE` counts nothing.
    """
    flat = logits.flatten(0, -2), labels.flatten()
    return F.cross_entropy(*flat, ignore_index=IGNORE, reduction="sum")


def read_examples(data: TaskData, rows: Tensor, seed: int, step: int) -> Batch:
    """These examples, cropped."""
    batch = data.select(rows).crop()
    tensors = (batch.tokens, batch.segments, batch.valid_lens, batch.labels)
    return Batch(tensors, derive_seed(seed, "dropout", step, 0))
