"""The feed of all sessions, read at several processes while all of them take moves."""

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice

import httpx

from tests.support.app import app_key, sits_down
from tests.support.client import Client, Json, Player, in_time
from tests.support.load import Load
from tests.support.server import serving

Told = tuple[str, int]
"""A session, and the version of its event."""

TABLES = 5
MOVES = 100
"""The number of moves at each table, in turns at both processes."""
READERS = 2


def test_every_reader_at_every_process_receives_each_event_once_in_one_order(
    database_url: str, redis_url: str
) -> None:
    with (
        serving(database_url, redis_url) as one,
        serving(database_url, redis_url) as two,
        ThreadPoolExecutor(2 * READERS) as pool,
    ):
        club = Client(one.http, app_key(database_url))
        tables = [sits_down(club) for _ in range(TABLES)]
        begun = len(everything(club))
        wanted = begun + TABLES * MOVES
        clubs = [Client(server.http, club.token) for server in (one, two)] * READERS
        readers = [pool.submit(followed, client, wanted) for client in clubs]
        _play(tables, [one.http, two.http])
        told = everything(club)
        assert all(reader.result() == told for reader in readers)
        assert len(told) == wanted
        for player, _ in tables:
            versions = [version for session, version in told if session == player.session]
            assert versions == [*range(1, player.head + 1)]


def _play(tables: Sequence[Sequence[Player]], servers: Sequence[httpx.Client]) -> None:
    with ExitStack() as stack:
        loads = [stack.enter_context(Load(table, servers).limited_to(MOVES)) for table in tables]
        for load in loads:
            load.finish()


def everything(club: Client) -> list[Told]:
    """The feed, page by page."""
    found: list[Told] = []
    page = club.read("/v1/feed")
    while page["items"]:
        found += map(_told, page["items"])
        page = club.read("/v1/feed", after=page["after"])
    return found


def followed(club: Client, wanted: int) -> list[Told]:
    """The first items of the feed, live."""
    headers = club.authorization | {"Accept": "application/x-ndjson"}
    with club.http.stream("GET", "/v1/feed?follow=true", headers=headers) as answer:
        lines = filter(None, in_time(answer.iter_lines()))
        return [_told(json.loads(line)) for line in islice(lines, wanted)]


def _told(item: Json) -> Told:
    return item["session"], item["version"]
