"""Fine-tune a pretrained BERT on a public data set and measure it beside what guessing reaches.

The record of each task goes to a folder of its own; the same command goes on where an interrupted
run stopped.
"""

import argparse
import json
import math
import platform
import sys
import time
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator

from bert_core.model import BERTModel
from bert_lab.checkpoint import load_bert, missing_heads
from bert_lab.finetuning import add_output_layer, finetune_steps, measure
from bert_lab.finetuning.families import TaskSpec
from bert_lab.finetuning.heads import POOLINGS
from bert_lab.finetuning.tasks import TaskData, pack_examples
from bert_lab.finetuning.tasks.files import FILE_TASKS, file_examples
from bert_lab.training.command import Command, new_folder
from bert_lab.training.record import RECORD, conclude, follow
from bert_lab.training.state import Checkpoints

UNFINISHED = "unfinished"


def build_parser() -> Command:
    """Options are named as in google-research/bert `run_classifier.py`."""
    parser = Command("bert_lab.finetuning", __doc__)
    add = parser.add_argument
    add("--task", required=True, choices=FILE_TASKS)
    add("--data", type=Path, required=True, help="folder with the data set's files")
    add("--model", required=True, help="a run's folder, one in the reference layout, a hub name")
    add("--out", "--output_dir", dest="output_dir", type=Path, required=True, help="for records")
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


def read_model(options: argparse.Namespace) -> tuple[BERTModel, Any]:
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


def run_task(
    spec: TaskSpec[Any],
    model: BERTModel,
    parts: tuple[TaskData, TaskData],
    options: argparse.Namespace,
    parser: Command,
) -> dict[str, Any] | None:
    """Fine-tune for one task; what was found, in the process that writes, in the others None."""
    accelerator, start = Accelerator(), time.perf_counter()
    folder, (train, test) = options.output_dir / spec.name, parts
    unfinished = folder / UNFINISHED
    generator = torch.Generator().manual_seed(options.seed)
    num_train_steps = math.ceil(len(train) / options.train_batch_size * options.num_train_epochs)
    with parser.mistakes(), new_folder(unfinished):
        task_model = add_output_layer(model, spec, generator=generator, pooling=options.pooling)
        steps = finetune_steps(
            task_model,
            train,
            generator=generator,
            num_train_steps=num_train_steps,
            train_batch_size=options.train_batch_size,
            learning_rate=options.learning_rate,
            checkpoints=Checkpoints(unfinished, options.save_checkpoints_steps),
            accelerator=accelerator,
        )
        # before the training, so that a library that is missing is missed now
        main = accelerator.is_main_process
        baselines = judge_baselines(spec, train, test, options.untrained) if main else {}
    with parser.work():
        follow(steps, unfinished / RECORD, num_train_steps, accelerator)
    if not accelerator.is_main_process:
        return None
    return {
        "task": spec.name,
        "examples": {"train": len(train), options.split: len(test)},
        "truncated": {"train": train.truncated, options.split: test.truncated},
        "steps": num_train_steps,
        "seconds": round(time.perf_counter() - start, 1),
        "fine-tuned": measure(task_model, test),
        **baselines,
    }


def main(argv: list[str] | None = None) -> None:
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser()
    options = parser.parse_args(argv)
    with parser.mistakes():
        check_ranges(options)
        model, tokenizer = read_model(options)

        def read(spec: TaskSpec[Any], split: str) -> TaskData:
            examples = file_examples(spec, options.data, split)
            return pack_examples(spec, examples, tokenizer, options.max_seq_length)

        data = {
            spec: (read(spec, "train"), read(spec, options.split))
            for spec in FILE_TASKS[options.task]
        }
    facts = {
        "command": parser.line(argv),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "torch": torch.__version__,
    }
    for spec, parts in data.items():
        found = run_task(spec, model, parts, options, parser)
        if found is not None:
            folder = options.output_dir / spec.name
            with parser.work():
                conclude(folder, folder / UNFINISHED, facts | found)
            print(json.dumps(facts | found, indent=1))


if __name__ == "__main__":
    main()
