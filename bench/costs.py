"""Measure the CPU time that moves and reads take in the server and in its database. Optionally, compare two commits.

The load comes from wrk, a client in C. The servers receive load in turns. Each ratio compares loads of the same turn, because
the speed of a machine changes from minute to minute.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from random import sample
from statistics import median
from typing import NamedTuple

import msgspec

from bench import evening, servers
from verger.service.database import embedded

TABLES = 192
"""The number of tables. With at most 64 clients, no table ever has two requests at the same time."""
CLIENTS = (64, 1)
READS = ("", "/state", "/awaited", "/options", "/network", "/events?limit=5&order=newest")
READERS = 16
THIS = "this checkout"


def report(against: str, rounds: int, seconds: float) -> None:
    """Print the tables. With another commit, print the figures of both commits and their ratios."""
    if not shutil.which("wrk"):
        raise SystemExit(
            "Moves and reads are measured with wrk. Install it (Debian: apt install wrk)."
        )
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="verger-bench-")))
        folder.chmod(0o711)
        programs = {THIS: Path(sys.executable).with_name("verger")}
        if against:
            programs[against] = stack.enter_context(_other(folder / "checkout", against))
        sides = {name: stack.enter_context(_side(folder, at)) for name, at in programs.items()}
        others = {} if against else stack.enter_context(_ceilings(folder, sides[THIS]))
        for clients in CLIENTS:
            runs = {
                name: partial(side.load, "moves", clients, seconds) for name, side in sides.items()
            }
            more = {name: partial(run, clients, seconds) for name, run in others.items()}
            _print(f"moves, clients: {clients}", _in_turns({**runs, **more}, rounds))
        for path in READS:
            runs = {
                name: partial(side.load, path, READERS, seconds) for name, side in sides.items()
            }
            _print(f"GET …{path}, clients: {READERS}", _in_turns(runs, rounds))


def _in_turns(
    runs: Mapping[str, Callable[[], "Figures"]], rounds: int
) -> dict[str, list["Figures"]]:
    """Return the figures of each side. Each turn has a random order, and the first turn is a warm-up."""
    found: dict[str, list[Figures]] = {name: [] for name in runs}
    for _ in range(rounds + 1):
        for name in sample(list(runs), len(runs)):
            found[name].append(runs[name]())
    return {name: figures[1:] for name, figures in found.items()}


def _print(what: str, found: Mapping[str, Sequence["Figures"]]) -> None:
    columns = ("per s", "p50 ms", "p99 ms", "server us", "database us")
    print(f"\n{what:36}" + "".join(f"{column:>24}" for column in columns))
    for name, rows in found.items():
        print(f"  {name:34}" + "".join(_cell(column) for column in _columns(rows)))
    first, *others = found
    for name in others:
        turns = zip(found[first], found[name], strict=True)
        ratios = [[a / b if b else 0.0 for a, b in zip(*turn, strict=True)] for turn in turns]
        print(
            f"  {'of ' + name:34}"
            + "".join(f"{_spread(column):>24}" for column in _columns(ratios))
        )


def _columns(rows: Sequence[Sequence[float]]) -> Iterator[tuple[float, ...]]:
    return zip(*rows, strict=True)


def _cell(figures: Sequence[float]) -> str:
    return f"{median(figures):24.2f}" if any(figures) else " " * 24


def _spread(ratios: Sequence[float]) -> str:
    return f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})" if any(ratios) else ""


class Figures(NamedTuple):
    """The figures of a load."""

    rate: float
    """Answers per second."""
    p50: float = 0.0
    """Milliseconds."""
    p99: float = 0.0
    """Milliseconds."""
    server: float = 0.0
    """Microseconds of the server's CPU per answer."""
    database: float = 0.0
    """Microseconds of PostgreSQL's CPU per answer."""


class Load:
    """Requests to many tables, sent by wrk. Each run continues after the last request of the run before."""

    def __init__(self, folder: Path, tables: Sequence[Sequence[tuple[str, ...]]]) -> None:
        """Take the requests of each table. A request is a method, a path, a token and a body."""
        self._file = folder / uuid.uuid4().hex
        lines = ("\t".join(request) + "\n" for table in tables for request in table)
        self._file.write_text("".join(lines), "utf-8")
        self._turns, self._sent = len(tables[0]), 0

    def run(self, port: int, clients: int, seconds: float) -> tuple[int, Figures]:
        """Return the number of answered requests, and their rate. Fail if the server refused any of them."""
        script = Path(__file__).with_name("wrk.lua")
        command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds:g}s", "-s", str(script)]
        command += [f"http://127.0.0.1:{port}", "--", str(self._file)]
        command += [str(self._turns), str(self._sent), self._file.name]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        found = json.loads(done.stdout.splitlines()[-1])
        if found["refused"] or found["broken"]:
            raise RuntimeError(f"not everything was accepted: {found}")
        self._sent = found["sent"]
        answered = found["answered"]
        rate = answered / found["microseconds"] * 1e6
        return answered, Figures(rate, found["p50"] / 1_000, found["p99"] / 1_000)


