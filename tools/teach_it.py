"""Record what TeachIt shows at rest: the four learners on the book's own sentences, in Node.

`python -m tools.teach_it` trains them as a page does, and writes the record in
`bert_lab/assets/teach_it`.
"""

import json
from pathlib import Path

from bert_lab.look.widgets.teach_it import RECORD, letters_of, sets
from bert_lab.training_loop.command import call
from book.released import packed_file
from tests.helpers.javascript import run_node
from tools import kernels

SCRIPT = Path(__file__).with_name("teach_it.mjs")


def main() -> None:
    given = sets()
    job = {
        "path": str(packed_file()),
        "kernels": str(kernels.BINARY),
        "sets": [
            {"classes": list(one["classes"].values()), "new": one["new"]} for one in given.values()
        ],
    }
    done = run_node(str(SCRIPT), stdin=json.dumps(job, allow_nan=False))
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout)
    record = {
        key: {
            "held": [i for i, held in enumerate(made["held"]) if held],
            "frames": [letters_of(frames, len(one["classes"])) for frames in made["frames"]],
            "answers": [
                [[round(p, 3) for p in shares] for shares in each] for each in made["answers"]
            ],
        }
        for (key, one), made in zip(given.items(), found, strict=True)
    }
    RECORD.write_text(
        json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1) + "\n", "utf-8"
    )


if __name__ == "__main__":
    call(main)
