"""Who imports whom in web/: in one direction, and as the page on the house draws it."""

import json
from graphlib import TopologicalSorter

import pytest

from book import house
from tests.helpers.javascript import TESTING, run_node
from tests.helpers.paths import ROOT

MODULES = house.modules(ROOT)


def test_imports_are_read_as_the_bundler_reads_them():
    done = run_node(str(TESTING / "imports.js"))
    assert done.returncode == 0, done.stderr
    assert {name: set(imports) for name, imports in json.loads(done.stdout).items()} == MODULES


def test_no_module_imports_itself_through_others():
    TopologicalSorter(MODULES).prepare()  # raises CycleError, which names them


def test_every_folder_has_its_place_and_says_what_it_is_for():
    real = house.web_floors(ROOT)  # refuses imports from a folder further down
    assert {floor.name for floor in real} == {name.split("/")[0] for name in MODULES}
    assert all(floor.purpose.endswith(".") for floor in real)


def test_who_imports_from_a_folder_further_down_is_named(tmp_path):
    files = {
        "folders.json": '{"one": "One.", "two": "Two."}',
        "one/a.ts": 'import {\n  b,\n} from "./deep/b.ts";\n',
        "one/a.test.js": 'import { c } from "../two/c.ts";\n',
        "one/deep/b.ts": "",
        "two/c.ts": 'import "../one/a.ts";\nexport { b } from "../one/deep/b.ts";\n',
    }
    for name, text in files.items():
        (tmp_path / "web" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "web" / name).write_text(text, "utf-8")
    assert house.web_floors(tmp_path) == [
        ("web/one", "One.", set()),
        ("web/two", "Two.", {"web/one"}),
    ]
    (tmp_path / "web/one/deep/b.ts").write_text('import { c } from "../../two/c.ts";\n', "utf-8")
    with pytest.raises(ValueError, match=r"web/one: expected imports .* got {'web/two'}"):
        house.web_floors(tmp_path)
