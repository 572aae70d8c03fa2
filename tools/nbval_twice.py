"""A pytest plugin: run each nbval cell a second time, as a reader might.

python -m pytest -p tools.nbval_twice --nbval --nbval-twice 2 chapters

The second time it may neither fail nor say anything else, and the cells after it say what is
stored, too. This holds for cells that took no longer than so many seconds the first time: nine of
ten, for a seventh of the time that all would take. 0, as without the option, is none.
"""

import time
from collections.abc import Generator

import pytest
from nbval.plugin import IPyNbCell, NbCellError


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "Run each cell again that took no longer than this, in seconds."
    parser.addoption("--nbval-twice", type=float, default=0.0, metavar="SECONDS", help=words)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    limit = item.config.option.nbval_twice
    if not (limit and isinstance(item, IPyNbCell)):
        return (yield)
    began, when = time.monotonic(), "after cells that ran twice"
    try:
        yield
        if time.monotonic() - began <= limit:
            when = "run a second time"
            item.runtest()
    except NbCellError as error:
        message = f"{item.path.name}, cell {item.cell.id}, {when}: {error}"
        raise NbCellError(item.cell_num, message, error.source, error.inner_traceback) from error
