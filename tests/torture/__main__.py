"""Kill, freeze and cut off whatever there is while people play: `make torture MINUTES=30`.

Two processes of Verger, a PostgreSQL with a standby that every commit waits for, and a Redis are
started, and people play on them. Then one fault follows the other, each once moves are made again
after the one before. In the end the log is compared with everything that was acknowledged. The exit
status is 1 where anything is wrong; the logs of all servers are then left under `var/torture`.
"""

import argparse
import re
import signal
import sys
import time
from collections.abc import Iterator
from random import Random
from types import FrameType
from typing import NoReturn

from tests.torture.campaign import Choice, campaign
from tests.torture.faults import FAULTS, Fault, World, untried
from tests.torture.report import Report


def until(end: float, asked: str) -> Choice:
    """Every kind of fault once, then whichever by its weight, as long as there is time."""

    def chosen(world: World, report: Report) -> Iterator[Fault]:
        report.untried = untried(world)
        kinds = [
            one for one in FAULTS if one.name not in report.untried and re.search(asked, one.name)
        ]
        first = world.random.sample(kinds, len(kinds))
        while time.monotonic() < end:
            yield first.pop() if first else chance(kinds, world.random)

    return chosen


def chance(kinds: list[Fault], random: Random) -> Fault:
    """A fault, the more often the more its weight."""
    return random.choices(kinds, [fault.weight for fault in kinds])[0]


def say(line: str) -> None:
    """Tell how far it is."""
    sys.stdout.write(f"{time.strftime('%H:%M:%S')} {line}\n")
    sys.stdout.flush()


def main() -> int:
    """The exit status: whether anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**6)
    parser.add_argument(
        "--only", default="", help="the faults whose names have this, as an expression"
    )
    asked = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    say(f"SEED={asked.seed}")
    report = campaign(asked.seed, until(time.monotonic() + 60 * asked.minutes, asked.only), say)
    for line in report.lines():
        sys.stdout.write(f"{line}\n")
    return bool(report.wrong)


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    """End as on Ctrl-C: whatever was started is ended first."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main())
