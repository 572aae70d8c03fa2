"""Set up a fine-tuning run: every mistake is found before its first step."""

import argparse
import math
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from bert_core.model import BERTModel
from bert_lab.checkpoint.loading import read_bert
from bert_lab.finetuning.families import TaskSpec
from bert_lab.finetuning.heads import TaskModel
from bert_lab.finetuning.loop import add_output_layer, finetune_steps
from bert_lab.finetuning.stored import check_storable
from bert_lab.finetuning.tasks import TaskData, pack_examples
from bert_lab.finetuning.tasks.files import file_examples
from bert_lab.training_loop.folder import UNFINISHED, is_done
from bert_lab.training_loop.state import Checkpoints
from bert_lab.training_loop.steps import Steps

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MAX_LEN = 128  # tokens that are read, without --max_seq_length
MOST_EPOCHS = 1_000_000


class Run(NamedTuple):
    """One task's run, checked and ready to start."""

    spec: TaskSpec[Any]
    train: TaskData
    test: TaskData
    model: TaskModel
    steps: Steps
    checkpoints: Checkpoints
    num_train_steps: int
    baselines: dict[str, dict[str, float]]


def check_ranges(options: argparse.Namespace) -> None:
    """Raise ValueError for options from which the number of steps can't be computed."""
    if not 0 < options.num_train_epochs <= MOST_EPOCHS:
        raise ValueError(
            f"num_train_epochs: expected a number above 0 and at most {MOST_EPOCHS}, got "
            f"{options.num_train_epochs}"
        )


def choose_length(requested: int | None, model: BERTModel, name: str) -> int:
    """The maximum length: as requested, else what the model takes, up to `MAX_LEN`."""
    positions = model.config.max_len
    if requested is not None and requested > positions:
        raise ValueError(
            f"max_seq_length: expected at most {positions}, the positions that {name} has, got "
            f"{requested}"
        )
    return min(MAX_LEN, positions) if requested is None else requested


def read_model(options: argparse.Namespace) -> tuple[BERTModel, "Tokenizer"]:
    """The model to fine-tune, or with `--untrained` a new one of its sizes; and its tokenizer."""
    generator = torch.Generator().manual_seed(options.seed)
    model, tokenizer, new_heads = read_bert(options.model, generator.clone_state())
    if "hidden" in new_heads:
        print(f"{options.model} has no pooler: a new one is trained with the rest", file=sys.stderr)
    if options.untrained:
        model = BERTModel.from_config(model.config, generator=generator)
    return model, tokenizer


def begin(
    spec: TaskSpec[Any],
    model: BERTModel,
    tokenizer: "Tokenizer",
    options: argparse.Namespace,
) -> Run | None:
    """Everything in a task's run before its first step; None if it is already finished."""
    from accelerate import Accelerator

    folder, accelerator = options.output_dir / spec.name, Accelerator()
    max_len = choose_length(options.max_seq_length, model, options.model)
    train, test = (
        pack_examples(spec, file_examples(spec, options.data, split), tokenizer, max_len)
        for split in ("train", options.split)
    )
    generator = torch.Generator().manual_seed(options.seed)
    num_train_steps = math.ceil(len(train) / options.train_batch_size * options.num_train_epochs)
    task_model = add_output_layer(model, spec, generator=generator, pooling=options.pooling)
    checkpoints = Checkpoints(folder / UNFINISHED, options.save_checkpoints_steps)
    steps = finetune_steps(
        task_model,
        train,
        generator=generator,
        num_train_steps=num_train_steps,
        train_batch_size=options.train_batch_size,
        learning_rate=options.learning_rate,
        checkpoints=checkpoints,
        accelerator=accelerator,
    )
    if is_done(folder, steps.run, options.overwrite):
        print(f"{folder} is there already", file=sys.stderr)
        return None
    # before the training, so that a library that is missing is missed now
    examples, baselines = (train.examples, test.examples), {}
    if accelerator.is_main_process:
        baselines = spec.judge_baselines(*examples, least=options.untrained)
    return Run(spec, train, test, task_model, steps, checkpoints, num_train_steps, baselines)


def is_storable(model: BERTModel) -> bool:
    """Whether a fine-tuned model of this kind can be stored; prints a warning if not."""
    try:
        check_storable(model)
    except ValueError as error:
        print(f"only the record is stored, not the model: {error}", file=sys.stderr)
        return False
    return True
