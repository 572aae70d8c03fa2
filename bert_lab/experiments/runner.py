"""The one way to run an experiment, to resume it, and to publish what it found."""

import json
import time
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bert_lab.checkpoint import write_atomically
from bert_lab.experiments.digests import digest
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.experiments.pool import one_thread, run_parts
from bert_lab.experiments.records import RECORDED, write_record

RUNS = Path("runs") / "experiments"  # where the command is called; git ignores it
INPUTS, PARTS, RECORD = "inputs.json", "parts", "record.json"


def open_run(experiment: Experiment) -> Path:
    """The folder of a run, named by the digest of its inputs: a new one, or one to resume.

    What was published of an unfinished run with the same inputs need not be run again.

    Raises:
        FileNotFoundError, ValueError: if what is given is not there, or not what it should be.
        OSError: if the folder can't be made. In either case nothing is left behind.
    """
    inputs = _as_stored(experiment.inputs() | experiment.given_inputs())
    folder = RUNS / experiment.name / digest(inputs)
    (folder / PARTS).mkdir(parents=True, exist_ok=True)
    write_atomically(folder / INPUTS, json.dumps(inputs, indent=1).encode())
    _take_over(experiment, folder)
    return folder


def finish_run(experiment: Experiment, folder: Path, jobs: int = 1) -> Path:
    """Run the parts that are not in the folder; returns the path of the record that all make.

    Args:
        experiment: with what it needs.
        folder: of `open_run`.
        jobs: how many parts at once, each in a process and by one thread.

    Raises:
        PartFailed: as soon as a part fails; what is finished is kept.
    """
    if not (folder / RECORD).exists():
        _run_missing(experiment, folder, jobs)
        _record(experiment, folder, folder / RECORD)
    return folder / RECORD


def publish(experiment: type[Experiment]) -> Path:
    """Put the newest record of the present inputs among the package's; returns its new path.

    If none is finished and the experiment is published `partly`, what there is of the newest.

    Raises:
        FileNotFoundError: if there is none.
    """
    published = RECORDED / f"{experiment.name}.json"
    present = present_runs(experiment)
    finished = [folder for folder in present if (folder / RECORD).exists()]
    if finished:
        write_atomically(published, (finished[0] / RECORD).read_bytes())
    elif experiment.partly and present:
        _take_over(experiment, present[0])
        _record(experiment(), present[0], published)
    else:
        raise FileNotFoundError(
            f"expected a finished run of {experiment.name} with the present inputs in {RUNS}, "
            f"got none; {experiment().command} makes one"
        )
    return published


def present_runs(experiment: type[Experiment]) -> list[Path]:
    """The folders of runs, finished or not, with the present inputs; the newest first."""
    paths = sorted((RUNS / experiment.name).glob(f"*/{INPUTS}"), key=lambda p: p.stat().st_mtime)
    return [path.parent for path in reversed(paths) if not outdated(experiment, _load(path))]


def outdated(experiment: type[Experiment], inputs: dict[str, Any]) -> list[str]:
    """Names of the inputs that the package decides and that are others now than in `inputs`."""
    present = _as_stored(experiment().inputs())
    return [name for name, value in present.items() if inputs.get(name) != value]


def _take_over(experiment: Experiment | type[Experiment], folder: Path) -> None:
    """Store the parts that were published before all were there, if they are of these inputs."""
    published = RECORDED / f"{experiment.name}.json"
    if experiment.partly and published.is_file():
        record = _load(published)
        if record["inputs"] == _load(folder / INPUTS):
            for part in record["parts"]:
                if not _path(folder, part["key"]).exists():
                    write_atomically(_path(folder, part["key"]), json.dumps(part).encode())


def _record(experiment: Experiment, folder: Path, path: Path) -> None:
    """Write what the parts in the folder make together."""
    keys = list(chain.from_iterable(experiment.rounds()))
    parts = {key: _load(_path(folder, key)) for key in keys if _path(folder, key).exists()}
    found = experiment.summarise({key: part["found"] for key, part in parts.items()})
    if experiment.partly:
        found["missing"] = [key for key in keys if key not in parts]
        found["parts"] = list(parts.values())
    seconds = sum(part["seconds"] for part in parts.values())
    with one_thread():  # as the parts were
        write_record(path, found, experiment.command, seconds, _load(folder / INPUTS))


def _run_missing(experiment: Experiment, folder: Path, jobs: int) -> None:
    from tqdm import tqdm

    rounds = [
        [key for key in keys if not _path(folder, key).exists()] for keys in experiment.rounds()
    ]
    total, missing = sum(map(len, experiment.rounds())), sum(map(len, rounds))
    with tqdm(total=total, initial=total - missing, unit="part", desc=experiment.name) as bar:
        for keys in filter(None, rounds):
            for _ in run_parts(partial(_run_part, experiment, folder), keys, jobs):
                bar.update()


def _run_part(experiment: Experiment, folder: Path, key: Key) -> None:
    """Run a part and store it, in the process that ran it: whatever happens elsewhere, it stays."""
    start = time.process_time()
    found = experiment.run(key, folder)
    seconds = round(time.process_time() - start, 1)
    part = {"key": key, "seconds": seconds, "found": found}
    write_atomically(_path(folder, key), json.dumps(part).encode())


def _path(folder: Path, key: Key) -> Path:
    name = "-".join(map(str, key))
    return folder / PARTS / f"{quote(name, safe=' ')}.json"


def _load(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text("utf-8"))


def _as_stored(value: Any) -> Any:
    """As JSON gives it back: lists for tuples."""
    return json.loads(json.dumps(value))
