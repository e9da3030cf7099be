"""A bot that knows no rules: it plays over HTTP and reads only the awaited moves and the options."""

from collections.abc import Callable, Sequence
from random import Random

import msgspec

from tests.laws.answers import answering, calm, evenly
from tests.support.client import Client, Json, Player, Table, of
from tests.support.options import draw
from verger.domain.core.option import Awaited, Option

ASIDE = 0.2
"""The share of moves that no wait asks for."""
PROPOSING = 0.15
"""The share of unasked moves that are proposals, which the whole table has to answer."""

Sight = Callable[[Json], bool]
"""A milestone: whether the `play` of a `GET …/state` has reached it."""


class Bot:
    """Plays all the seats of a table, each with its own token."""

    def __init__(self, table: Table, ruleset: str, seed: int) -> None:
        self.players = list(table)
        self.random = Random(seed)  # noqa: S311  # play that can be repeated, not secrets
        served = Client(table.http).read(f"/v1/rulesets/{ruleset}")
        self.rules = [rule["id"] for rule in served["rules"]]
        self.made: list[Json] = []
        """The moves that were made."""

    def play(self, sights: Sequence[Sight], moves: int) -> int:
        """Play until all milestones are reached in this order, or until this number of moves is made.

        Return how many were reached.
        """
        seen = 0
        while seen < len(sights) and len(self.made) < moves:
            self.go_on()
            while seen < len(sights) and sights[seen](self.players[0].see("/state")["play"]):
                seen += 1
        return seen

    def go_on(self) -> None:
        """Make a move that the options list. The server must accept it."""
        player, options = self._something()
        move = draw(evenly(options, self.random), self.random, self.rules)
        of(player.post(f"{player.home}/moves", move), 201)
        self.made.append(move)

    def _something(self) -> tuple[Player, list[Option]]:
        """Return a seat that can move: mostly a seat that play waits for."""
        first, second = self._awaited, self._aside
        if self.random.random() < ASIDE:
            first, second = second, first
        found = first() or second()
        assert found, "nobody can do what play waits for, nor anything else"
        return found

    def _awaited(self) -> tuple[Player, list[Option]] | None:
        waits = msgspec.convert(self.players[0].see("/awaited")["awaited"], list[Awaited])
        self.random.shuffle(waits)
        for wait in waits:
            player = self._of_seat(self.random.choice(wait.seats))
            if found := answering(options_of(player), wait, agreeing=True):
                return player, found
        return None

    def _aside(self) -> tuple[Player, list[Option]] | None:
        rare = () if self.random.random() < PROPOSING else ("propose",)
        for player in self.random.sample(self.players, len(self.players)):
            if found := calm(options_of(player), rare):
                return player, found
        return None

    def _of_seat(self, seat: str) -> Player:
        return next(player for player in self.players if player.seat == seat)


def options_of(player: Player) -> list[Option]:
    """The options of a player."""
    return msgspec.convert(player.see("/options")["options"], list[Option])
