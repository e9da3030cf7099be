"""How much other clients slow down honest ones: clients that repeat a key, and clients that race at one table."""

import asyncio
import itertools
import statistics
import uuid
from collections.abc import Sequence

import msgspec
import uvloop

from bench import servers
from bench.client import Measured, Request, load, request

HONEST = 56
OTHERS = 8
SECONDS = 2.5
TURNS = 3


def report(url: str) -> None:
    """Print the speed of honest clients, first without and then with each kind of other clients."""
    with servers.verger(url) as (port, _), servers.verger(url) as (other, _):
        honest = [servers.repeating(servers.play(port)) for _ in range(HONEST)]
        repeated = [_same(servers.play(port)) for _ in range(OTHERS)]
        contested = servers.play(port)
        races = [_another(contested) for _ in range(OTHERS)]
        # For comparison with the race: as many clients at the other process, each at its own table.
        elsewhere = [servers.repeating(servers.play(other)) for _ in races[1::2]]
        beside: dict[str, list[tuple[int, Sequence[Request]]]] = {
            "alone": [],
            "one repeats a key": [(port, repeated[:1])],
            "eight repeat keys": [(port, repeated)],
            "eight race, two processes": [(port, races[::2]), (other, races[1::2])],
            "four play at the other": [(other, elsewhere)],
        }
        found = {name: [_measured(port, honest, others)] for name, others in beside.items()}
        for _ in range(TURNS):
            for name, others in beside.items():
                found[name].append(_measured(port, honest, others))
    print(f"\n{HONEST} honest clients beside others, {TURNS} turns\n")
    print("beside                     moves/s  p99 ms  of alone  p99 of alone")
    alone = _median(found["alone"])
    for name, measured in found.items():
        rate, p99 = _median(measured)
        print(f"{name:25}  {rate:7.0f}  {p99:6.1f}  {rate / alone[0]:8.2f}  {p99 / alone[1]:12.2f}")


def _measured(
    port: int, honest: Sequence[Request], others: Sequence[tuple[int, Sequence[Request]]]
) -> Measured:
    async def together() -> Measured:
        loads = [load(where, clients, SECONDS) for where, clients in others]
        # In a race, the server may refuse a client, or a client may have no answer at the end.
        measured, *_ = await asyncio.gather(
            load(port, honest, SECONDS), *loads, return_exceptions=True
        )
        if isinstance(measured, BaseException):
            raise measured
        return measured

    return uvloop.run(together())


def _median(measured: Sequence[Measured]) -> tuple[float, float]:
    """Return the median rate and 99th percentile of the turns. The first turn is a warm-up."""
    rates, p99s = zip(*[(one.per_second, one.p99) for one in measured[1:]], strict=True)
    return statistics.median(rates), statistics.median(p99s)


def _line(table: servers.Table, key: str) -> bytes:
    token = next(iter(table.tokens.values()))
    body = msgspec.json.encode({"move": "add_limit", "kind": "veil", "text": "Rats."})
    headers = (("authorization", f"Bearer {token}"), ("idempotency-key", key))
    return request(f"/v1/sessions/{table.session}/moves", body, headers)


def _same(table: servers.Table) -> Request:
    """Yield the same request without end."""
    sent = _line(table, uuid.uuid4().hex)
    return lambda: sent


def _another(table: servers.Table) -> Request:
    """Yield requests at one table, each with its own key."""
    numbers, run = itertools.count(), uuid.uuid4().hex
    return lambda: _line(table, f"{run}-{next(numbers)}")
