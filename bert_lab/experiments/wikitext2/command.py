"""What a run of `python -m bert_lab.pretraining` on real text came to.

The record: the run's summary, and `rows`, its curve in about 50 of them.
"""

from pathlib import Path
from typing import Any, ClassVar

from bert_core.pretraining import Record
from bert_lab.experiments.digests import digest_files
from bert_lab.experiments.experiment import Experiment, Key
from bert_lab.training_loop.record import RECORD, read_run, thin

NUM_ROWS = 50


class WikiText2CommandExperiment(Experiment):
    name = "wikitext2-command"
    about = "the book's own command on WikiText-2 (chapter 8)"
    needs: ClassVar = {"model": "folder that bert_lab.pretraining has filled"}

    def inputs(self) -> dict[str, Any]:
        return {"num_rows": NUM_ROWS}

    def given_inputs(self) -> dict[str, str]:
        return {"model": digest_files(Path(self.given["model"]), RECORD)}

    def run(self, key: Key, folder: Path) -> dict[str, Any]:
        curve, summary = read_run(self.given["model"])
        records = [_record(row) for row in curve]
        return summary | {"rows": thin(records, every=-(-len(records) // NUM_ROWS))}


def _record(row: dict[str, Any]) -> Record:
    """Rows are named by the steps done, records by steps from 0."""
    return Record(**row | {"step": row["step"] - 1})
