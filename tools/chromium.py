"""The system's Chromium, which prints, draws, tests and times the book's pages."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# First the one that never had a window to draw: a page costs it a quarter of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def executable(names: Sequence[str] = NAMES) -> str:
    """The path of the first of these programs that is installed.

    Raises:
        FileNotFoundError: if none is.
    """
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise FileNotFoundError(f"expected one of {', '.join(names)} on the PATH, found none")
    return found


@contextmanager
def chromium(names: Sequence[str] = NAMES) -> "Iterator[Browser]":
    """The first of these programs, running while the block does. Raises as `executable`."""
    path = executable(names)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()
