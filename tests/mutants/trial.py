"""Put a fault into a copy of the project, and run its tests there."""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from tests.mutants import stem
from tests.mutants.fault import AnchorError, Fault
from tests.support.grown import copy_project

LIMIT_SECONDS = 80.0
"""The longest time for the tests of a fault.

It is shorter than pytest's limit for an async test that hangs.
"""
WHOLE_SECONDS = 900.0
"""The longest time for all named tests without a fault."""

Outcome = Literal["noticed", "survived", "hangs", "no test ran", "does not fit"]


class Trial(NamedTuple):
    """A fault, and the outcome of its tests."""

    fault: Fault
    outcome: Outcome
    test: str
    """The first test that failed, or the reason why there is none."""
    seconds: float


class Finished(NamedTuple):
    """A run of tests: its exit status, or None if it took too long, and its output."""

    status: int | None
    output: str

    @property
    def failed(self) -> str:
        """The id of the first test that failed, also in its fixtures; empty if none failed."""
        found = re.search(r"^(?:FAILED|ERROR) (.+?::.+?)(?: - .*)?$", self.output, re.MULTILINE)
        return found[1] if found else ""


class Copy:
    """A copy of the project. Its tests import the modules of the copy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        copy_project(folder)
        self._stem = subprocess.Popen(
            [sys.executable, "-m", stem.__name__],
            cwd=folder,
            env={"PATH": os.environ["PATH"]},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def close(self) -> None:
        """End the process that runs the tests."""
        self._stem.communicate()

    def run(self, tests: Sequence[str], seconds: float, *options: str) -> Finished:
        """Run some tests, and end them if they take too long."""
        output = self.folder / "output"
        words = [str(output), "-q", "-rfE", "-p", "no:cacheprovider", *options, *tests]
        assert self._stem.stdin
        self._stem.stdin.write(f"{json.dumps(words)}\n".encode())
        process, status = self._answer(), None
        assert process
        try:
            status = self._answer(seconds)
        finally:
            if status is None:
                # This ends all processes that it has started (`tests/support/supervised.py`).
                os.kill(process, signal.SIGTERM)
                self._answer()
        return Finished(status, output.read_text(errors="replace"))

    def _answer(self, seconds: float | None = None) -> int | None:
        """Return the next answer of the process, or None if it takes too long."""
        assert self._stem.stdout
        is_there, _, _ = select.select([self._stem.stdout], [], [], seconds)
        return int(self._stem.stdout.readline()) if is_there else None

    def attempt(self, fault: Fault, seconds: float = LIMIT_SECONDS) -> Trial:
        """Put a fault in, run its tests until one fails, and take it out."""
        began = time.monotonic()
        try:
            file = fault.file_in(self.folder)
            original, times = file.read_text(encoding="utf-8"), file.stat()
            file.write_text(fault.put_into(original), encoding="utf-8")
        except AnchorError as error:
            return Trial(fault, "does not fit", str(error), 0)
        try:
            finished = self.run(fault.tests, seconds, "-x")
        finally:
            file.write_text(original, encoding="utf-8")
            # Its compiled files are valid again.
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
        outcome, test = _outcome(finished)
        return Trial(fault, outcome, test, time.monotonic() - began)


def _outcome(finished: Finished) -> tuple[Outcome, str]:
    if finished.status is None:
        return "hangs", ""
    if finished.failed:
        return "noticed", finished.failed
    if finished.status == 0:
        return "survived", ""
    return "no test ran", finished.output[-300:].replace("\n", " ")
