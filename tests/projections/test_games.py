"""The additional reads of a game are the ones that its ruleset lists."""

import pytest

from verger.domain.games.rulesets import RULESETS
from verger.projections.games import GAMES, shown_by

OF_ITS_VIEW = {"sheets"}
"""The reads that a ruleset has itself, as parts of its state."""


@pytest.mark.parametrize("game", RULESETS)
def test_the_readings_of_a_ruleset_are_shown(game: str) -> None:
    shown = shown_by(game)
    names = {name.partition(".")[0] for name in (*shown.reads, *shown.pictures)}
    assert names == RULESETS[game].reads - OF_ITS_VIEW


def test_only_rulesets_have_additional_reads() -> None:
    assert set(GAMES) <= set(RULESETS)
