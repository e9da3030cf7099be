"""A bot that knows only its options, and no game, plays each game to an end that the rules have."""

import pytest

from tests.support.bot import Bot
from tests.support.client import played
from tests.support.ends import ANY_END, ENDS
from tests.support.server import Server
from verger.domain.games.rulesets import RULESETS

MOVES_AT_MOST = 2_000
SEED = 2
"""With this seed, every game ends after some hundred moves."""


@pytest.mark.parametrize("game", list(RULESETS))
def test_options_are_enough_to_reach_the_end_of_a_game(server: Server, game: str) -> None:
    table = played(server.http, "Ann", "Bo", "Cy", ruleset=game)
    ends = ENDS.get(game, ANY_END)
    assert Bot(table, game, seed=SEED).play(ends, MOVES_AT_MOST) == len(ends)
