"""Put small faults into a copy of the project, one at a time, and run the tests that must notice each: `make mutants`.

First the named tests must pass without a fault. The exit status is 1 if a fault survives, if its tests hang, or if it does
not fit the code.
"""

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.fault import Fault, faults
from tests.mutants.trial import WHOLE_SECONDS, Copy, Trial
from tests.support import memory
from tests.support.root import ROOT


def chosen(only: str) -> list[Fault]:
    """Return the faults whose sentence, place or tests match a pattern."""
    pattern = re.compile(only, re.IGNORECASE | re.MULTILINE)
    return [
        one for one in faults() if pattern.search("\n".join((one.sentence, one.at, *one.tests)))
    ]


def place(test: str) -> tuple[str, int]:
    """Return a key to sort tests: by file, and then by their order in the file, because they can share a database."""
    file, _, name = test.partition("::")
    source = (ROOT / file).read_text(encoding="utf-8")
    return file, source.index(f"def {name.partition('[')[0]}(")


def unchanged(copy: Copy, tried: Sequence[Fault], jobs: int) -> str:
    """Run the tests of all faults without a fault. Return the output if a test does not pass."""
    tests = sorted({test for fault in tried for test in fault.tests}, key=place)
    done = copy.run(tuple(tests), WHOLE_SECONDS, f"--numprocesses={jobs}", "--dist=loadfile")
    return "" if done.status == 0 else done.output


def trials(copies: Sequence[Copy], tried: Sequence[Fault]) -> Iterator[Trial]:
    """Try faults in several copies at the same time, and return the trials in the order of the faults."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def attempt(fault: Fault) -> Trial:
        copy = free.get()
        try:
            return copy.attempt(fault)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        yield from pool.map(attempt, tried)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def report(found: Iterator[Trial]) -> int:
    """Print a row for each trial; return how many faults no test noticed."""
    say("| outcome | s | fault | place | test |")
    say("| --- | --- | --- | --- | --- |")
    outcomes: list[str] = []
    for fault, outcome, test, seconds in found:
        say(f"| {outcome} | {seconds:.0f} | {fault.sentence} | {fault.at} | {test} |")
        outcomes.append(outcome)
    missed = len(outcomes) - outcomes.count("noticed")
    say(f"\n{len(outcomes)} faults, {outcomes.count('noticed')} noticed, {missed} not.")
    return missed


def main() -> None:
    """Try all faults, or some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a pattern for sentences, places or tests")
    parser.add_argument("--jobs", type=int, default=3)
    asked = parser.parse_args()
    memory.use()
    tried = chosen(asked.only)
    if not tried:
        sys.exit("No fault matches this pattern.")
    with tempfile.TemporaryDirectory(prefix="verger-mutants-") as folder, ExitStack() as stack:
        copies = [
            stack.enter_context(closing(Copy(Path(folder, str(number)))))
            for number in range(asked.jobs)
        ]
        if output := unchanged(copies[0], tried, asked.jobs):
            sys.exit(f"{output}\nTests fail without any fault.")
        sys.exit(bool(report(trials(copies, tried))))


if __name__ == "__main__":
    main()
