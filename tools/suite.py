"""The whole test suite, as `make test` and continuous integration run it.

python -m tools.suite

Style, book and code run side by side, then the browser's half if there is a book. No failure stops
anything else, and all are named in the end. What a step prints is in _build/suite meanwhile.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from bert_lab.training_loop.command import call

LOGS = Path("_build/suite")  # beside the Makefile, where make calls this
EVERY, PATIENCE = 30, 10  # seconds: from one line to the next, and for what has to end
SLOWEST = 10  # files named in the end
NEEDS = "needs "  # what a reason to skip a test begins with: tests/helpers/needs.py
REPORT = "--junitxml={} --color=no -o junit_family=xunit1 -o verbosity_test_cases=1" + (
    " -o console_output_style=count"
)
TEST = re.compile(r"\[gw\d+\] \[ *(?P<done>\d+)/(?P<all>\d+)\] (?P<how>[A-Z]+) (?P<name>\S.*)")
TARGET = re.compile(r"^make.*\*\*\* \[(?:.*: )?(\S+)\] Error", re.MULTILINE)
CLOSING = re.compile(r"^=+ (?:ERRORS|FAILURES|short test summary info|\d.* in [\d.]+s.*) =+$")


class Step:
    """A running target of the Makefile, its log and its test report."""

    def __init__(self, target: str, *variables: str):
        self.name, self.began, self.took = target, time.monotonic(), None
        self.progress, self.failed = "", 0
        self.log, self.report = (LOGS / f"{target}.{kind}" for kind in ("log", "xml"))
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.report.unlink(missing_ok=True)
        report = "REPORT=" + REPORT.format(self.report)
        with self.log.open("w", encoding="utf-8") as out:
            self.process = subprocess.Popen(
                ["make", "--no-print-directory", "--keep-going", target, report, *variables],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # so that all of it can be ended
            )
        self._new, self._rest = self.log.open(encoding="utf-8", errors="replace"), ""

    def look(self) -> bool:
        """Read new lines of the log, print failed tests; True if the step has just ended."""
        ended = self.took is None and self.process.poll() is not None
        *lines, self._rest = (self._rest + self._new.read()).split("\n")
        for found in filter(None, map(TEST.match, lines)):
            self.progress = f", {int(found['done']):,} of {int(found['all']):,} tests"
            if found["how"] in ("FAILED", "ERROR"):
                self.failed += 1
                print(f"       {found['how']} {found['name'].strip()}", flush=True)
        if ended:
            self.took = time.monotonic() - self.began
        return ended

    def __str__(self) -> str:
        how = "runs"
        if self.took is not None:
            how = f"{'failed' if self.process.returncode else 'done'} in {clock(self.took)}"
        return f"{self.name} {how}{self.progress}" + f", {self.failed} failed" * bool(self.failed)

    def cases(self) -> list[ElementTree.Element]:
        """The tests that were run; empty if the step has none or ended before them."""
        return list(ElementTree.parse(self.report).iter("testcase")) if self.report.exists() else []

    def failures(self) -> list[str]:
        """Failed tests, or else the failed targets that make names."""
        if not self.process.returncode:
            return []
        tests = [f"{case.get('file')}::{case.get('name')}" for case in self.cases() if bad(case)]
        return tests or TARGET.findall(self.log.read_text("utf-8", "replace")) or [self.name]

    def closing(self) -> str:
        """The end of the log: pytest's summary, or all of it if another kind of step failed."""
        lines = self.log.read_text("utf-8", "replace").splitlines()
        starts = [number for number, line in enumerate(lines) if CLOSING.match(line)]
        if self.process.returncode or starts:
            return "\n".join(lines[starts[0] if starts else 0 :])
        return ""


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def bad(case: ElementTree.Element) -> bool:
    return case.find("failure") is not None or case.find("error") is not None


def stop(steps: list[Step]) -> None:
    """Stop these steps and their child processes, killing them at the second attempt."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGINT, signal.SIGKILL):
        for step in steps:
            with contextlib.suppress(ProcessLookupError, PermissionError):  # macOS: it has ended
                os.killpg(step.process.pid, number)
        until = time.monotonic() + PATIENCE
        while any(step.process.poll() is None for step in steps) and time.monotonic() < until:
            time.sleep(0.1)


def follow(steps: list[Step], began: float) -> None:
    """Print the progress of the steps until all have ended."""
    due = 0.0
    while any(step.took is None for step in steps):
        # no generator: each has to look
        if any([step.look() for step in steps]) or time.monotonic() >= due:
            status = " · ".join(map(str, steps))
            print(f"{clock(time.monotonic() - began):>6} {status}", flush=True)
            due = time.monotonic() + EVERY
        time.sleep(0.5)


def summary(steps: list[Step], skipped_steps: list[str]) -> int:
    """Print the results, a summary in the last line; returns the number of failures."""
    for step in steps:
        print(f"\n-- {step}", *filter(None, [step.closing()]), sep="\n")
    cases = [case for step in steps for case in step.cases()]
    seconds = Counter()
    for case in cases:
        seconds[case.get("file")] += float(case.get("time", 0))
    print("\nThe slowest files, in seconds:")
    for name, took in seconds.most_common(SLOWEST):
        print(f"{took:6.0f} {name}")
    failures = [f"{step.name}: {name}" for step in steps for name in step.failures()]
    if failures:
        print(f"\n{len(failures)} failed:", *(f"  {line}" for line in failures), sep="\n")
    for name in skipped_steps:
        print(f"  {name} was not run, for want of a book")
    skipped = [one.get("message", "") for case in cases for one in case.iter("skipped")]
    passed = len(cases) - len(skipped) - sum(map(bad, cases))
    if skipped:
        print(ending(passed, len(failures), skipped))
    # for programs: alone, the same words whatever there was
    print(f"{passed} passed, {len(failures)} failed, {len(skipped)} skipped")
    return len(failures)


def ending(passed: int, failed: int, skipped: Iterable[str]) -> str:
    """The summary line: passed, failed, and what skipped tests need."""
    left = [
        f"{count} that {'need' if count > 1 else 'needs'} {reason.removeprefix(NEEDS)}"
        for reason, count in Counter(skipped).most_common()
    ]
    ended = f"{passed} passed" + f", {failed} failed" * bool(failed)
    return ended + ", except " * bool(left) + ", ".join(left)


def run(first: dict[str, tuple[str, ...]], then: dict[str, tuple[str, ...]]) -> int:
    """Run targets in parallel, then the others if the book was built; returns the failures."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    began, steps = time.monotonic(), []
    names = " + ".join(first) + (", then " + " + ".join(then) if then else "")
    print(f"{len(first) + len(then)} steps: {names}; logs in {LOGS}", flush=True)
    try:
        steps += [Step(target, *variables) for target, variables in first.items()]
        follow(steps, began)
        built = all(not s.process.returncode for s in steps if s.name == "book")
        later = [Step(target, *variables) for target, variables in then.items() if built]
        steps += later
        follow(later, began)
    except KeyboardInterrupt:
        stop(steps)
        sys.exit(130)
    return summary(steps, [] if built else list(then))


def main() -> None:
    sys.exit(bool(run({"lint": (), "book": (), "code": ()}, {"browser": ()})))


if __name__ == "__main__":
    call(main)
