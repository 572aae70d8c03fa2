"""Train every variant with every seed, ask each the same questions, write the table.

Each finished run is stored at once, so the same command goes on where an interrupted one stopped.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from bert_core.checkpoint import write_atomically
from bert_core.experiments.ablations.papers import PAPERS
from bert_core.experiments.ablations.questions import QUESTIONS, ask
from bert_core.experiments.ablations.summary import RULE, SEEDS, summarise
from bert_core.experiments.ablations.variants import VARIANTS
from bert_core.experiments.recipe import draw_world, training_options
from bert_core.experiments.records import RECORDED, write_record
from bert_core.pretraining import pretrain

NAMES = [variant.name for variant in VARIANTS]


def run(name: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """Train one variant with one seed and ask it; `seconds` are of the processor, training alone.

    The baseline with seed 0 is the shipped mini-BERT, trained again.
    """
    variant, world = VARIANTS[NAMES.index(name)], draw_world(seed)
    generator = world.generator()
    model = variant.build(world, generator)
    targets = variant.targets(model.config.vocab_size, seed)
    start = time.process_time()
    for _ in pretrain(
        model,
        world.train,
        generator=generator,
        targets=targets,
        next_sentence=variant.next_sentence,
        **options,
    ):
        pass
    seconds = time.process_time() - start
    parameters = sum(p.numel() for p in model.parameters() if p.requires_grad)
    return {
        "variant": name,
        "seed": seed,
        "metrics": ask(model, variant, draw_world(0)),
        "parameters": parameters,
        "seconds": round(seconds, 1),
    }


def run_all(path: Path, options: dict[str, Any], jobs: int) -> list[dict[str, Any]]:
    """All runs; those found in `path` (JSON Lines) with the same options are not done again."""
    done = (
        [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
    )
    done = [row for row in done if row["options"] == options]
    found = {(row["variant"], row["seed"]) for row in done}
    missing = [(name, seed) for seed in SEEDS for name in NAMES if (name, seed) not in found]
    path.parent.mkdir(parents=True, exist_ok=True)
    pool = ProcessPoolExecutor(
        jobs, get_context("spawn"), initializer=torch.set_num_threads, initargs=(1,)
    )
    bar = tqdm(total=len(NAMES) * len(SEEDS), initial=len(done), unit="run")
    with pool, bar:
        for future in as_completed(pool.submit(run, *key, options) for key in missing):
            done.append({"options": options, **future.result()})
            bar.set_postfix_str(done[-1]["variant"], refresh=False)
            bar.update()
            lines = [json.dumps(row) + "\n" for row in done]
            write_atomically(path, "".join(lines).encode())
    return [{key: row[key] for key in row if key != "options"} for row in done]


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bert_core.experiments.ablations", description=__doc__
    )
    parser.add_argument("--out", type=Path, default=RECORDED / "ablations.json")
    parser.add_argument("--jobs", type=int, default=1, help="processes, of one thread each")
    arguments = parser.parse_args(argv)
    unfinished = arguments.out.with_suffix(".jsonl")
    options = training_options()
    runs = run_all(unfinished, options, arguments.jobs)
    found = {
        "recipe": options,
        "seeds": SEEDS,
        "questions": QUESTIONS,
        "rule": RULE,
        "variants": summarise(runs, NAMES),
        "papers": PAPERS,
    }
    command = "python -m bert_core.experiments.ablations"
    write_record(arguments.out, found, command, sum(run["seconds"] for run in runs))
    unfinished.unlink()


if __name__ == "__main__":
    main()
