"""The shipped records: each is of a script's present inputs and what its parts make."""

import importlib
import json

import pytest

from bert_lab.measures import recorded
from bert_lab.measures.records import RECORDED, rounded
from tests.helpers.paths import ROOT

# It keeps states of training for the page.
WITHOUT = {"states"}
SCRIPTS = {path.stem for path in (ROOT / "research").glob("[!_]*.py")} - WITHOUT
# what the machine alone decides, and what the page's trainer does
MEASURED = {"benchmarks", "lengths"}


def test_every_record_has_a_script():
    assert {path.stem for path in RECORDED.glob("*.json")} == SCRIPTS | MEASURED


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_the_record_is_of_the_present_inputs(name):
    """If this fails: run the script again, and look at what changes."""
    script, record = importlib.import_module(name), recorded(name)
    inputs = json.loads(json.dumps(script.inputs(), allow_nan=False))
    assert inputs.items() <= record["inputs"].items()
    assert record["command"].split(" --")[0] == f"python research/{name}.py"
    assert {"machine", "torch", "seconds"} <= record.keys()


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_the_command_is_the_script_s(name, capsys):
    """It names all folders that it needs."""
    script, command = importlib.import_module(name), recorded(name)["command"]
    with pytest.raises(SystemExit, match="0"):
        script.main(["--help"])
    usage = capsys.readouterr().out.partition("\n\n")[0]
    needs = [word for word in usage.replace("[--", "[").split() if word.startswith("--")]
    assert needs == [word for word in command.split() if word.startswith("--")]


@pytest.mark.parametrize("name", ["few_labels", "real_labels", "search", "tuning"])
def test_the_record_is_what_its_parts_make(name):
    record, script = recorded(name), importlib.import_module(name)
    parts = {tuple(part["key"]): part["found"] for part in record["parts"]}
    made = json.loads(json.dumps(rounded(script.summarise(parts)), allow_nan=False))
    assert parts
    assert made == {key: record[key] for key in made}
