"""The effect on honest players of one client that uses up its limits.

Each attack comes from one address with one token, against a server that has just started, with the
default limits. The players come from other addresses.
"""

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from uuid import UUID

import uvloop

from bench import deep, evening, servers
from bench.attacker import ATTACKS
from bench.client import Measured, Request, load

CLIENTS = 64
EVENTS = 20_000
"""The number of events in the log of the attacked session."""
ALONE_SECONDS = 3.0
ATTACKED_SECONDS = 5.0
BEFORE_SECONDS = 1.5
"""The seconds of an attack before the measurement of the players begins."""
LIMITS = ("RATE_TOKEN", "RATE_ADDRESS", "STREAMS_TOKEN", "CONNECTIONS_ADDRESS")
DEFAULT = {f"VERGER_{name}": "" for name in LIMITS}


def report(url: str, only: Sequence[str] = ()) -> None:
    """Print a table with a row for each attack."""
    with servers.verger(url) as (port, _):
        tables = [servers.play(port) for _ in range(CLIENTS)]
        target = servers.play(port)
        uvloop.run(deep.deepen(url, UUID(target.session), EVENTS))
    players = [servers.repeating(table) for table in tables]
    print(f"{CLIENTS} clients play while another attacks\n")
    print(
        "attack             moves/s    p99 | moves/s     p99 | server's | attacker's | peak MB | answers"
    )
    for kind in only or ATTACKS:
        _print(url, kind, players, target)


def _print(url: str, kind: str, players: Sequence[Request], target: servers.Table) -> None:
    with servers.verger(url, **DEFAULT) as (port, process):
        _play(port, process, players, 1.5)
        alone, a_move = _play(port, process, players, ALONE_SECONDS)
        began = time.monotonic()
        with _attacker(kind, port, target) as attacker:
            time.sleep(BEFORE_SECONDS)
            attacked, another = _play(port, process, players, ATTACKED_SECONDS)
            told = json.loads(attacker.communicate()[0])
        own = told["cpu"] / (time.monotonic() - began)
        peak = servers.peak_bytes(process) / 1e6
        after, _ = _play(port, process, players, ALONE_SECONDS)
    # The machine may have become slower or quicker during the attack.
    usual = (alone.per_second + after.per_second) / 2
    outcomes = ", ".join(f"{count:.0f} {what}" for what, count in sorted(told["outcomes"].items()))
    print(
        f"{kind:17} {attacked.per_second / usual:8.2f} {attacked.p99 / alone.p99:6.2f} |"
        f" {usual:7.0f} {alone.p99:7.1f} | {1 - a_move / another:6.0%} | {own:10.0%}"
        f" | {peak:7.0f} | {outcomes}",
        flush=True,
    )


def _play(
    port: int, process: int, players: Sequence[Request], seconds: float
) -> tuple[Measured, float]:
    """Run the players, each from its own address, so that no player reaches a limit.

    Also return the server's CPU time for each move.
    """
    addresses = [f"127.0.1.{number}" for number in range(1, len(players) + 1)]
    before = servers.processor_seconds(process)
    found = uvloop.run(load(port, players, seconds, warm_up=0, addresses=addresses))
    return found, (servers.processor_seconds(process) - before) / found.moves


def _attacker(kind: str, port: int, target: servers.Table) -> "subprocess.Popen[str]":
    """Start the attacker with low priority, so that its own work does not slow down the server."""
    seconds = BEFORE_SECONDS + ATTACKED_SECONDS + 0.5
    arguments = (kind, port, seconds, target.session, target.tokens[evening.PLAYER], EVENTS)
    command = ["nice", "-n", "10", sys.executable, "-m", "bench.attacker", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
