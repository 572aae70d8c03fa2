"""`make test` in a small project: failing steps, tests of every outcome, Ctrl-C."""

import os
import signal
import subprocess
import sys

import pytest

from tests.helpers.paths import ROOT

MAKEFILE = """
lint: spelling order
spelling:
	@echo "lien for line"; exit 1
order:
	@echo "all in order"
book:
	@{book}
code browser:
	@"{python}" -m pytest -p xdist -n 1 -p no:cacheprovider $(REPORT) test_$@.py
"""
TESTS = """import pytest, time

def test_slow(): time.sleep(1.2)
def test_wrong(): assert 2 + 2 == 5, "four is no five"
def test_broken(absent): pass
def test_elsewhere(): pytest.skip("needs fonts")
"""


QUICK = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # to start


@pytest.fixture
def project(tmp_path):
    """A function: start the suite in a project whose build is this command."""

    def start(book):
        text = MAKEFILE.format(book=book, python=sys.executable)
        (tmp_path / "Makefile").write_text(text, "utf-8")
        (tmp_path / "test_code.py").write_text(TESTS, "utf-8")
        (tmp_path / "test_browser.py").write_text("def test_right(): pass\n", "utf-8")
        return subprocess.Popen(
            [sys.executable, "-m", "tools.suite"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT), "MAKEFLAGS": ""} | QUICK,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    return start


def test_every_half_runs_and_all_failures_stand_at_the_end(project):
    suite = project("true")
    output = suite.communicate()[0]
    assert suite.returncode == 1
    assert "all in order" in output  # what comes after a failure in the same half
    assert "four is no five" in output
    assert ", 4 of 4 tests, 2 failed" in output  # how far it was
    *_, needs, last = lines = output.splitlines()
    assert needs == "2 passed, 3 failed, except 1 that needs fonts"
    assert last == "2 passed, 3 failed, 1 skipped"
    listed = lines[lines.index("3 failed:") + 1 : -2]
    assert [line.strip() for line in listed] == [
        "lint: spelling",
        "code: test_code.py::test_wrong",
        "code: test_code.py::test_broken",
    ]
    slowest = lines.index("The slowest files, in seconds:") + 1
    assert lines[slowest].split() == ["1", "test_code.py"]


def test_without_a_book_there_is_nothing_to_see_in_a_browser(project):
    suite = project("exit 3")
    output = suite.communicate()[0]
    assert suite.returncode == 1
    assert "  book: book\n" in output
    assert "  browser was not run" in output
    assert output.splitlines()[-1] == "1 passed, 4 failed, 1 skipped"


def test_an_interrupt_ends_all_of_it_and_says_nothing_more(project, tmp_path):
    suite = project("echo $$$$ > pid; exec sleep 600")
    for line in suite.stdout:
        if (tmp_path / "pid").exists() and "runs" in line:
            break
    suite.send_signal(signal.SIGINT)
    output = suite.communicate(timeout=60)[0]
    assert suite.returncode == 130
    assert "Traceback" not in output
    assert "failed" not in output
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)
