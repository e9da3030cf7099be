"""A story prepares a table, and has a move that the rules refuse there. The table is part of a recorded evening, or new."""

import asyncio
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import asyncpg
import httpx
import msgspec

from tests.golden.second_thought import makes_again
from tests.support.client import Player
from tests.support.game import Game, seated
from tests.support.log import evening, rows
from verger.domain.core.decider import fold
from verger.domain.core.identifier import SeatId
from verger.domain.core.past import GrowingPast
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.deed import deed
from verger.service.identity import identity
from verger.service.log.insert import insert

FILE = Path(__file__).with_name("refusals.jsonl")

_TABLES = UUID("5e550000-0000-4000-8000-000000000000")

Json = dict[str, Any]


class Step(msgspec.Struct, frozen=True):
    """An accepted move, with its dice, that prepares a table."""

    seat: str
    move: Json
    dice: tuple[int, ...] = ()
    times: int = 1
    """How often the move is made. `{n}` in the move is the number of the repetition."""


class Table(msgspec.Struct, frozen=True):
    """A recorded evening up to a version, or a new table, and the moves after that."""

    evening: str = ""
    version: int = 0
    ruleset: str = ""
    seats: tuple[str, ...] = ()
    """The players of a new table. The first is the GM."""
    then: tuple[Step, ...] = ()

    @property
    def session(self) -> UUID:
        """The id of the session. It is the same in every run."""
        return uuid5(_TABLES, msgspec.json.encode(self).decode())

    def game(self) -> Game:
        """Return the session, played up to the last step."""
        game = _begun(self) if self.seats else _up_to(self.evening, self.version)
        for step in self.then:
            for number in range(step.times):
                move = json.dumps(step.move).replace("{n}", str(number + 1))
                makes_again(game, game.dice(*step.dice).send(step.seat, json.loads(move)))
        return game


class Story(msgspec.Struct, frozen=True):
    """A move that is refused with a code, and the table that it is made at."""

    code: str
    seat: str
    move: Json
    table: Table


@cache
def stories() -> tuple[Story, ...]:
    """Return a story for every code that refuses a move of play."""
    return tuple(msgspec.json.decode(line, type=Story) for line in FILE.read_bytes().splitlines())


def _begun(table: Table) -> Game:
    game = Game(RULESETS[table.ruleset])
    return seated(game, f"A game of {game.ruleset.title}", *table.seats)


def _up_to(name: str, version: int) -> Game:
    events = evening(name)[:version]
    game = Game(RULESETS[events[0].move.ruleset])
    past = GrowingPast()
    for number, event in enumerate(events, 1):
        game.state = fold(game.ruleset, game.state, event.effects, past)
        game.past[number] = game.state.play
        past.add(number, game.state.play, deed(game.ruleset, event))
    game.log, game.at = list(events), events[-1].at
    return game


class Place(NamedTuple):
    """A seat of a session."""

    session: UUID
    seat: str


def sat(url: str, http: httpx.Client, places: Iterable[tuple[Table, str]]) -> dict[Place, Player]:
    """Store tables in a database, and return a player with a token for each of these seats."""
    tables: dict[UUID, Table] = {}
    players: dict[Place, Player] = {}
    for table, seat in places:
        session = table.session
        tables[session] = table
        players[Place(session, seat)] = Player(http, f"{session}.{seat}", str(session), seat)
    asyncio.run(_put(url, tables, players))
    return players


async def _put(url: str, tables: dict[UUID, Table], players: dict[Place, Player]) -> None:
    connection = await asyncpg.connect(url)
    try:
        for session, table in tables.items():
            await insert(connection, rows(table.game().log, session))
        for (session, seat), player in players.items():
            assert player.token
            id = uuid5(_TABLES, player.token)
            await identity.issue(connection, id, player.token, seat)
            await identity.seat_token(connection, id, session, SeatId(seat))
    finally:
        await connection.close()