class Side:
    """A server of one of the compared commits, with its own PostgreSQL and tables."""

    def __init__(self, folder: Path, url: str, port: int, server: int, postgres: int) -> None:
        self.url, self.postgres = url, postgres
        self._port, self._server = port, server
        tables = [servers.play(port) for _ in range(TABLES)]
        self._loads = {"moves": Load(folder, [_moves(table) for table in tables])}
        self._loads |= {
            path: Load(folder, [_read(table, path) for table in tables]) for path in READS
        }

    def load(self, what: str, clients: int, seconds: float) -> Figures:
        """Return the figures of moves, or of reads of a path."""
        processes = self._server, self.postgres
        before = [servers.tree_seconds(process) for process in processes]
        answered, figures = self._loads[what].run(self._port, clients, seconds)
        spent = [servers.tree_seconds(process) for process in processes]
        cpu = [(after - start) / answered * 1e6 for start, after in zip(before, spent, strict=True)]
        return figures._replace(server=cpu[0], database=cpu[1])


def _moves(table: servers.Table) -> list[tuple[str, ...]]:
    """Return the moves of a round. The next round is legal even if wrk stops before the last answers arrive."""
    path = f"/v1/sessions/{table.session}/moves"
    return [
        ("POST", path, table.tokens[seat], msgspec.json.encode(move).decode())
        for seat, move in islice(evening.rounds(), evening.ROUND)
        if move["move"] in {"frame", "add_to_camera"}
    ]


def _read(table: servers.Table, path: str) -> list[tuple[str, ...]]:
    token = table.tokens[evening.PLAYER]
    return [("GET", f"/v1/sessions/{table.session}{path}", token, "")]


@contextmanager
def _side(folder: Path, program: Path) -> Iterator[Side]:
    """Run the server of an installed checkout, with its own PostgreSQL."""
    home = folder / uuid.uuid4().hex
    with embedded.running(home) as url:
        subprocess.run([program, "migrate"], env={**os.environ, "DATABASE_URL": url}, check=True)
        with servers.verger(url, program) as (port, server):
            postgres = int((home / "data" / "postmaster.pid").read_text("utf-8").split()[0])
            yield Side(folder, url, port, server, postgres)


@contextmanager
def _other(folder: Path, ref: str) -> Iterator[Path]:
    """Install another commit in its own checkout, and return the path of its program."""
    root = Path(__file__).parents[1]
    git, make = ["git", "-C", str(root), "worktree"], ["make", "-C", str(folder), "setup"]
    subprocess.run([*git, "add", "--quiet", "--detach", folder, ref], check=True)
    try:
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
        yield folder / ".venv" / "bin" / "verger"
    finally:
        subprocess.run([*git, "remove", "--force", folder], check=True)


@contextmanager
def _ceilings(folder: Path, side: Side) -> Iterator[dict[str, Callable[[int, float], Figures]]]:
    """Yield functions that measure limits for any server: answers without work, and inserts without HTTP."""
    servers.make_bench_rows(side.url)
    body = json.dumps({"move": "declare", "overview": "The rain goes on."})
    constant = Load(folder, [[("POST", "/moves", "", body)]])
    with servers.bare() as (port, process):

        def answer(clients: int, seconds: float) -> Figures:
            before = servers.tree_seconds(process)
            answered, figures = constant.run(port, clients, seconds)
            return figures._replace(
                server=(servers.tree_seconds(process) - before) / answered * 1e6
            )

        def row(clients: int, seconds: float) -> Figures:
            before = servers.tree_seconds(side.postgres)
            rate = servers.pgbench(side.url, clients, int(seconds))
            spent = servers.tree_seconds(side.postgres) - before
            return Figures(rate, database=spent / (rate * int(seconds)) * 1e6)

        yield {"the constant handler": answer, "pgbench, one row": row}
