"""The bot of the docs plays every game with nothing refused, each seat a bot of its own."""

import importlib.util
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from domain.games.rulesets import RULESETS
from tests.clients.generator import BOT
from tests.support.client import Table, played
from tests.support.server import Server

MOVES = 60
LINES = 150
SECONDS = 120.0


@pytest.fixture(scope="session")
def bot(generated: Path) -> Any:
    """Give the module as a bot's developer copies it."""
    spec = importlib.util.spec_from_file_location("bot", BOT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Evening:
    """A table of bots that play side by side until so many moves are made."""

    def __init__(self, bot: Any, server: Server, table: Table) -> None:
        self.table = table
        self.bots = [bot.Bot(server.url, one.token, one.session, one.seat) for one in table]
        self.threads = [
            Thread(target=one.play, args=(self.goes_on,), daemon=True) for one in self.bots
        ]

    @property
    def accepted(self) -> int:
        """The moves that all of them made."""
        return sum(one.accepted for one in self.bots)

    def goes_on(self) -> bool:
        """Whether they are to go on."""
        return self.accepted < MOVES

    def play(self) -> None:
        """Play until they all have stopped."""
        until = time.monotonic() + SECONDS
        for thread in self.threads:
            thread.start()
        while any(thread.is_alive() for thread in self.threads):
            assert time.monotonic() < until, "the bots play no more"
            time.sleep(0.05)
            if not self.goes_on():
                # Whoever waits for an event gets one.
                self.table["Ann"].draws_a_line("Enough for tonight.")


@pytest.mark.parametrize("game", list(RULESETS))
def test_it_plays_every_seat_of_a_game(bot: Any, server: Server, game: str) -> None:
    evening = Evening(bot, server, played(server.http, "Ann", "Bo", "Cy", ruleset=game))
    evening.play()
    assert [one.refused for one in evening.bots] == [[], [], []]
    over = evening.table["Ann"].see()["step"] == "over"
    assert over or evening.accepted >= MOVES


def test_it_is_short_enough_to_be_read() -> None:
    assert len(BOT.read_text().splitlines()) < LINES
