"""The bots of both clients play every game, one bot for each seat. No move of theirs is refused."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.api.docs.test_quick_start import blocks, node
from tests.clients.generator import BOT, ROOT
from tests.support.app import app_key
from tests.support.figures import figures
from tests.support.patience import until
from tests.support.postgres import fresh_database
from tests.support.root import DOCS
from tests.support.server import Server, serving
from verger.domain.games.rulesets import RULESETS
from verger_client import Session, Verger

MOVES = 60
LINES = 20
TABLES = 2 * tuple(RULESETS)
"""The games to play at the same time, each at its own table."""
CLIENTS = ROOT / "clients"
NODE = node()

Bot = subprocess.Popen[str]


@pytest.fixture
def verger(server: Server) -> Iterator[Verger]:
    with Verger(server.url) as verger:
        yield verger


def bots(server: Server, codes: Sequence[str], running: ExitStack) -> list[Bot]:
    """Start a bot for each seat, as the page about bots says.

    The last bot runs in Node, if Node is installed.
    """
    in_python = [sys.executable, str(BOT)]
    in_node = [NODE, str(CLIENTS / "typescript" / "bot.js")] if NODE else in_python
    commands = zip(codes, [in_python, in_python, in_node], strict=True)
    return [started([*bot, server.url, str(code)], running) for code, bot in commands]


def started(command: Sequence[str], running: ExitStack) -> Bot:
    """Start a bot that can import the Python client."""
    own = os.environ | {"PYTHONPATH": str(CLIENTS / "python")}
    bot = subprocess.Popen(command, env=own, stderr=subprocess.PIPE, text=True)
    running.enter_context(bot)
    running.callback(bot.kill)
    return bot


def has_played(table: Session, playing: list[Bot], moves: int = MOVES) -> bool:
    """Return whether a table has this many moves, or its game is over. No bot may have failed."""
    now = table.now()
    fallen = [bot.communicate()[1] for bot in playing if bot.poll() not in (None, 0)]
    assert fallen == []
    return now.is_over or now.version > moves + len(now.view.seats)


@pytest.mark.parametrize("game", list(RULESETS))
def test_the_bot_plays_every_seat_of_a_game(server: Server, verger: Verger, game: str) -> None:
    table = verger.start("An evening", "Ann", "Bo", "Cy", ruleset=game)
    own = table.offer_device_code().code
    assert own
    with ExitStack() as running:
        playing = bots(server, [own, *table.invitations.values()], running)
        until(lambda: has_played(table, playing))


def test_the_bot_is_short_enough_to_be_read() -> None:
    assert len(BOT.read_text().splitlines()) < LINES


def test_one_bot_plays_at_many_tables_by_one_connection(postgres_url: str, tmp_path: Path) -> None:
    _, program, _ = blocks((DOCS / "bot.md").read_text(), "python")
    (tmp_path / "club.py").write_text(program)
    with fresh_database(postgres_url, durable=False) as url, serving(url) as server:
        key = app_key(url)
        with Verger(server.url, key) as club, ExitStack() as running:
            tables = [club.start("A table", "Ann", "Bo", ruleset=game) for game in TABLES]
            codes = [code for table in tables for code in table.invitations.values()]
            command = [sys.executable, str(tmp_path / "club.py"), server.url, key]
            bot = started([*command, *map(str, codes)], running)
            until(lambda: all(has_played(table, [bot], 15) for table in tables))
            assert figures(server.http).of("verger_streams") == 1
