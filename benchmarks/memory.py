"""Memory of a pretraining run on real text, against the same run on a text many times as long.

python benchmarks/memory.py FOLDER --times 20

FOLDER holds `wiki.{train,valid,test}.tokens`. What a process holds for itself has to stay the same;
pages of the memory-mapped pairs come on top, as far as the system has room for them. Linux only.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bert_lab.training_loop.command import call

OPTIONS = (
    "--preset mini --max_seq_length 64 --train_batch_size 64 --num_train_steps 300 "
    "--save_checkpoints_steps 100 --learning_rate 1e-3"
)


class Peaks(NamedTuple):
    """Peak memory of a process, in MiB."""

    private: float
    resident: float  # with pages of files, which the system can drop at any time


def write_copies(source: Path, target: Path, times: int) -> None:
    """The corpus with its training text repeated `times` times."""
    target.mkdir(parents=True)
    for split, copies in (("train", times), ("valid", 1), ("test", 1)):
        name = f"wiki.{split}.tokens"
        with (target / name).open("wb") as file:
            for _ in range(copies):
                file.write((source / name).read_bytes())


def run_and_watch(command: list[str]) -> tuple[Peaks, str]:
    """Run a command, its memory read a hundred times a second; peaks and what it printed."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdout=output)
        status, peaks = Path(f"/proc/{process.pid}/status"), Peaks(0, 0)
        while process.poll() is None:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
            if "RssAnon" in fields:  # else it is just ending
                private, resident = (
                    int(fields[name].split()[0]) / 1024 for name in ("RssAnon", "VmHWM")
                )
                peaks = Peaks(max(peaks.private, private), resident)
            time.sleep(0.01)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        output.seek(0)
        return peaks, output.read()


def measure(source: Path, times: int) -> dict:
    """Run the command once on `times` copies of the training text."""
    with tempfile.TemporaryDirectory() as folder:
        corpus, out = Path(folder) / "corpus", Path(folder) / "out"
        write_copies(source, corpus, times)
        size = (corpus / "wiki.train.tokens").stat().st_size / 2**20
        arguments = ["--corpus", str(corpus), "--output_dir", str(out), *OPTIONS.split()]
        peaks, printed = run_and_watch([sys.executable, "-m", "bert_lab.pretraining", *arguments])
        summary = json.loads(printed)
    return {
        "times": times,
        "text_mib": size,
        "pairs": summary["pairs"],
        "private_mib": peaks.private,
        "resident_mib": peaks.resident,
        "seconds": summary["seconds"],
    }


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=20)
    options = parser.parse_args(argv)
    print(" times  text MiB     pairs  private MiB  resident MiB  seconds")
    for times in (1, options.times):
        row = measure(options.folder, times)
        print(
            f"{row['times']:6d}{row['text_mib']:10.0f}{row['pairs']:10,d}{row['private_mib']:13.0f}"
            f"{row['resident_mib']:14.0f}{row['seconds']:9.0f}",
            flush=True,
        )


if __name__ == "__main__":
    call(main)
