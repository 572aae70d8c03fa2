"""The system's Chromium, for printing, drawing, testing and timing pages."""

import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# First the one that never had a window to draw: a page costs it a quarter of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def found(names: Sequence[str] = NAMES) -> str | None:
    """The path of the first of these programs that is installed, or None."""
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def chromium(names: Sequence[str] = NAMES) -> "Iterator[Browser]":
    """Run the first of these programs for the duration of the block.

    Raises:
        SystemExit: if none is installed, said in a line: no command can go on without.
    """
    if (path := found(names)) is None:
        wanted = f"expected one of {', '.join(names)} on the PATH, found none"
        print(f"{wanted}; on Debian: apt-get install {NAMES[0]}", file=sys.stderr)
        sys.exit(2)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # In a shell of another encoding it would find no file with an ü in its path.
        env: dict[str, str | float | bool] = {**os.environ, "LC_ALL": "C.UTF-8"}
        browser = playwright.chromium.launch(executable_path=path, env=env)
        yield browser
        browser.close()
