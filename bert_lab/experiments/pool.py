"""Parts that take long, in this process or shared out among several."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context

import torch

from bert_lab.experiments.experiment import Key


class PartFailed(RuntimeError):
    """Names the part that failed; its cause says why."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Tensors are computed by one thread, as the numbers of the records are."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def run_parts(run: Callable[[Key], None], keys: Sequence[Key], jobs: int) -> Iterator[Key]:
    """Run all parts, one thread each; yields the key of each once it is done.

    Args:
        run: does one part and stores what it found. With several jobs, what `pickle` can hand on.
        keys: of the parts.
        jobs: processes; 1 for this one.

    Raises:
        PartFailed: as soon as one fails. Those still waiting are not begun, and those begun are
            ended.
    """
    if jobs == 1:
        with one_thread():
            for key in keys:
                try:
                    run(key)
                except Exception as error:
                    raise PartFailed(_describe(key, error)) from error
                yield key
        return
    others = active_children()
    initialise = torch.set_num_threads, (1,)
    with ProcessPoolExecutor(jobs, get_context("spawn"), *initialise) as pool:
        try:
            yield from _finished(pool, run, keys, jobs)
        except BaseException:  # of the reader at the keyboard, too
            for process in active_children():
                if process not in others:
                    process.terminate()  # the pool, broken now, gives up what is waiting
            raise


def _finished(pool, run, keys, jobs) -> Iterator[Key]:
    waiting = {pool.submit(run, key): key for key in keys}
    for future in as_completed(list(waiting)):
        error = future.exception()
        if isinstance(error, BrokenProcessPool):
            lost = [k for f, k in waiting.items() if isinstance(f.exception(), BrokenProcessPool)]
            begun = " or ".join(map(_name, lost[:jobs]))  # parts are begun in order
            raise PartFailed(f"a process died at {begun}") from error
        key = waiting.pop(future)
        if error is not None:
            raise PartFailed(_describe(key, error)) from error
        yield key


def _describe(key: Key, error: BaseException) -> str:
    return f"{_name(key)} failed: {type(error).__name__}: {error}"


def _name(key: Key) -> str:
    return " ".join(map(str, key))
