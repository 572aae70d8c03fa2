"""The simulated slow processor: a page is paused for most of the time, then released."""

import time
from pathlib import Path

import pytest

from tests.helpers.slow_processor import pages_of, paused

pytestmark = pytest.mark.needs("Linux")  # it says what a process does


def _stopped(process):
    state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]
    return state == "T"


def _share_stopped(processes, looks):
    found = 0
    for _ in range(looks):
        found += all(map(_stopped, processes))
        time.sleep(0.005)
    return found / looks


def test_a_page_stands_still_for_most_of_the_time_and_then_no_more(new_page):
    page = new_page()
    page.goto("data:text/html,<title>Here</title>")
    processes = pages_of(page)
    assert processes
    with paused(page):
        share = _share_stopped(processes, 100)
    assert 0.4 < share < 0.95  # three quarters where nobody else delays who pauses it
    assert _share_stopped(processes, 20) == 0
    assert page.title() == "Here"
