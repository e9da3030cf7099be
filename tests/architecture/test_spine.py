"""Every game has the same parts in the same places, so that any path can be guessed."""

import pytest

from domain.games.rulesets import RULESETS
from tests.architecture.source import GAMES

SPINE = (
    *("ruleset", "rules", "rulebook", "moves", "effects", "state", "decide", "agenda", "model"),
    *("options/offer", "views", "landmark", "realign", "correction", "odds", "reason", "reasons"),
)
"""Modules, or folders where one would be too long."""


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_has_every_part_where_the_others_have_it(game: str) -> None:
    folder = GAMES / game
    assert [
        part
        for part in SPINE
        if not ((folder / f"{part}.py").exists() or (folder / part / "__init__.py").exists())
    ] == []
