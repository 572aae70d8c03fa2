"""Missing needs are skipped by name, counted in the last line, and an error where all is there."""

import ast
import os
import subprocess
import sys

import pytest

from tests.helpers.paths import ROOT

CONFTEST = """
from tests.helpers import needs

needs.NEEDS |= {
    "unicorn": needs.Need("a unicorn", lambda: False, "`make unicorn`"),
    "moon": needs.Need("the moon", lambda: False),
    "air": needs.Need("air", lambda: True),
}


def pytest_configure(config):
    config.pluginmanager.register(needs)
"""
TESTS = """
import pytest
from tests.helpers.needs import need


@pytest.mark.needs("unicorn")
@pytest.mark.parametrize("n", range(3))
def test_by_a_mark(n):
    assert False


@pytest.fixture
def far():
    need("moon")


def test_by_a_fixture(far):
    assert False


@pytest.mark.needs("air")
def test_with_what_is_here():
    pass
"""


@pytest.fixture
def run(tmp_path):
    (tmp_path / "conftest.py").write_text(CONFTEST, "utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, "utf-8")

    def run(*options, **environment):
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "SKIP_"))}
        return subprocess.run(
            [sys.executable, "-m", "pytest", "--rootdir", tmp_path, *options, tmp_path],
            cwd=tmp_path,
            env=clean | {"PYTHONPATH": str(ROOT)} | environment,
            capture_output=True,
            encoding="utf-8",
        )

    return run


def test_where_nothing_may_be_skipped_what_can_be_had_is_an_error(run):
    done = run(SKIP_NOTHING="1")
    assert done.returncode == 1, done.stdout
    assert done.stdout.count("but this needs a unicorn (`make unicorn`)") >= 3
    assert (
        "3 failed, 1 passed, 1 skipped" in done.stdout
        or "1 passed, 1 skipped, 3 errors" in done.stdout
    )


def test_no_test_is_skipped_for_another_reason():
    """A test that every machine skips would never run."""
    ways = {"skip", "skipif", "importorskip", "SkipTest"}
    found = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ways
    ]
    assert found == ["tests/helpers/needs.py"]
