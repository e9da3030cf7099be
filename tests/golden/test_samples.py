"""The samples that are published are what was played: they fit their schemas, and come out again."""

import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from tests.captures import samples
from verger.domain.core.decider import Accepted, Event, Ruleset, State, fold
from verger.domain.core.past import GrowingPast
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging.rejudge import mover, rejudge
from verger.service.schema import json_schema
from verger.service.schema import samples as kept

GAMES = list(RULESETS.values())

TIMED = {"verge"}
"""The games in which something happens because time has passed."""
CORRECTED = {"verge", "edgerunner", "venus", "afterverse"}
"""The games of which an evening makes corrections again."""

each_form = pytest.mark.parametrize("form", samples.FORMS)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))


@each_game
@each_form
def test_there_is_a_sample_of_every_tag(game: Ruleset[Any], form: str) -> None:
    wanted = set(samples.tags(samples.union(game, form)))
    rare = {"time_passes": TIMED, "correct_again": CORRECTED}
    never = {tag for tag, games in rare.items() if form == "events" and game.name not in games}
    assert set(kept.samples(game.name, form)) == wanted - never


@each_game
def test_they_are_what_was_played(game: Ruleset[Any]) -> None:
    written = kept.path_of(game.name).read_text()
    assert written == samples.shown(game), "python -m tests.captures.samples"


@each_game
@each_form
def test_each_fits_its_schema(game: Ruleset[Any], form: str) -> None:
    kind = {"moves": game.move_type, "effects": game.effect_type, "events": game.event_type}[form]
    validator = jsonschema_rs.Draft202012Validator(json_schema.alone(kind))
    for tag, one in kept.samples(game.name, form).items():
        assert validator.is_valid(one), tag
        assert not validator.is_valid({**one, "surely_nothing": 1} if form == "moves" else {})
        assert msgspec.convert(one, kind)


def states(
    ruleset: Ruleset[Any], log: samples.Log
) -> Iterator[tuple[Event[Any, Any], State[Any], GrowingPast, int]]:
    """Every event of a log with the state before it."""
    state, past = ruleset.empty, GrowingPast()
    for version, event in enumerate(log, 1):
        yield event, state, past, version
        state = fold(ruleset, state, event.effects, past)
        past.add(version, state.play, mover(event))


def text_of(event: object) -> str:
    return json.dumps(json.loads(msgspec.json.encode(event)), sort_keys=True)


def test_every_event_is_judged_as_it_was_and_folds() -> None:
    wanted = {text_of(one) for game in RULESETS for one in kept.samples(game, "events").values()}
    places = (place for game in GAMES for log in samples.logs(game) for place in states(game, log))
    for event, state, past, version in places:
        if (text := text_of(event)) in wanted:
            wanted.discard(text)
            game = RULESETS[state.table.ruleset] if version > 1 else RULESETS[event.move.ruleset]
            judged = rejudge(game, state, event, version, past)
            assert isinstance(judged, Accepted)
            assert (judged.ruling, judged.effects) == (event.ruling, event.effects)
            assert fold(game, state, event.effects, past) == judged.after
    assert wanted == set()
