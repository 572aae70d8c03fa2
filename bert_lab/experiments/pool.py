"""Runs that take long, shared out among processes, each finished one stored at once."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import torch

from bert_lab.checkpoint import write_atomically


def run_all(
    path: Path,
    run: Callable[..., dict[str, Any]],
    keys: Sequence[tuple],
    options: dict[str, Any],
    jobs: int,
) -> dict[tuple, dict[str, Any]]:
    """All runs, under a progress bar.

    Args:
        path: JSON Lines, a run each; those found there with the same options are not done again.
        run: called as `run(*key, options)`, in another process: a function of a module that is not
            `__main__`. Returns what JSON can hold.
        keys: of the runs, strings and whole numbers.
        options: the same for all runs.
        jobs: processes, of one thread each.

    Returns:
        What `run` gave for each key, in the order of `keys`.
    """
    from tqdm import tqdm

    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    done = {
        tuple(row["key"]): row["found"]
        for row in map(json.loads, lines)
        if row["options"] == options
    }
    done = {key: found for key, found in done.items() if key in keys}
    path.parent.mkdir(parents=True, exist_ok=True)
    pool = ProcessPoolExecutor(
        jobs, get_context("spawn"), initializer=torch.set_num_threads, initargs=(1,)
    )
    bar = tqdm(total=len(keys), initial=len(done), unit="run")
    with pool, bar:
        futures = {pool.submit(run, *key, options): key for key in keys if key not in done}
        for future in as_completed(futures):
            key = futures[future]
            done[key] = future.result()
            bar.set_postfix_str(key[0], refresh=False)
            bar.update()
            rows = ({"key": k, "options": options, "found": found} for k, found in done.items())
            write_atomically(path, "".join(json.dumps(row) + "\n" for row in rows).encode())
    return {key: done[key] for key in keys}
