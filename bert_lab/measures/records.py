"""The records of experiments: small JSON files that the package carries."""

import json
import os
import platform
from glob import glob
from importlib import resources
from pathlib import Path
from typing import Any

import torch

from bert_lab.checkpoint import write_atomically

RECORDED = Path(str(resources.files("bert_lab") / "assets" / "recorded"))


def recorded(name: str) -> dict[str, Any]:
    """The record of an experiment's last run, with the command that produced it.

    Args:
        name: of the experiment, such as "ablations" or "probes".

    Returns:
        The record as plain Python. `inputs`, `command`, `machine`, `torch` and `seconds` say from
        what and how it was made.

    Raises:
        FileNotFoundError: if there is no such record; the message lists those there are.

    See `ch-pretraining`.
    """
    path = RECORDED / f"{name}.json"
    if not path.is_file():
        there = sorted(Path(file).stem for file in glob("*.json", root_dir=RECORDED))
        names = ", ".join(there) or "none"
        raise FileNotFoundError(f"expected the name of a record ({names}), got {name!r}")
    return json.loads(path.read_text("utf-8"))


def write_record(
    path: Path,
    found: dict[str, Any],
    command: str,
    seconds: float,
    inputs: dict[str, Any] | None = None,
) -> None:
    """Write results, rounded to four significant digits, and how they were produced.

    Args:
        path: of the JSON file; its folder is made if missing.
        found: anything that JSON can hold. Top-level keys get a line each.
        command: that makes this record.
        seconds: that it took, added up over interruptions.
        inputs: what decided it, as `Experiment` has it; None for what only the machine decides.
    """
    facts: dict[str, Any] = {} if inputs is None else {"inputs": inputs}
    facts |= {
        "command": command,
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, "
        f"{torch.get_num_threads()} threads",
        "torch": torch.__version__,
        "seconds": round(seconds, 1),
    }
    lines = [
        f"{json.dumps(key, allow_nan=False)}: {json.dumps(value, allow_nan=False)}"
        for key, value in (facts | rounded(found)).items()
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def rounded(value: Any, digits: int = 4) -> Any:
    """The same data with every float rounded to `digits` significant digits."""
    if isinstance(value, float):
        return float(f"{value:.{digits}g}")
    if isinstance(value, dict):
        return {key: rounded(item, digits) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item, digits) for item in value]
    return value
