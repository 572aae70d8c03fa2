"""Keep what a run of `python -m bert_lab.pretraining` on real text came to.

`python -m bert_lab.experiments.wikitext2.keep FOLDER` reads the run in FOLDER and writes the
record "wikitext2-command": the run's summary, and its curve in about 50 rows.
"""

import argparse
from pathlib import Path

from bert_core.pretraining import Record
from bert_lab.experiments.records import RECORDED, write_record
from bert_lab.training.record import read_run, thin

NUM_ROWS = 50


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bert_lab.experiments.wikitext2.keep", description=__doc__
    )
    parser.add_argument("folder", type=Path, help="the output folder of a finished run")
    parser.add_argument("--out", type=Path, default=RECORDED / "wikitext2-command.json")
    options = parser.parse_args(argv)
    curve, summary = read_run(options.folder)
    records = [Record(**row | {"step": row["step"] - 1}) for row in curve]
    rows = thin(records, every=-(-len(records) // NUM_ROWS))
    write_record(options.out, summary | {"rows": rows}, summary["command"], summary["seconds"])


if __name__ == "__main__":
    main()
