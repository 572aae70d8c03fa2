"""Adapters against full training, with several ranks and rates, at equal steps.

The record's key `tries` has by name: `trained`, how many numbers; `rank` (None for all weights),
`learning_rate` and `masked_lm_prob`; `seconds_a_step` of one processor; `state_megabytes`, what
gradient and both moments of the optimiser take; `held_out`, as of `ask_held_out`; and `gaps`, how
many of the fifty it fills. `parts` has what each cell found.
"""

import time
from pathlib import Path
from typing import Any, NamedTuple

from _gaps import (
    GAPS,
    HELD_OUT,
    LENGTH,
    TRAIN,
    ask_gaps,
    ask_held_out,
    held_out_pairs,
)
from _run import Run, parse
from bert_core.model import BERTModel
from bert_lab.checkpoint import add_adapter, merge_adapter
from bert_lab.checkpoint.digests import digest_files
from bert_lab.checkpoint.released import RELEASED
from bert_lab.pretraining import prepare, pretrain
from bert_lab.pretraining.start import read_start, set_dropout
from bert_lab.training_loop.batches import derived

SEED, STEPS, BATCH = 0, 150, 16
FLOATS = 3 * 4  # bytes for each number that is trained: its gradient and two moments


class Try(NamedTuple):
    """What is trained: an adapter of a rank, the head alone (0), or all weights (None)."""

    rank: int | None
    learning_rate: float
    masked_lm_prob: float = 0.15


TRIES = {
    "rank 32": Try(32, 3e-3),
    "all weights": Try(None, 3e-4),
    "head alone": Try(0, 3e-3),
    "rank 32, rate 1e-3": Try(32, 1e-3),
    "rank 8": Try(8, 3e-3),
    "rank 32, a quarter hidden": Try(32, 3e-3, 0.25),
    "rank 64": Try(64, 3e-3),
    "all weights, rate 1e-3": Try(None, 1e-3),
}


def make_trainable(model: BERTModel, rank: int | None) -> int:
    """Freeze everything else; returns the number of trainable parameters."""
    if rank:
        add_adapter(model, rank, derived(SEED, "adapter"))
    elif rank == 0:
        model.requires_grad_(False)
        model.mlm.transform.requires_grad_(True)
        model.mlm.decoder.bias.requires_grad_(True)
    parts = *model.encoder.parameters(), *model.mlm.parameters()
    return sum(p.numel() for p in {id(p): p for p in parts}.values() if p.requires_grad)


def inputs() -> dict[str, Any]:
    """The inputs that determine the record, apart from the data."""
    tries = {name: one._asdict() for name, one in TRIES.items()}
    options = {"seed": SEED, "steps": STEPS, "train_batch_size": BATCH, "length": LENGTH}
    return {"tries": tries, "gaps": digest_files(GAPS.parent, GAPS.name)} | options


def run_try(name: str, text: Path, pairs: Path) -> dict[str, Any]:
    """One of `TRIES`; `pairs` is a shared folder of training pairs."""
    wanted = TRIES[name]
    generator = derived(SEED, "init", RELEASED)
    model, tokenizer, _ = read_start(RELEASED, generator)
    set_dropout(model, 0.0)
    trained = make_trainable(model, wanted.rank)
    data = prepare(text / TRAIN, max_seq_length=LENGTH, folder=pairs, tokenizer=tokenizer)
    start = time.process_time()
    for _ in pretrain(
        model,
        data.train,
        generator=generator,
        num_train_steps=STEPS,
        train_batch_size=BATCH,
        learning_rate=wanted.learning_rate,
        masked_lm_prob=wanted.masked_lm_prob,
        next_sentence=False,
    ):
        pass
    seconds = (time.process_time() - start) / STEPS
    merge_adapter(model)
    return {
        "trained": trained,
        **wanted._asdict(),
        "seconds_a_step": seconds,
        "state_megabytes": trained * FLOATS / 1e6,
        "held_out": ask_held_out(model, held_out_pairs(text, tokenizer)),
        "gaps": sum(row["right"] for row in ask_gaps(model, tokenizer)),
    }


def main(argv: list[str] | None = None) -> None:
    options = parse("adapters", __doc__, argv, text="folder that tools.gap_text has filled")
    run = Run(options, inputs() | {"text": digest_files(options.text, TRAIN, HELD_OUT)})
    keys = [(name,) for name in TRIES]
    found = run.cells(run_try, keys, options.text, run.folder / "pairs")
    run.write({"tries": {name: found[name,] for name in TRIES}, "parts": run.parts})


if __name__ == "__main__":
    main()
