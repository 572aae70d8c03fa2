"""Train a BERT from the command line and write it, with a record of the run, to a folder.

The same command in the same folder resumes an interrupted run.
"""

import argparse
import json
import math
import platform
import sys
from contextlib import ExitStack
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from bert_core.config import PRESETS
from bert_core.model import BERTModel
from bert_core.pairs import PairData
from bert_lab.checkpoint import load_checkpoint, save_checkpoint
from bert_lab.pretraining import (
    RECIPE,
    Prepared,
    PretrainingOptions,
    evaluate,
    pretrain,
    unigram_line,
)
from bert_lab.pretraining.preparation import tell_text
from bert_lab.pretraining.start import begin, store_adapter
from bert_lab.training_loop.command import Command, call
from bert_lab.training_loop.folder import STORED, UNFINISHED, check_free, finish, working_in
from bert_lab.training_loop.record import RECORD, follow
from bert_lab.training_loop.state import Checkpoints, check_half
from bert_lab.training_loop.values import integer, new_folder_name, nonempty, portable, seed

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def build_parser() -> Command:
    """Options are named as in google-research/bert `run_pretraining.py`. By default they are the
    mini-BERT's recipe."""
    parser = Command("bert_lab.pretraining", __doc__)
    add = parser.add_argument
    texts = '"mini-world", a text file or a folder of them, in UTF-8'
    add("--corpus", type=portable, help=texts)
    spoken = 'of your own text, "en" or another code: tells where sentences end'
    add("--language", type=nonempty, help=spoken)
    add("--strip_accents", action="store_true", help="from your own text, as the original does")
    start = "go on from it: a folder or a name of the public hub"
    add("--init", metavar="MODEL", type=portable, help=start)
    add(
        "--lora", metavar="RANK", type=integer(), help="train an adapter of --init, for words alone"
    )
    add("--preset", choices=sorted(PRESETS), help="sizes of a new model")
    out = {"dest": "output_dir", "type": new_folder_name, "required": True}
    add("--out", "--output_dir", **out, help="folder to fill")
    add("--overwrite", action="store_true", help="replace finished results that are there")
    add("--num_train_steps", type=integer())
    add("--num_warmup_steps", type=integer(0), help="by default a tenth of all")
    add("--train_batch_size", type=integer(), help="pairs in a step")
    add("--learning_rate", type=float, help="at its peak, after the warm-up")
    add("--max_seq_length", type=integer(), help="tokens in a pair, special ones included")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument(
        "--masked_lm_prob", type=float, help="share of the tokens that are asked for"
    )
    asked.add_argument(
        "--masking",
        choices=("bert", "uniform"),
        default="bert",
        help="uniform: any share is hidden, so that the model learns to write",
    )
    add("--dropout", type=float, help="share set to zero in training, by default the model's own")
    add("--vocab_size", type=integer(), help="word pieces of a new model, for real text")
    add("--seed", type=seed)
    add(
        "--save_checkpoints_steps",
        type=integer(),
        default=1_000,
        help="between two training states, which also come every five minutes",
    )
    add("--mixed_precision", choices=("no", "bf16"), help="by default bf16 on a GPU that has it")
    parser.set_defaults(**asdict(RECIPE))
    return parser


def read_options(arguments: argparse.Namespace) -> PretrainingOptions:
    """The command's options that define the run."""
    if arguments.masking == "uniform":
        arguments.masked_lm_prob = None
    names = [field.name for field in fields(PretrainingOptions)]
    return PretrainingOptions(**{name: getattr(arguments, name) for name in names})


def best_device() -> torch.device:
    """A GPU if there is one."""
    found = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    return found or torch.device("cpu")


def best_precision(device: torch.device) -> str:
    """bf16 on a GPU that computes in it, "no" elsewhere, also beside a GPU that isn't used."""
    if device.type != "cuda":
        return "no"
    return "bf16" if torch.cuda.is_bf16_supported(including_emulation=False) else "no"


def judge(model: BERTModel, data: PairData, held_out: PairData, seed: int) -> dict[str, dict]:
    """Held-out scores, and the baselines to compare them with."""
    evaluation = evaluate(model, held_out, generator=torch.Generator().manual_seed(seed))
    vocab_size = model.config.vocab_size
    unigram_loss, unigram_accuracy = unigram_line(data, held_out, vocab_size)
    share_next = held_out.is_next.double().mean().item()
    lines = {
        "ln_vocab_size": math.log(vocab_size),
        "unigram_loss": unigram_loss,
        "unigram_accuracy": unigram_accuracy,
        "ln_2": math.log(2),
        "most_frequent_nsp_label": max(share_next, 1 - share_next),
    }
    return {"held_out": evaluation._asdict(), "lines": lines}


def store(
    folder: Path,
    model: BERTModel,
    tokenizer: "Tokenizer",
    options: PretrainingOptions,
    metadata: dict[str, str],
) -> BERTModel:
    """Store the trained model, and load it again, rounded as stored."""
    check_half(model.parameters())
    if options.lora is None:
        save_checkpoint(folder, model, tokenizer, torch.float16, metadata)
        return load_checkpoint(folder)[0]
    return store_adapter(folder, folder.parent.parent, model, str(options.init), metadata)


def store_and_judge(
    model: BERTModel,
    prepared: Prepared,
    options: PretrainingOptions,
    folder: Path,
    facts: dict[str, Any],
) -> dict[str, Any]:
    """Store the model and its record, scored as stored; returns the record's last row."""
    metadata = {name: facts[name] for name in ("command", "corpus")}
    stored = store(folder / UNFINISHED / STORED, model, prepared.tokenizer, options, metadata)
    summary = {
        **facts,
        "parameters": sum(p.numel() for p in model.parameters() if p.requires_grad),
        "pairs": len(prepared.train),
        **prepared.counts,
        **judge(stored, prepared.train, prepared.held_out, options.seed + 1),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "torch": torch.__version__,
    }
    finish(folder, summary)
    return summary


def main(argv: list[str] | None = None) -> None:
    argv = sys.argv[1:] if argv is None else argv
    parser = build_parser()
    arguments = parser.parse_args(argv)
    folder, unfinished = arguments.output_dir, arguments.output_dir / UNFINISHED
    checkpoints = Checkpoints(unfinished, arguments.save_checkpoints_steps)
    with parser.work(checkpoints.where), ExitStack() as held:
        with parser.mistakes():
            options = read_options(arguments)
            go_on = f", and --init {folder} goes on from them, its learning rate from the start"
            check_free(folder, arguments.overwrite, go_on)
            held.enter_context(working_in(folder))
            model, prepared, generator, before = begin(options)
            if description := tell_text(prepared.counts):
                print(f"{options.corpus}: {description}", file=sys.stderr)
            device = best_device()
            precision = arguments.mixed_precision or best_precision(device)
            steps = pretrain(
                model.to(device),
                prepared.train,
                generator=generator,
                checkpoints=checkpoints,
                bf16=precision == "bf16",
                masked_lm_prob=options.masked_lm_prob,
                next_sentence=options.lora is None,
                **options.arguments(),
            )
        follow(steps, unfinished / RECORD, options.num_train_steps)
        facts = {
            "command": parser.line(argv),
            "corpus": options.corpus,
            "mixed_precision": precision,
            "seconds": round(checkpoints.seconds, 1),
            **before,
        }
        summary = store_and_judge(model, prepared, options, folder, facts)
        print(json.dumps(summary, indent=1, allow_nan=False))


if __name__ == "__main__":
    call(main)
