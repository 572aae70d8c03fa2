"""Train a BERT from the command line and write it, with a record of the run, to a folder.

The same command in the same folder goes on where an interrupted run stopped.
"""

import argparse
import json
import math
import platform
import sys
import time
from pathlib import Path

import torch
from accelerate import Accelerator
from accelerate.utils import GradientAccumulationPlugin

from bert_core.config import PRESETS, BERTConfig
from bert_core.model import BERTModel
from bert_lab.checkpoint import load_checkpoint, save_checkpoint
from bert_lab.pretraining import evaluate, pretrain, unigram_line
from bert_lab.pretraining.preparation import Prepared, prepare_mini_world, prepare_text
from bert_lab.pretraining.scores import in_order
from bert_lab.training.batches import Pairs
from bert_lab.training.record import RECORD, conclude, follow
from bert_lab.training.state import Checkpoints

UNFINISHED, DATA = "unfinished", "data"


def parse_arguments(argv: list[str] | None = None) -> argparse.Namespace:
    """Options are named as in google-research/bert `run_pretraining.py`, the last two as in the
    Hugging Face scripts."""
    parser = argparse.ArgumentParser(prog="python -m bert_lab.pretraining", description=__doc__)
    add = parser.add_argument
    add("--corpus", default="mini-world", help='"mini-world", "wikitext-2" or a folder of text')
    add("--preset", default="mini", choices=sorted(PRESETS), help="sizes of the model")
    add("--out", "--output_dir", dest="output_dir", type=Path, required=True, help="folder to fill")
    add("--num_train_steps", type=int, default=1_800)
    add("--num_warmup_steps", type=int, help="by default a tenth of all")
    add("--train_batch_size", type=int, default=128, help="pairs in a step, over all processes")
    add("--learning_rate", type=float, default=6e-3, help="at its peak, after the warm-up")
    add("--max_seq_length", type=int, default=32, help="tokens in a pair, special ones included")
    add("--vocab_size", type=int, default=8_192, help="word pieces, for real text")
    add("--save_checkpoints_steps", type=int, default=1_000, help="between two training states")
    add("--seed", type=int, default=0)
    add("--gradient_accumulation_steps", type=int, default=1, help="parts of a batch in turn")
    add("--mixed_precision", choices=("no", "bf16"), help="by default bf16 on a GPU that has it")
    return parser.parse_args(argv)


def best_precision() -> str:
    """bf16 on a GPU that computes in it, "no" elsewhere."""
    gpu = torch.cuda.is_available() and torch.cuda.is_bf16_supported(including_emulation=False)
    return "bf16" if gpu else "no"


def prepare(options, generator: torch.Generator, accelerator: Accelerator) -> Prepared:
    """The mini-world in memory, real text in the output folder, by one process for all."""
    if options.corpus == "mini-world":
        return prepare_mini_world(options.max_seq_length, generator)
    source = None if options.corpus == "wikitext-2" else options.corpus
    folder = options.output_dir / UNFINISHED / DATA
    sizes = options.max_seq_length, options.vocab_size
    with accelerator.main_process_first():  # the others find it there
        return prepare_text(source, folder, *sizes, options.seed)


def train(
    model: BERTModel, data: Pairs, options, generator: torch.Generator, accelerator: Accelerator
) -> None:
    """The steps that are still to take, recorded, under a progress bar."""
    unfinished = options.output_dir / UNFINISHED
    steps = pretrain(
        model,
        data,
        generator=generator,
        num_train_steps=options.num_train_steps,
        train_batch_size=options.train_batch_size,
        learning_rate=options.learning_rate,
        num_warmup_steps=options.num_warmup_steps,
        checkpoints=Checkpoints(unfinished, options.save_checkpoints_steps),
        accelerator=accelerator,
    )
    follow(steps, unfinished / RECORD, options.num_train_steps, accelerator)


def judge(model: BERTModel, data: Pairs, held_out: Pairs, seed: int) -> dict[str, dict]:
    """Held-out scores, and beside them the lines that say what the scores are worth."""
    evaluation = evaluate(model, held_out, generator=torch.Generator().manual_seed(seed))
    vocab_size = model.config.vocab_size
    unigram_loss, unigram_accuracy = unigram_line(data, held_out, vocab_size)
    share_next = sum(int(x.is_next.sum()) for x in in_order(held_out, 1_024)) / len(held_out)
    lines = {
        "ln_vocab_size": math.log(vocab_size),
        "unigram_loss": unigram_loss,
        "unigram_accuracy": unigram_accuracy,
        "ln_2": math.log(2),
        "most_frequent_nsp_label": max(share_next, 1 - share_next),
    }
    return {"held_out": evaluation._asdict(), "lines": lines}


def finish(model: BERTModel, prepared: Prepared, options, facts: dict) -> dict:
    """Store the model and its record, judged by what was stored; returns the record's last row."""
    folder = options.output_dir
    metadata = {name: facts[name] for name in ("command", "corpus")}
    save_checkpoint(folder, model, prepared.tokenizer, torch.float16, metadata)
    stored, _ = load_checkpoint(folder)  # rounding included
    summary = {
        **facts,
        "parameters": sum(p.numel() for p in model.parameters()),
        "pairs": len(prepared.train),
        "truncated_pairs": prepared.truncated_pairs,
        "skipped_documents": prepared.skipped_documents,
        **judge(stored, prepared.train, prepared.held_out, options.seed + 1),
        "machine": f"{platform.machine()}, {torch.get_num_threads()} threads",
        "torch": torch.__version__,
    }
    conclude(folder, folder / UNFINISHED, summary)
    return summary


def main(argv: list[str] | None = None) -> None:
    options = parse_arguments(argv)
    start = time.perf_counter()
    accelerator = Accelerator(
        mixed_precision=options.mixed_precision or best_precision(),
        gradient_accumulation_plugin=GradientAccumulationPlugin(
            num_steps=options.gradient_accumulation_steps
        ),
    )
    generator = torch.Generator().manual_seed(options.seed)
    prepared = prepare(options, generator, accelerator)
    config = BERTConfig.preset(options.preset, vocab_size=prepared.tokenizer.get_vocab_size())
    model = BERTModel.from_config(config, generator=generator)
    train(model, prepared.train, options, generator, accelerator)
    if accelerator.is_main_process:
        facts = {
            "command": "python -m bert_lab.pretraining " + " ".join(argv or sys.argv[1:]),
            "corpus": options.corpus,
            "processes": accelerator.num_processes,
            "mixed_precision": accelerator.mixed_precision,
            "seconds": round(time.perf_counter() - start, 1),
        }
        print(json.dumps(finish(model, prepared, options, facts), indent=1))
    accelerator.end_training()


if __name__ == "__main__":
    main()
