"""The samples in the API document are up to date with recorded play, and fit their schemas."""

from typing import Any

import jsonschema_rs
import msgspec
import pytest

from tests.captures import samples
from verger.domain.core.decider import Ruleset
from verger.domain.games.rulesets import RULESETS
from verger.service.schema import json_schema
from verger.service.schema import samples as kept

GAMES = list(RULESETS.values())

SHOWN = {"verge", "edgerunner", "venus", "afterverse"}
"""The games with an evening that contains moves made by the server."""

each_form = pytest.mark.parametrize("form", samples.FORMS)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


@each_game
@each_form
def test_there_is_a_sample_of_every_tag(game: Ruleset[Any], form: str) -> None:
    wanted = set(samples.tags(samples.union(game, form)))
    rare = set() if game.name in SHOWN else {"time_passes", "correct_again"}
    assert set(kept.samples(game.name, form)) - rare == wanted - rare


@each_game
def test_samples_equal_recorded_play(game: Ruleset[Any]) -> None:
    written = kept.path_of(game.name).read_text()
    assert written == samples.shown(game), "python -m tests.captures.samples"


@each_game
@each_form
def test_each_sample_fits_its_schema(game: Ruleset[Any], form: str) -> None:
    kind = {"moves": game.move_type, "effects": game.effect_type, "events": game.event_type}[form]
    validator = jsonschema_rs.Draft202012Validator(json_schema.alone(kind))
    for tag, one in kept.samples(game.name, form).items():
        assert validator.is_valid(one), tag
        assert not validator.is_valid({**one, "surely_nothing": 1} if form == "moves" else {})
        assert msgspec.convert(one, kind)
