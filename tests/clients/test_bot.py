"""The bots of both clients play every game with nothing refused, each seat a bot of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from domain.games.rulesets import RULESETS
from tests.api.docs.test_quick_start import node
from tests.clients.generator import BOT, ROOT
from tests.support.patience import until
from tests.support.server import Server
from verger_client import Session, Verger

MOVES = 60
LINES = 20
CLIENTS = ROOT / "clients"
NODE = node()

Bot = subprocess.Popen[str]


@pytest.fixture
def verger(server: Server) -> Iterator[Verger]:
    with Verger(server.url) as verger:
        yield verger


def bots(server: Server, codes: Sequence[str], running: ExitStack) -> list[Bot]:
    """A process for each seat, as whoever reads the page starts it; the last in Node, where that is."""
    own = os.environ | {"PYTHONPATH": str(CLIENTS / "python")}
    in_python = [sys.executable, str(BOT)]
    in_node = [NODE, str(CLIENTS / "typescript" / "bot.js")] if NODE else in_python
    found = []
    for code, bot_of in zip(codes, [in_python, in_python, in_node], strict=True):
        command = [*bot_of, server.url, str(code)]
        bot = running.enter_context(
            subprocess.Popen(command, env=own, stderr=subprocess.PIPE, text=True)
        )
        running.callback(bot.kill)
        found.append(bot)
    return found


def has_played(table: Session, playing: list[Bot]) -> bool:
    """Whether they have made so many moves, or come to the end; none may stop before."""
    now = table.now()
    fallen = [bot.communicate()[1] for bot in playing if bot.poll() not in (None, 0)]
    assert fallen == []
    return now.is_over or now.version > MOVES + len(playing) + 1


@pytest.mark.parametrize("game", list(RULESETS))
def test_it_plays_every_seat_of_a_game(server: Server, verger: Verger, game: str) -> None:
    table = verger.start("An evening", "Ann", "Bo", "Cy", ruleset=game)
    own = table.device_code().code
    assert own
    with ExitStack() as running:
        playing = bots(server, [own, *table.invitations.values()], running)
        until(lambda: has_played(table, playing))


def test_it_is_short_enough_to_be_read() -> None:
    assert len(BOT.read_text().splitlines()) < LINES
