"""One run, and all of them: each finished one is stored at once.

Not in `__main__`, where the processes that share the work could not find it.
"""

import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch

from bert_core.checkpoint import write_atomically
from bert_core.experiments.ablations.questions import ask, ask_last_words
from bert_core.experiments.ablations.summary import SEEDS
from bert_core.experiments.ablations.variants import VARIANTS
from bert_core.experiments.recipe import draw_world
from bert_core.pretraining import pretrain

NAMES = [variant.name for variant in VARIANTS]


def run(name: str, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    """Train one variant with one seed and ask it; `seconds` are the processor's, for the training.

    The baseline with seed 0 is the shipped mini-BERT, trained again.
    """
    variant, world, exam = VARIANTS[NAMES.index(name)], draw_world(seed), draw_world(0)
    generator = world.generator()
    model = variant.build(world, generator)
    updates = pretrain(
        model,
        world.train,
        generator=generator,
        targets=variant.targets(model.config.vocab_size, seed),
        next_sentence=variant.next_sentence,
        **options,
    )
    curve, start = {"step": [], "last_word_loss": []}, time.process_time()
    for record in updates:
        if record.step + 1 in halvings(options["num_train_steps"]):
            curve["step"].append(record.step + 1)
            curve["last_word_loss"].append(ask_last_words(model, variant, exam))
    seconds = time.process_time() - start
    return {
        "variant": name,
        "seed": seed,
        "metrics": ask(model, variant, exam),
        "curve": curve,
        "parameters": sum(p.numel() for p in model.parameters() if p.requires_grad),
        "seconds": round(seconds, 1),
    }


def halvings(num_train_steps: int, num: int = 6) -> list[int]:
    """All the steps, half of them, a quarter ...: when a run is asked about its last words."""
    return [num_train_steps // 2**i for i in range(num)]


def run_all(path: Path, options: dict[str, Any], jobs: int) -> list[dict[str, Any]]:
    """All runs, under a progress bar.

    Args:
        path: JSON Lines, a run each; those found there with the same options are not done again.
        options: of `pretrain`.
        jobs: processes, of one thread each.

    Returns:
        What `run` gave for each variant and seed.
    """
    from tqdm import tqdm

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
