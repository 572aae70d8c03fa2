"""Workflows run only targets of the Makefile, or lines listed here."""

import re
import shlex

import pytest
import yaml

from tests.helpers.paths import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
# {beginning of a line: why it is no target}
OWN = {
    ".ci/run": "fetches a browser where there is none, then calls `make test`",
    "sudo apt-get": "a system's package manager; elsewhere it is another one",
    "apt-get": "the same, in a container, which has nothing yet",
    "wsl --install": "Linux in Windows, which has none yet",
    "wsl --distribution Debian --user root --cd / --": "there, what a container has by actions",
    "gh auth setup-git": "lets git push what the workflow may push",
    "gh release create": "makes the release, which GitHub alone can",
}


IN_WSL = "wsl --distribution Debian --user root --cd /srv/book -- "  # by the clone there


def jobs(path):
    return yaml.safe_load(path.read_text("utf-8"))["jobs"].values()


def lines(job):
    """Every line that a job runs, for each value of its matrix."""
    commands = [line for step in job.get("steps", ()) for line in step.get("run", "").splitlines()]
    found = [line.removeprefix(IN_WSL) for line in commands]
    wanted = job.get("strategy", {}).get("matrix", {}).get("target", [])
    for line in found:
        yield from (line.replace('"$TARGET"', one) for one in wanted or [line])


def target(line):
    """The target of `make`, without variables; None if the line runs something else."""
    words = [word for word in shlex.split(line, comments=True) if not re.search(r"=|^\$", word)]
    if words[0] != "make":
        return None
    ends = words.index(">") if ">" in words else None
    (found,) = (word for word in words[1:ends] if word[0] != "-")
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_each_line_is_a_target_or_has_its_reason(path):
    found = [line for job in jobs(path) for line in lines(job)]
    assert found or all("uses" in job for job in jobs(path))
    for line in found:
        named = target(line)
        assert named in TARGETS if named else line.startswith(tuple(OWN)), line


def test_each_reason_is_needed():
    found = [line for path in WORKFLOWS for job in jobs(path) for line in lines(job)]
    assert all(any(line.startswith(start) for line in found) for start in OWN)


def test_what_is_kept_between_runs_goes_by_every_file_of_versions():
    """A cache with other versions would be downloaded again in each run, and never saved."""
    steps = [step for path in WORKFLOWS for job in jobs(path) for step in job.get("steps", ())]
    cached = [step["with"] for step in steps if "cache" in step.get("with", {})]
    assert cached
    for options in cached:
        named = options["cache-dependency-path"].split()
        assert named == ["requirements.txt", "constraints.txt"]


def test_every_kind_of_machine_runs_the_readme_s_two_commands():
    readme = (ROOT / "README.md").read_text("utf-8")
    two = re.findall(r"^make \w+", readme.partition("## Two commands")[2], re.MULTILINE)[:2]
    weekly = yaml.safe_load((ROOT / ".github/workflows/weekly.yml").read_text("utf-8"))["jobs"]
    for name in ("systems", "windows"):
        assert [line for line in lines(weekly[name]) if line.startswith("make")] == two
    kinds = {one["system"] for one in weekly["systems"]["strategy"]["matrix"]["include"]}
    assert kinds == {"ubuntu-24.04", "ubuntu-24.04-arm", "macos-15"}
