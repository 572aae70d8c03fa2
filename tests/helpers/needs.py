"""What tests need besides pinned packages: what it is, how to get it, whether it is here.

A test says it by a mark, `@pytest.mark.needs("book")`, a fixture by a call, `need("browser")`. What
is missing is named when the tests begin, and pytest's summary counts it. Where SKIP_NOTHING=1 says
that all is installed which can be, it fails the tests instead.
"""

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.paths import DATA, ROOT, SITE

DEBIAN = "on Debian `apt-get install --no-install-recommends {}`".format


class Need(NamedTuple):
    """What it is, whether it is here, and how to get it, if it can be had everywhere."""

    what: str
    here: Callable[[], bool]
    how: str = ""

    def __str__(self) -> str:
        return self.what + f" ({self.how})" * bool(self.how)


def _browser() -> bool:
    from tools.chromium import NAMES, found

    return found(NAMES) is not None


def _compiler() -> bool:
    from tools.kernels import VERSION, version

    return version() == VERSION


def _languages() -> bool:
    from book.languages import languages

    return all((SITE / one["folder"] / "intro.html").is_file() for one in languages().values())


def _checkout() -> bool:
    return (ROOT / ".git").exists() and shutil.which("git") is not None


def _new_widgets() -> bool:
    import ipywidgets

    return int(ipywidgets.__version__.split(".")[0]) >= 8


NEEDS = {
    "browser": Need("Chromium or Chrome", _browser, DEBIAN("chromium-headless-shell")),
    "compiler": Need("clang 14.0.6 and its lld", _compiler, DEBIAN("clang-14 lld-14")),
    "book": Need("the built book", (SITE / "intro.html").is_file, "`make book`"),
    "languages": Need("the book in all languages", _languages, "`make book`"),
    "checkout": Need("a checkout of git's", _checkout),
    # which the project does not ship: see chapters/building.md, "Versions"
    "data": Need("real data in BERT_BOOK_DATA", DATA.is_dir),
    "wikitext-2": Need("WikiText-2 in BERT_BOOK_DATA", (DATA / "wikitext-2").is_dir),
    "original": Need("bert-base-uncased in BERT_BOOK_DATA", (DATA / "bert-base-uncased").is_dir),
    "ipywidgets 8": Need("ipywidgets 8", _new_widgets),
    "POSIX": Need("a POSIX system", lambda: os.name == "posix"),
    "Linux": Need("Linux", Path("/proc/self/status").exists),
}
INSTALLED = ("browser", "compiler")  # what is there or not before anything is made


@cache
def _missing(name: str) -> bool:
    return not NEEDS[name].here()


def need(name: str) -> None:
    """Skip the test that calls this unless it is here; fail it if nothing may be skipped."""
    if _missing(name):
        if os.environ.get("SKIP_NOTHING") == "1" and NEEDS[name].how:
            pytest.fail(f"SKIP_NOTHING=1, but this needs {NEEDS[name]}", pytrace=False)
        pytest.skip(f"needs {NEEDS[name]}")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*names): skipped without these, by tests/helpers")


def pytest_report_header() -> str | None:
    gone = [str(NEEDS[name]) for name in INSTALLED if _missing(name)]
    return "not here, so that tests which need it are skipped: " + "; ".join(gone) if gone else None


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            need(name)
