"""Time rivals in turns, so that whatever slows the machine down slows all of them alike."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

from tqdm import tqdm


class Timing(NamedTuple):
    """Seconds of each repeat, one list for each rival; repeats with one index ran side by side."""

    seconds: dict[str, list[float]]

    def median(self, name: str) -> float:
        return statistics.median(self.seconds[name])

    def ratios(self, name: str, reference: str) -> tuple[float, float, float]:
        """Time relative to the reference: lower quartile, median, upper quartile."""
        pairs = zip(self.seconds[name], self.seconds[reference], strict=True)
        lower, middle, upper = statistics.quantiles((one / other for one, other in pairs), n=4)
        return lower, middle, upper


def in_turns(
    rivals: dict[str, Callable[[], object]], repeats: int, what: str, warm_up: int = 2
) -> Timing:
    """Run all rivals one after the other, repeatedly; warm-up rounds are not counted."""
    seconds = {name: [] for name in rivals}
    for repeat in tqdm(range(warm_up + repeats), desc=what, leave=False):
        for name, run in rivals.items():
            start = time.perf_counter()
            run()
            if repeat >= warm_up:
                seconds[name].append(time.perf_counter() - start)
    return Timing(seconds)


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A plain-text table: first column left-aligned, the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in [heads, *rows]
    )
