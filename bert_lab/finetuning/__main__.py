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
from bert_lab.checkpoint import load_checkpoint
from bert_lab.finetuning import add_output_layer, finetune_steps, measure
from bert_lab.finetuning.families import TaskSpec
from bert_lab.finetuning.tasks import TaskData, pack_examples
from bert_lab.finetuning.tasks.files import FILE_TASKS, file_examples
from bert_lab.training.record import RECORD, conclude, follow
from bert_lab.training.state import Checkpoints

UNFINISHED = "unfinished"


def parse_arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """Options are named as in google-research/bert `run_classifier.py`."""
    parser = argparse.ArgumentParser(prog="python -m bert_lab.finetuning", description=__doc__)
    add = parser.add_argument
    add("--task", required=True, choices=FILE_TASKS)
    add("--data", type=Path, required=True, help="folder with the data set's files")
    add("--model", type=Path, required=True, help="folder that bert_lab.pretraining has filled")
    add("--out", "--output_dir", dest="output_dir", type=Path, required=True, help="for records")
    add("--split", default="test", choices=("valid", "test"), help="what is measured on")
    add("--untrained", action="store_true", help="from new weights: a control, baselines left out")
    add("--num_train_epochs", type=float, default=3.0)
    add("--train_batch_size", type=int, default=32)
    add("--learning_rate", type=float, default=5e-4, help="at its peak, after a tenth of all steps")
    add("--max_seq_length", type=int, default=128, help="tokens in a text or a pair")
    add("--save_checkpoints_steps", type=int, default=1_000, help="between two training states")
    add("--seed", type=int, default=0)
    return parser.parse_args(argv)


def run_task(
    spec: TaskSpec, model: BERTModel, parts: tuple[TaskData, TaskData], options, facts: dict
) -> dict[str, Any] | None:
    """Fine-tune for one task; what was found, in the process that writes, in the others None."""
    accelerator = Accelerator()
    folder, start = options.output_dir / spec.name, time.perf_counter()
    generator = torch.Generator().manual_seed(options.seed)
    train, test = parts
    task_model = add_output_layer(model, spec, generator=generator)
    num_train_steps = math.ceil(len(train) / options.train_batch_size * options.num_train_epochs)
    steps = finetune_steps(
        task_model,
        train,
        generator=generator,
        num_train_steps=num_train_steps,
        train_batch_size=options.train_batch_size,
        learning_rate=options.learning_rate,
        checkpoints=Checkpoints(folder / UNFINISHED, options.save_checkpoints_steps),
        accelerator=accelerator,
    )
    follow(steps, folder / UNFINISHED / RECORD, num_train_steps, accelerator)
    if not accelerator.is_main_process:
        return None
    seconds = round(time.perf_counter() - start, 1)
    examples = train.examples, test.examples
    summary = facts | {
        "task": spec.name,
        "examples": {"train": len(train), options.split: len(test)},
        "truncated": {"train": train.truncated, options.split: test.truncated},
        "steps": num_train_steps,
        "seconds": seconds,
        "fine-tuned": measure(task_model, test),
    }
    if not options.untrained:
        baselines = {"bag of words": spec.bag_of_words, "majority": spec.majority}
        for name, judge in baselines.items():
            summary[name] = spec.measure(test.examples, judge(*examples))
    conclude(folder, folder / UNFINISHED, summary)
    return summary


def main(argv: list[str] | None = None) -> None:
    options = parse_arguments(argv)
    model, tokenizer = load_checkpoint(options.model)
    if options.untrained:
        generator = torch.Generator().manual_seed(options.seed)
        model = BERTModel.from_config(model.config, generator=generator)
    facts = {
        "command": "python -m bert_lab.finetuning " + " ".join(argv or sys.argv[1:]),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "torch": torch.__version__,
    }
    for spec in FILE_TASKS[options.task]:
        parts = tuple(
            pack_examples(
                spec, file_examples(spec, options.data, split), tokenizer, options.max_seq_length
            )
            for split in ("train", options.split)
        )
        summary = run_task(spec, model, parts, options, facts)
        if summary is not None:
            print(json.dumps(summary, indent=1))


if __name__ == "__main__":
    main()
