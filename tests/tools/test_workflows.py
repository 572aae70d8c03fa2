"""Workflows call targets of the Makefile, and every job has an end."""

import re

import pytest
import yaml

from tests.helpers.paths import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
FOLDER = re.compile(r"_build/\w+")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_make_is_asked_for_is_a_target(path):
    text = path.read_text("utf-8")
    assert {*FOLDER.findall(text)} <= {*FOLDER.findall(MAKEFILE)}  # what is kept is made
    jobs = yaml.safe_load(text)["jobs"].values()
    commands = [line for job in jobs for step in job.get("steps", ()) for line in lines(job, step)]
    made = [re.search(r"(?:^|-- )make (.*?)(?: #|$)", line) for line in commands]
    named = {word for found in made if found for word in found[1].split() if "=" not in word}
    assert named <= TARGETS


def test_what_runs_in_the_environment_asks_for_it():
    rules = re.findall(r"^([a-z]+):([^=#\n]*).*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert [name for name, needs, runs in rules if "$(BIN)" in runs and not needs.strip()] == []


def lines(job, step):
    """The lines that this step runs, for each target of the job's matrix."""
    matrix = job.get("strategy", {}).get("matrix", {})
    targets = [*matrix.get("target", []), *(one.get("target") for one in matrix.get("include", []))]
    for line in step.get("run", "").splitlines():
        yield from (line.replace("$TARGET", str(one)) for one in targets or [""])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_job_runs_for_hours(path):
    for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values():
        assert "uses" in job or job["timeout-minutes"] <= 120
