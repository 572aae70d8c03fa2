"""The built search finds what people type: titles of threads, and questions of a reader who knew
the field and not the book."""

import json

from tests.helpers.javascript import run_node
from tests.helpers.paths import ROOT, SITE

STATIC = SITE / "_static"
QUERIES = ROOT / "tests/pages/queries.tsv"


def test_most_queries_find_their_answer_among_the_first_three(tmp_path):
    lines = QUERIES.read_text("utf-8").splitlines()[1:]
    wanted = {title: set(places.split()) for title, places in (x.split("\t") for x in lines)}
    assert len(wanted) == 111
    minisearch, data, search = (
        (STATIC / f"{name}.js").read_text("utf-8") for name in ("minisearch", "searched", "search")
    )
    script = tmp_path / "search.cjs"
    asked = f"{json.dumps([*wanted])}.map((q) => searching.found(q).slice(0, 3))"
    script.write_text(
        f"(function (module, exports) {{{minisearch}}})();{data}{search};"
        f"console.log(JSON.stringify({asked}))",
        "utf-8",
    )
    done = run_node(str(script))
    assert not done.returncode, done.stderr
    found = dict(zip(wanted, json.loads(done.stdout), strict=True))
    missed = [
        title
        for title, results in found.items()
        if not wanted[title] & {one["address"].partition("#")[2] for one in results}
    ]
    assert len(missed) <= 6, missed
    places = [one["address"].partition("#") for some in found.values() for one in some]
    for page, _, place in places:
        assert f'id="{place}"' in (SITE / page).read_text("utf-8"), (page, place)
