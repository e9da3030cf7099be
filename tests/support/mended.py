"""Logs of a game whose rules were mended: by them, as first written, and by a later program."""

from collections.abc import Sequence

import msgspec

from domain.games.venus import RULESET
from service.archive.format import event_line
from service.log.row import Row
from tests.support.client import Table
from tests.support.log import archived, rechained, rows
from tests.support.postgres import execute
from tests.support.venus import FC, Game, spending

LATER = 9
"""An amendment that no program has yet."""
TURNED = {"consequence": "special4", "text": "Everybody hears it."}


def adopts(game: Game, number: int) -> Game:
    """Let everybody agree on the amendments that the rules hold with."""
    game.agreed(FC, "choose_house_rule", house_rule="amendments", value=number)
    return game


def as_first_written() -> Game:
    """A task at whose end the FC could turn four consequences, and let it be."""
    game = spending(6, 6, 6)
    game.move("Ann", "finish_spending")
    game.move(FC, "let_be")
    return game


def mended() -> Game:
    """A task at whose end the FC turns a special consequence, by amendment 1."""
    game = adopts(spending(6, 6, 6), 1)
    game.move("Ann", "finish_spending")
    game.move(FC, "subvert", **TURNED)
    return game


def begun_mended() -> Game:
    """The same of a table that began with amendment 1."""
    game = Game(RULESET)
    for event in spending(6, 6, 6).log:
        move = msgspec.to_builtins(event.move)
        if move["move"] == "start_session":
            move["house_rules"]["amendments"] = 1
        game.dice(*(value for roll in event.dice for value in roll.values))
        game.send(event.seat or "", move)
    game.move("Ann", "finish_spending")
    game.move(FC, "subvert", **TURNED)
    return game


def begun_later() -> list[Row]:
    """A log that a later program has begun: everything in it fits together but the amendment."""
    first, *others = rows(as_first_written().log)
    chosen = first.data.replace('"starting_lots":5', f'"starting_lots":5,"amendments":{LATER}')
    assert chosen.count(str(LATER)) >= 2
    return list(rechained([first._replace(data=chosen), *others]))


def adopted_otherwise(number: int) -> tuple[list[Row], int]:
    """The log of `mended`, but that another amendment was asked for, in this version, and adopted."""
    named = '"house_rule":"amendments","value":'
    made = [
        row._replace(data=row.data.replace(f"{named}1", f"{named}{number}"))
        for row in rows(mended().log)
    ]
    asked = next(row.version for row in made if f"{named}{number}" in row.data)
    return list(rechained(made)), asked


def with_lines(log: Sequence[Row], like: Game) -> list[bytes]:
    """The archive of a log that this program cannot fold: its lines but those of states."""
    header, *_ = archived(rows(like.log))
    return [header, *(event_line(row, b"") for row in log)]


def asked_later(table: Table, url: str) -> None:
    """Let the table be asked about an amendment by a later program, which has recorded that."""
    subject = {"subject": "choose_house_rule", "house_rule": "amendments", "value": 0}
    asked = table["Ann"].moves("propose", subject=subject)["version"]
    execute(
        url,
        "SET session_replication_role = replica; WITH told AS (SELECT session, version,"  # noqa: S608
        f""" replace(data, '"amendments","value":0', '"amendments","value":{LATER}') AS data"""
        " FROM events"
        f" WHERE session = '{table.session}' AND version = {asked})"
        " UPDATE events e SET data = told.data, hash = sha256((SELECT hash FROM events p"
        " WHERE p.session = e.session AND p.version = e.version - 1)"
        " || uuid_send(e.session) || int8send(e.version)"
        " || sha256(e.salt || convert_to(told.data, 'UTF8'))) FROM told"
        " WHERE (e.session, e.version) = (told.session, told.version)",
    )
