"""The numbers behind BertAlive's picture, computed by its JavaScript in Node."""

import base64
import json

from bert_lab.checkpoint.single_file import packed
from bert_lab.checkpoint.snapshots import state_file
from tests.helpers.javascript import TESTING, run_node


def passes(checkpoint, widgets):
    """For each widget {"tokens", "masks", "numbers": all arrays of its pass, one after another}."""
    cases = []
    for widget in widgets:
        traits = ("text", "second", "hidden", "cut")
        earlier = widget.run and widget.step != widget.run["kept"][-1]
        state = base64.b64encode(state_file(widget.step).read_bytes()).decode() if earlier else ""
        cases.append({trait: getattr(widget, trait) for trait in traits} | {"state": state})
    weights = base64.b64encode(packed(*checkpoint)).decode()
    done = run_node(str(TESTING / "alive.js"), stdin=json.dumps([weights, cases]))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
