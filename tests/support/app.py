"""Make apps and their keys in the database, as an operator does while servers run."""

from asyncio import run
from collections.abc import Sequence
from itertools import count

import asyncpg

from tests.support.client import Client, Player, of, seated
from verger.service.identity import app
from verger.service.identity.grant import SCOPES, Scope

_NUMBERS = count(1)
TABLE = {
    "title": "Low Tide",
    "seats": [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}],
}


def app_key(
    url: str, name: str = "", *, sessions: int = 1_000, scopes: Sequence[Scope] = SCOPES
) -> str:
    """Make an app and return its key."""
    return run(_made(url, name or f"Club {next(_NUMBERS)}", sessions, scopes))


async def _made(url: str, name: str, sessions: int, scopes: Sequence[Scope]) -> str:
    connection = await asyncpg.connect(url)
    try:
        id = await app.make(connection, name, sessions)
        assert id is not None, f"there is an app called {name}"
        return await app.give_key(connection, id, name, scopes)
    finally:
        await connection.close()


def another_key(url: str, name: str) -> str:
    """Create another key for an app, and return it."""
    return run(_another(url, name))


async def _another(url: str, name: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction():
            id = await app.named(connection, name)
            assert id is not None, f"there is no app called {name}"
            return await app.give_key(connection, id, name)
    finally:
        await connection.close()


def sits_down(club: Client, title: str = "Low Tide") -> tuple[Player, Player]:
    """Start a session with the key of an app, and return the players of both seats."""
    begun = of(club.post("/v1/sessions", TABLE | {"title": title}), 201)
    ann, bo = (seated(club.http, seat["claim_code"]) for seat in begun["seats"])
    return ann, bo
