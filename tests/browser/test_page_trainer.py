"""The trainer in a browser: from file:// and under the pages' policy, to the bits that Node has."""

import base64
import json
from hashlib import sha256

import pytest

from bert_lab.look.page_trainer import parts
from book.policy import guarded
from tests.helpers.javascript import bundled
from tools.kernels import BINARY
from tools.page_trainer import train

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A trainer</title>
<script src="training.js"></script></head><body></body></html>"""
RECIPE = {"steps": 50, "stories": 200, "every": 25, "picturesPerSecond": 0}
RUN = """(recipe) => new Promise((resolve) => {
  const events = [], { parts, training } = globalThis;
  const run = training.startTraining(parts, recipe, (event) => {
    events.push(event);
    if (!["done", "failed", "refused"].includes(event.kind)) return;
    run.end();
    const bytes = event.weights ?? new Uint8Array();
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    resolve([events.map(({ weights, ...rest }) => rest), btoa(binary)]);
  });
})"""


@pytest.fixture
def page(new_page, tmp_path):
    kernels = base64.b64encode(BINARY.read_bytes()).decode()
    script = f"""globalThis.parts = {json.dumps(parts())};
parts.kernels = Uint8Array.from(atob("{kernels}"), (c) => c.charCodeAt(0));
{bundled("page_trainer/run_in_worker.ts", "training")}"""
    (tmp_path / "training.js").write_text(script, "utf-8")
    (tmp_path / "page.html").write_text(guarded(PAGE), "utf-8")
    page = new_page()
    page.goto((tmp_path / "page.html").as_uri())
    return page


def test_fifty_steps_come_to_the_same_bytes_as_in_node(page):
    events, weights = page.evaluate(RUN, RECIPE)
    theirs = list(train(RECIPE))
    for ours, other in zip(events, theirs, strict=True):
        timed = {"seconds", "weights"}
        assert {k: v for k, v in ours.items() if k not in timed} == {
            k: v for k, v in other.items() if k not in timed
        }
    expected = base64.b64decode(theirs[-1]["weights"])
    assert sha256(base64.b64decode(weights)).hexdigest() == sha256(expected).hexdigest()
    assert events[-2]["loss"] < events[1]["loss"]
