"""The additional readings of games are the ones that their rulesets list."""

import pytest

from verger.domain.games.rulesets import RULESETS
from verger.projections.games import GAMES, shown_by

OF_ITS_VIEW = {"sheets"}
"""The readings of a ruleset itself, as a part of its state."""


@pytest.mark.parametrize("game", RULESETS)
def test_the_readings_of_a_ruleset_are_shown(game: str) -> None:
    shown = shown_by(game)
    names = {name.partition(".")[0] for name in (*shown.reads, *shown.pictures)}
    assert names == RULESETS[game].reads - OF_ITS_VIEW


def test_only_rulesets_have_additional_reads() -> None:
    assert set(GAMES) <= set(RULESETS)
