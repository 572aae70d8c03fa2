"""A pytest plugin: run each nbval cell a second time, as a reader might (`make weekly`).

The second time it may neither fail nor say anything else, and the cells after it say what is
stored, too.
"""

from collections.abc import Generator

import pytest
from nbval.plugin import IPyNbCell, NbCellError


def pytest_itemcollected(item: pytest.Item) -> None:
    if isinstance(item, IPyNbCell):
        item.add_marker("weekly")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    if not isinstance(item, IPyNbCell):
        return (yield)
    when = "after cells that ran twice"
    try:
        yield
        when = "run a second time"
        item.runtest()
    except NbCellError as error:
        message = f"{item.path.name}, cell {item.cell.id}, {when}: {error}"
        raise NbCellError(item.cell_num, message, error.source, error.inner_traceback) from error
