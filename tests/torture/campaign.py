"""One fault after the other during play.

In the end the log is compared with the answers to players.
"""

import shutil
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from random import Random
from subprocess import CalledProcessError

from tests.support import guards
from tests.support.patience import until
from tests.support.postgres import execute
from tests.torture.crowd import Crowd
from tests.torture.findings import Finding, Line, findings
from tests.torture.ledger import Ledger
from tests.torture.report import Report
from tests.torture.world import Fault, Kind, World
from verger.service.database.embedded import ServerFailedError

KEPT = Path("var/torture")
LOG = (
    "SELECT session, version, encode(hash, 'hex'), encode(request_key, 'hex'), type,"
    " (extract(epoch FROM at) * 1000000)::bigint FROM events ORDER BY session, version"
)
COMMITS = (
    "SELECT sessions, count(*) FROM"
    " (SELECT count(DISTINCT session) AS sessions FROM events GROUP BY xmin::text) AS commits GROUP BY 1"
)
"""Counts the commits by the number of sessions whose events they contain."""

Say = Callable[[str], None]
Staged = Callable[[Ledger, Random], AbstractContextManager[Kind]]
Choice = Callable[[Kind, Report], Iterable[Fault[Kind]]]


def campaign(seed: int, staged: Staged[Kind], choice: Choice[Kind], say: Say) -> Report:
    """Make the chosen faults, each as soon as moves succeed again, and return the report."""
    ledger = Ledger()
    report = Report(seed, ledger)
    with staged(ledger, Random(f"{seed} faults")) as world:  # noqa: S311
        with Crowd(world, ledger, seed, world.make_app()) as crowd:
            for fault in choice(world, report):
                try:
                    seconds = suffer(fault, world, crowd)
                except (AssertionError, CalledProcessError, ServerFailedError) as error:
                    ledger.find(f"{fault.name}: nobody got over it: {error!r}")
                    break
                report.suffer(fault, seconds)
                say(f"{report.faults:4}  {fault.name}: {seconds:.2f} s")
        examine(world.database, report)
        world.verify(ledger)
        for what in guards.broken(world.database):
            ledger.find(what)
        for verger in world.vergers:
            verger.find_kept_connections()
            verger.read_log()
        if report.wrong:
            keep(world, KEPT / str(seed))
    return report


def suffer(fault: Fault[Kind], world: Kind, crowd: Crowd) -> float:
    """Make a fault. Return the seconds until every process made moves again."""
    over = fault.do(world)
    until(lambda: crowd.is_back(over))
    return time.monotonic() - over


def examine(url: str, report: Report) -> None:
    """Compare every log with the answers to its clients."""
    accounts, found = report.ledger.accounts, logs(url)
    for session in sorted({*accounts, *found}):
        account, log = accounts.get(session), found.get(session, [])
        if account is None:
            report.found.append((session, Finding("doubled", "a session that nobody was told of")))
        else:
            report.found += [(session, finding) for finding in findings(account, log)]
    report.sessions, report.events = len(found), sum(map(len, found.values()))
    rows = [line.split("|") for line in execute(url, COMMITS).splitlines()]
    report.take_commits({int(sessions): int(number) for sessions, number in rows})


def keep(world: World, folder: Path) -> None:
    """Copy the logs of all servers into a folder, to be read later."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, verger in enumerate(world.vergers, 1):
        (folder / f"verger-{number}").write_text(verger.server.said)
    for name, log in world.logs.items():
        shutil.copy(log, folder / name)


def logs(url: str) -> dict[str, list[Line]]:
    """Read the log of every session from the database."""
    rows = [line.split("|") for line in execute(url, LOG).splitlines()]
    return {
        session: [_line(columns) for _, *columns in lines]
        for session, lines in groupby(rows, itemgetter(0))
    }


def _line(columns: list[str]) -> Line:
    version, hashed, key, move, at = columns
    return Line(int(version), hashed, key or None, move, int(at))
