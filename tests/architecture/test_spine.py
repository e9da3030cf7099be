"""Every game has the same parts in the same places, so that any path can be guessed."""

from collections.abc import Iterator

import pytest

from tests.architecture.source import GAMES
from verger.domain.games.rulesets import RULESETS

SPINE = (
    *("ruleset", "rules", "moves", "effects", "state", "decide", "agenda"),
    *("options/offer", "views", "landmark"),
)
"""Modules, or folders where one would be too long."""


def parts(game: str) -> Iterator[str]:
    """Give the parts that a game has to have."""
    ruleset = RULESETS[game]
    yield from SPINE
    if ruleset.reasons:
        yield from ("reason", "reasons")
    if ruleset.tokens:
        yield "correction"
    if ruleset.odds:
        yield "odds"


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_has_every_part_where_the_others_have_it(game: str) -> None:
    there = {str(path.relative_to(GAMES / game)) for path in (GAMES / game).rglob("*.py")}
    assert [part for part in parts(game) if not there & {f"{part}.py", f"{part}/__init__.py"}] == []
