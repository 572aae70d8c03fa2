"""Fine-tune a pretrained BERT on a public data set and measure it beside what guessing reaches.

Each of the data set's tasks gets a folder, with the model (`python -m bert_lab.ask` asks it) and
the record. The same command goes on where an interrupted run stopped.
"""

import argparse
import json
import math
import platform
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from accelerate import Accelerator

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert, missing_heads
from bert_lab.finetuning import add_output_layer, finetune_steps, measure
from bert_lab.finetuning.families import TaskSpec
from bert_lab.finetuning.heads import POOLINGS, TaskModel
from bert_lab.finetuning.stored import check_storable, save_finetuned
from bert_lab.finetuning.tasks import TaskData, pack_examples
from bert_lab.finetuning.tasks.files import FILE_TASKS, file_examples
from bert_lab.training_loop.command import Command
from bert_lab.training_loop.folder import STORED, UNFINISHED, Output, conclude, new_folder
from bert_lab.training_loop.record import RECORD, follow
from bert_lab.training_loop.state import Checkpoints
from bert_lab.training_loop.steps import Steps

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Run(NamedTuple):
    """What is to be done for one task, found to be possible."""

    spec: TaskSpec[Any]
    train: TaskData
    test: TaskData
    model: TaskModel
    steps: Steps
    checkpoints: Checkpoints
    num_train_steps: int
    baselines: dict[str, dict[str, float]]


def build_parser() -> Command:
    """Options are named as in google-research/bert `run_classifier.py`."""
    parser = Command("bert_lab.finetuning", __doc__)
    add = parser.add_argument
    add("--task", required=True, choices=FILE_TASKS)
    add("--data", type=Path, required=True, help="folder with the data set's files")
    add("--model", required=True, help="a run's folder, one in the reference layout, a hub name")
    parser.add_output("a folder for each task is made in it")
    add("--split", default="test", choices=("valid", "test"), help="what is measured on")
    add("--untrained", action="store_true", help="from new weights: a control, baselines left out")
    add("--pooling", choices=POOLINGS, help='which vector of a text is read, by default "cls"')
    add("--num_train_epochs", type=float, default=3.0)
    add("--train_batch_size", type=int, default=32)
    add("--learning_rate", type=float, default=5e-4, help="at its peak; released models want 5e-5")
    add("--max_seq_length", type=int, default=128, help="tokens in a text or a pair")
    add("--save_checkpoints_steps", type=int, default=1_000, help="between two training states")
    add("--seed", type=int, default=0)
    return parser


def check_ranges(options: argparse.Namespace) -> None:
    """Raise ValueError for what the number of steps can't be computed from."""
    if options.train_batch_size < 1:
        raise ValueError(f"train_batch_size: expected at least 1, got {options.train_batch_size}")
    if not 0 < options.num_train_epochs < math.inf:
        raise ValueError(
            f"num_train_epochs: expected a number above 0, got {options.num_train_epochs}"
        )


def read_model(options: argparse.Namespace) -> tuple[BERTModel, "Tokenizer"]:
    """The model that is fine-tuned, or with `--untrained` a new one of its sizes; its tokenizer."""
    generator = torch.Generator().manual_seed(options.seed)
    if "hidden" in missing_heads(options.model):
        print(f"{options.model} has no pooler: a new one is trained with the rest", file=sys.stderr)
    model, tokenizer = load_bert(options.model, generator=generator.clone_state())
    if options.untrained:
        model = BERTModel.from_config(model.config, generator=generator)
    return model, tokenizer


def judge_baselines(
    spec: TaskSpec[Any], train: TaskData, test: TaskData, untrained: bool
) -> dict[str, dict[str, float]]:
    """What guessing reaches; for an untrained model, which is a control itself, only the least."""
    answers = {"majority": spec.majority(train.examples, test.examples)}
    if not untrained:
        answers = {"bag of words": spec.bag_of_words(train.examples, test.examples), **answers}
    return {name: spec.measure(test.examples, found) for name, found in answers.items()}


def begin(
    spec: TaskSpec[Any],
    model: BERTModel,
    tokenizer: "Tokenizer",
    output: Output,
    options: argparse.Namespace,
) -> Run | None:
    """All of a task's run before its first step; None if it is finished already."""
    folder, accelerator = options.output_dir / spec.name, Accelerator()
    train, test = (
        pack_examples(
            spec, file_examples(spec, options.data, split), tokenizer, options.max_seq_length
        )
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
    if output.holds(folder, steps.run):
        print(f"{folder} is there already", file=sys.stderr)
        return None
    # before the training, so that a library that is missing is missed now
    main = accelerator.is_main_process
    baselines = judge_baselines(spec, train, test, options.untrained) if main else {}
    return Run(spec, train, test, task_model, steps, checkpoints, num_train_steps, baselines)


def is_storable(model: BERTModel) -> bool:
    """Whether a fine-tuned model of this kind can be stored; if it can't, that is said."""
    try:
        check_storable(model)
    except ValueError as error:
        print(f"only the record is stored, not the model: {error}", file=sys.stderr)
        return False
    return True


def finish(run: Run, folder: Path, tokenizer: "Tokenizer | None", split: str) -> dict[str, Any]:
    """Measure what was learned and store the model, with its tokenizer; without one it stays
    unstored. Returns what the record says of both."""
    if tokenizer is not None:
        stored, max_len = folder / UNFINISHED / STORED, run.train.tokens.shape[1]
        save_finetuned(stored, run.model, tokenizer, run.spec, max_len)
    return {
        "task": run.spec.name,
        "examples": {"train": len(run.train), split: len(run.test)},
        "truncated": {"train": run.train.truncated, split: run.test.truncated},
        "steps": run.num_train_steps,
        "seconds": round(run.checkpoints.seconds, 1),
        "fine-tuned": measure(run.model, run.test),
        **run.baselines,
    }


def main(argv: list[str] | None = None) -> None:
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser()
    options = parser.parse_args(argv)
    folders = {spec: options.output_dir / spec.name for spec in FILE_TASKS[options.task]}
    with parser.work():
        accelerator = Accelerator()
        main_process = accelerator.is_main_process
        with parser.mistakes(), ExitStack() as made:
            check_ranges(options)
            with accelerator.main_process_first():
                output = Output(list(folders.values()), options.overwrite)
            model, tokenizer = read_model(options)
            kept = tokenizer if main_process and is_storable(model) else None
            begun = [begin(spec, model, tokenizer, output, options) for spec in folders]
            runs = [run for run in begun if run is not None]
            for run in runs:
                made.enter_context(new_folder(folders[run.spec] / UNFINISHED))
        facts = {
            "command": parser.line(argv),
            "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
            "torch": torch.__version__,
        }
        for run in runs:
            folder = folders[run.spec]
            run.checkpoints.start()
            record = folder / UNFINISHED / RECORD
            follow(run.steps, record, run.num_train_steps, quiet=not main_process)
            if main_process:
                found = finish(run, folder, kept, options.split)
                print(json.dumps(conclude(folder, run.steps.run, facts | found), indent=1))


if __name__ == "__main__":
    main()
