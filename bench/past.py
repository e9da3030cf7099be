"""The speed of reads of a deep log: after a restart, at an old version, and between two versions."""

import http.client
import time

from bench import servers

OFTEN = 20
"""The number of reads of each kind, each of a different version. The table shows their median."""


def report(url: str, table: servers.Table, depth: int) -> None:
    """Print the times, on a server that has just started."""
    middle = depth // 2
    with servers.verger(url) as (port, _):
        print(f"\nReading a log of {depth:,} events\n")
        _print("the head, first after a restart", [_read(port, table, "/state")])
        _print("the head again", [_read(port, table, "/state") for _ in range(OFTEN)])
        versions = range(middle, middle + OFTEN * 137, 137)
        at = [_read(port, table, f"/state?at={version}") for version in versions]
        _print("at a version in the middle", at)
        spans = ((version, version + 1_000) for version in versions)
        diffs = [_read(port, table, f"/diff?from={one}&to={two}&limit=500") for one, two in spans]
        _print("the diff across 1,000 events", diffs)
        _print("as of a time", [_read(port, table, f"/state?as_of={_time(port, table, middle)}")])


def _print(what: str, seconds: list[float]) -> None:
    median = sorted(seconds)[len(seconds) // 2]
    print(f"{what:34}{median * 1_000:8.1f} ms")


def _read(port: int, table: servers.Table, path: str) -> float:
    began = time.perf_counter()
    _ask(port, table, path)
    return time.perf_counter() - began


def _ask(port: int, table: servers.Table, path: str) -> bytes:
    asking = http.client.HTTPConnection("127.0.0.1", port)
    token = next(iter(table.tokens.values()))
    headers = {"Authorization": f"Bearer {token}"}
    asking.request("GET", f"/v1/sessions/{table.session}{path}", headers=headers)
    answer = asking.getresponse()
    found = answer.read()
    assert answer.status == http.client.OK, found
    asking.close()
    return found


def _time(port: int, table: servers.Table, version: int) -> str:
    event = _ask(port, table, f"/events/{version}").decode()
    return event.split('"at":"')[1].split('"')[0]
