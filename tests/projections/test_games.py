"""What games show besides is what their rulesets say can be read of them."""

import pytest

from verger.domain.games.rulesets import RULESETS
from verger.projections.games import GAMES, shown_by

OF_ITS_VIEW = {"sheets"}
"""What a ruleset shows itself, as a part of its state."""


@pytest.mark.parametrize("game", RULESETS)
def test_what_a_ruleset_says_is_read_of_it_is_shown(game: str) -> None:
    shown = shown_by(game)
    names = {name.partition(".")[0] for name in (*shown.reads, *shown.pictures)}
    assert names == RULESETS[game].reads - OF_ITS_VIEW


def test_only_rulesets_show_anything() -> None:
    assert set(GAMES) <= set(RULESETS)
