"""Prints the table of what the server does, beside what it is held against, in one run.

Absolute figures are this machine's and this minute's; what counts are the ratios.
"""

import argparse
import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvloop

from bench import attacks, cold, deep, feed, layouts, repeats, servers, soak, streams, webhooks
from bench.client import Measured, NothingMeasuredError, load, request
from verger.service.database import embedded, migrate

SECONDS = 4
CLIENTS = (1, 16, 64)
PARTS = {"cold": cold, "feed": feed}
PARTS_OF_KINDS = {"attacks": attacks, "webhooks": webhooks}


def main() -> None:
    """Measure everything, part by part; or one part that is asked for by name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "part", nargs="?", choices=[*PARTS, *PARTS_OF_KINDS, "layouts", "soak"], help="only this"
    )
    parser.add_argument(
        "kinds", nargs="*", help="only these attacks or receivers, or the minutes of a soak"
    )
    asked = parser.parse_args()
    if asked.part == "layouts":
        layouts.report()
        return
    with database() as url:
        migrate.migrate(url)
        if asked.part in PARTS:
            PARTS[asked.part].report(url)
            return
        if asked.part == "soak":
            soak.report(url, float(asked.kinds[0]) if asked.kinds else soak.MINUTES)
            return
        if asked.part:
            PARTS_OF_KINDS[asked.part].report(url, asked.kinds)
            return
        servers.make_bench_rows(url)
        pgbench = {clients: servers.pgbench(url, clients, SECONDS) for clients in CLIENTS}
        bare = _bare()
        moves = _moves(url)
        _print_moves(pgbench, bare, moves)
        for part in (deep, streams, feed, repeats):
            try:
                part.report(url)
            except NothingMeasuredError as nothing:
                print(nothing)
        layouts.report()


@contextmanager
def database() -> Iterator[str]:
    """A fresh PostgreSQL for this run alone."""
    with tempfile.TemporaryDirectory(prefix="verger-bench-") as name:
        folder = Path(name)
        folder.chmod(0o711)
        with embedded.running(folder / "postgres") as url:
            yield url


def _moves(url: str) -> dict[int, tuple[Measured, float]]:
    """Moves by one server process at each number of clients, each client at its own table."""
    with servers.verger(url) as (port, process):
        tables = [servers.play(port) for _ in range(max(CLIENTS))]
        clients = [servers.repeating(table) for table in tables]
        # Once unmeasured: the first second of a process is not what it does all day.
        uvloop.run(load(port, clients, 1))
        return {n: _load(port, process, clients[:n]) for n in CLIENTS}


def _bare() -> dict[int, tuple[Measured, float]]:
    body = json.dumps({"move": "declare", "overview": "The rain goes on."}).encode()
    sent = request("/moves", body)
    with servers.bare() as (port, process):
        return {n: _load(port, process, [lambda: sent] * n) for n in CLIENTS}


def _load(
    port: int, process: int, clients: Sequence[Callable[[], bytes]]
) -> tuple[Measured, float]:
    """A load, and the server's own processor time a request in microseconds."""
    before = servers.processor_seconds(process)
    measured = uvloop.run(load(port, clients, SECONDS, warm_up=0))
    spent = servers.processor_seconds(process) - before
    return measured, spent / measured.moves * 1e6


def _print_moves(
    pgbench: dict[int, float],
    bare: dict[int, tuple[Measured, float]],
    moves: dict[int, tuple[Measured, float]],
) -> None:
    print("Judged, durable moves over HTTP; one server process, every client at its own table\n")
    print(
        "clients  moves/s  p50 ms  p99 ms  CPU us | bare/s  CPU us | pgbench/s | of bare  of pgbench"
    )
    for clients in CLIENTS:
        made, cpu = moves[clients]
        plain, plain_cpu = bare[clients]
        rows = pgbench[clients]
        print(
            f"{clients:7}  {made.per_second:7.0f}  {made.p50:6.2f}  {made.p99:6.2f}  {cpu:6.0f} |"
            f" {plain.per_second:6.0f}  {plain_cpu:6.0f} | {rows:9.0f} |"
            f" {made.per_second / plain.per_second:7.2f}  {made.per_second / rows:10.2f}"
        )


if __name__ == "__main__":
    main()
