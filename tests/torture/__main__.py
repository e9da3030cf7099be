"""Kill, freeze and cut off servers while people play.

To start it: `make torture MINUTES=30`, `make failover` or `make rolling`. People play on two processes of Verger, a Redis, and a PostgreSQL
with a standby that every commit waits for. With `--group`, PostgreSQL is three servers under Patroni. The faults follow one after the
other, each as soon as moves succeed again. At the end, the log is compared with all acknowledged moves. If anything is wrong, the exit
status is 1, and the logs of all servers are kept under `var/torture`.

`--rolling` makes no faults: it replaces three processes of a release one after the other by processes of this program, and back.
`--restore` restores the group to an earlier moment. `--asynchronous` counts the lost moves if commits do not wait for a standby.
"""

import argparse
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from types import FrameType
from typing import NoReturn

from tests.torture import faults, group_faults
from tests.torture.asynchronous import measure
from tests.torture.campaign import Choice, campaign
from tests.torture.group import MissingError
from tests.torture.program import released
from tests.torture.report import Report
from tests.torture.restoring import drill
from tests.torture.rolling import rolled
from tests.torture.world import Fault, Kind

UNRELEASED = (
    "No commit has the tag of a release (such as v1.0.0), so there is no older program to compare with."
    " Name a wheel or a commit: make rolling OLD=main."
)


def until(end: float, asked: str, faults: Sequence[Fault[Kind]]) -> Choice[Kind]:
    """Choose every kind of fault once, and then random kinds by their weights, until the time is over."""

    def chosen(world: Kind, report: Report) -> Iterator[Fault[Kind]]:
        report.untried = world.untried
        kinds = [
            one for one in faults if one.name not in report.untried and re.search(asked, one.name)
        ]
        first = world.random.sample(kinds, len(kinds))
        while time.monotonic() < end:
            yield first.pop() if first else chance(kinds, world.random)

    return chosen


def chance(kinds: list[Fault[Kind]], random: Random) -> Fault[Kind]:
    """Choose a fault with a probability in proportion to its weight."""
    return random.choices(kinds, [fault.weight for fault in kinds])[0]


def say(line: str) -> None:
    """Report the progress."""
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run a campaign. The exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument(
        "--only", default="", help="the faults whose names have this, as an expression"
    )
    parser.add_argument("--group", action="store_true", help="three PostgreSQL under Patroni")
    parser.add_argument(
        "--restore", action="store_true", help="no faults: the group goes back to a moment"
    )
    parser.add_argument(
        "--asynchronous", type=int, help="lose the primary so many times with no commit confirmed"
    )
    parser.add_argument(
        "--rolling",
        metavar="OLD",
        nargs="?",
        const="",
        help="no faults: from a wheel, or what is committed at a ref (the newest release), to HEAD and back",
    )
    asked = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    say(f"SEED={asked.seed}")
    try:
        if asked.restore:
            return found(drill(asked.seed, say))
        if asked.asynchronous:
            return found(measure(asked.seed, asked.asynchronous, say))
        return endured(asked)
    except MissingError as error:
        sys.stderr.write(f"{error}\n")
        return 2


def found(wrong: Sequence[str]) -> int:
    """Print the faults, and return 1 if there are any."""
    for what in wrong:
        say(f"WRONG: {what}")
    say(f"{len(wrong)} wrong")
    return bool(wrong)


def endured(asked: argparse.Namespace) -> int:
    """Run a campaign and print its report. Return 1 if anything is wrong."""
    if asked.rolling == "":
        if (tag := released()) is None:
            say(UNRELEASED)
            return 0
        asked.rolling = tag
    report = played(asked)
    for line in report.lines():
        sys.stdout.write(f"{line}\n")
    return bool(report.wrong)


def played(asked: argparse.Namespace) -> Report:
    """Run the campaign on the requested servers, and return its report."""
    if asked.rolling is not None:
        return rolled(asked.seed, asked.minutes, asked.rolling, say)
    end = time.monotonic() + 60 * asked.minutes
    if asked.group:
        choice = until(end, asked.only, group_faults.FAULTS)
        return campaign(asked.seed, group_faults.staged, choice, say)
    return campaign(asked.seed, faults.staged, until(end, asked.only, faults.FAULTS), say)


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    """Exit as on Ctrl-C, so that all started programs are ended first."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
