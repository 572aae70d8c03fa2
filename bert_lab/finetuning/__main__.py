"""Fine-tune a pretrained BERT on a public data set and measure it beside what guessing reaches.

Each of the data set's tasks gets a folder, with the model (`python -m bert_lab.ask` asks it) and
the record. The same command goes on where an interrupted run stopped.
"""

import json
import platform
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from accelerate import Accelerator

from bert_lab.finetuning import measure
from bert_lab.finetuning.heads import POOLINGS
from bert_lab.finetuning.start import MAX_LEN, Run, begin, check_ranges, is_storable, read_model
from bert_lab.finetuning.stored import save_finetuned
from bert_lab.finetuning.tasks.files import FILE_TASKS
from bert_lab.training_loop.command import Command, call
from bert_lab.training_loop.folder import STORED, UNFINISHED, check_free, finish, working_in
from bert_lab.training_loop.record import RECORD, follow
from bert_lab.training_loop.values import folder_name, integer, portable, seed

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def build_parser() -> Command:
    """Options are named as in google-research/bert `run_classifier.py`."""
    parser = Command("bert_lab.finetuning", __doc__)
    add = parser.add_argument
    add("--task", required=True, choices=FILE_TASKS)
    add("--data", type=folder_name, required=True, help="folder with the data set's files")
    places = "a run's folder, one in the reference layout, a hub name"
    add("--model", type=portable, required=True, help=places)
    parser.add_output("a folder for each task is made in it")
    add("--split", default="test", choices=("valid", "test"), help="what is measured on")
    add("--untrained", action="store_true", help="from new weights: a control, baselines left out")
    add("--pooling", choices=POOLINGS, help='which vector of a text is read, by default "cls"')
    add("--num_train_epochs", type=float, default=3.0)
    add("--train_batch_size", type=integer(), default=32)
    add("--learning_rate", type=float, default=5e-4, help="at its peak; released models want 5e-5")
    add(
        "--max_seq_length", type=integer(), help=f"tokens in a text or a pair, by default {MAX_LEN}"
    )
    add(
        "--save_checkpoints_steps",
        type=integer(),
        default=1_000,
        help="between two training states, which also come every five minutes",
    )
    add("--seed", type=seed, default=0)
    return parser


def measure_and_store(
    run: Run, folder: Path, tokenizer: "Tokenizer | None", split: str
) -> dict[str, Any]:
    """Measure the model and store it if it has a tokenizer; returns what the record keeps."""
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
    with parser.work(), ExitStack() as held:
        accelerator = Accelerator()
        main_process = accelerator.is_main_process
        with parser.mistakes():
            check_ranges(options)
            with accelerator.main_process_first():
                check_free(list(folders.values()), options.overwrite)
                for folder in folders.values() if main_process else ():
                    held.enter_context(working_in(folder))
            model, tokenizer = read_model(options)
            kept = tokenizer if main_process and is_storable(model) else None
            begun = [begin(spec, model, tokenizer, options) for spec in folders]
            runs = [run for run in begun if run is not None]
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
                found = measure_and_store(run, folder, kept, options.split)
                print(
                    json.dumps(
                        finish(folder, run.steps.run, facts | found), indent=1, allow_nan=False
                    )
                )


if __name__ == "__main__":
    call(main)
