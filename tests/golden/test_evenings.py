"""The moves of each recorded evening, judged again, give the same events and the same state."""

import json
from collections import Counter
from functools import cache
from itertools import takewhile
from typing import Any, get_args, get_origin
from uuid import UUID

import msgspec
import pytest

from tests.golden.record import NAMES, digest, game_of, path_of, recorded
from tests.support.dice import seed_of
from tests.support.stored_slowly import StoredSlowly, stored_slowly
from verger.domain.core.decider import Event, Ruleset, State
from verger.domain.core.dice import commitment
from verger.domain.core.divergence import Divergence
from verger.domain.core.identifier import SessionId
from verger.domain.core.past import GrowingPast
from verger.domain.core.ruling import Allowed
from verger.domain.core.table import DiceEpochStarted, DiceRevealed
from verger.domain.games.rulesets import RULESETS
from verger.domain.history.fork import ForkSession
from verger.domain.judging import rejudge, tabletop
from verger.domain.judging.deed import deed
from verger.domain.secrets.fairness import Fairness
from verger.domain.table import sheet
from verger.domain.table.safety import Signal
from verger.service.log.chain import BEFORE_FIRST
from verger.service.log.entry import row_of
from verger.service.log.row import is_next

IN_NO_EVENING = {
    "afterverse": {"sheet.fit": "it only ever refuses"},
    "verge": {
        "conflict.one": "it only ever refuses",
        "interest.dice": "it only ever refuses",
        "control.own": "a view names it as the reason of control; a ruling says who is asked",
        "control.gm": "likewise",
        "interest.control": "likewise",
        "mark.order": "it is how marks are kept",
        "token.kinds": "the movements of tokens name it themselves",
    },
}
"""A game's own rules that no accepted ruling cites, and the reason for each."""
IN_NO_EVENING_OF_ANY_GAME = {
    "table.names": "it only ever refuses",
    "table.observers": "it only ever refuses",
    "table.pause": "it only ever refuses",
    "table.text": "it only ever refuses",
    "table.onlookers": "only forks of open tables cite it, and no evening is one",
    "table.close": "only forks of closed tables cite it, and no evening is one",
    "dispute.precedent": "the facts of the rules that have some name them",
}

SHARED_RULES = {str(id) for id in tabletop.RULES | sheet.RULES}

each_evening = pytest.mark.parametrize("name", NAMES)
each_game = pytest.mark.parametrize("game", RULESETS)


class Recorded(msgspec.Struct, frozen=True):
    """The content of an evening's file."""

    session: dict[str, Any]
    events: tuple[Event[Any, Any], ...]
    end: dict[str, Any]


def ruleset_of(name: str) -> Ruleset[Any]:
    """Return the ruleset of an evening."""
    return RULESETS[game_of(name)]


@cache
def evening(name: str) -> Recorded:
    """Read an evening."""
    first, *raw, last = path_of(name).read_bytes().splitlines()
    read = msgspec.json.Decoder(ruleset_of(name).event_type)
    events = tuple(read.decode(line) for line in raw)
    return Recorded(json.loads(first)["session"], events, json.loads(last)["end"])


@cache
def judged_again(name: str) -> tuple[tuple[Divergence | None, ...], State[Any]]:
    """Judge an evening again with its dice and times. Return the difference of each event, and the state at the end."""
    ruleset, past = ruleset_of(name), GrowingPast()
    judging = rejudge.Rejudging(ruleset, ruleset.empty, past)
    found = []
    for version, event in enumerate(evening(name).events, 1):
        found.append(judging.compare(event, version))
        past.add(version, judging.state.play, deed(ruleset, event))
    return tuple(found), judging.state


@each_evening
def test_the_moves_of_an_evening_give_the_same_events_and_end_byte_for_byte(name: str) -> None:
    for now, stored in zip(recorded(name), path_of(name).read_bytes().splitlines(), strict=True):
        assert now == stored


@each_evening
def test_nothing_diverges_in_a_log_that_is_not_changed(name: str) -> None:
    divergences, state = judged_again(name)
    assert {*divergences} == {None}
    assert digest(state) == evening(name).end["digest"]


@each_evening
def test_every_event_is_chained_as_the_documentation_says(name: str) -> None:
    session, previous = UUID(int=1), BEFORE_FIRST
    for version, event in enumerate(evening(name).events, 1):
        row = row_of(session, event, previous, version)
        slowly = stored_slowly(session, event, previous, version, row.salt)
        assert StoredSlowly(row.data, row.texts, row.hash) == slowly
        assert is_next(row, version, previous)
        previous = row.hash


@each_evening
def test_the_dice_of_an_evening_are_those_of_its_seeds(name: str) -> None:
    id, fairness = SessionId(evening(name).session["id"]), Fairness()
    for version, event in enumerate(with_the_last_seed_revealed(name), start=1):
        fairness.take(id, version, event)
    assert (fairness.wrong, fairness.unrevealed) == ((), 0)
    assert fairness.verified == judged_again(name)[1].table.dice_rolled


def with_the_last_seed_revealed(name: str) -> list[Event[Any, Any]]:
    """Return an evening's events, followed by an event that reveals the last seed."""
    first = bytes.fromhex(evening(name).session["seed"])
    # After a fork, the dice come from a new seed.
    here = takewhile(lambda event: not isinstance(event.move, ForkSession), evening(name).events)
    events = list(here)
    seed = seed_of(first, _last_epoch(events))
    shown = DiceRevealed(seed.hex(), commitment(seed), 1, 1, len(events) + 1)
    ruling = Allowed("The last seed is shown.")
    return [*events, Event(events[-1].at, None, Signal(), ruling, (shown,))]


def _last_epoch(events: list[Event[Any, Any]]) -> int:
    """Return the version of the event that committed to the newest seed."""
    begun = [
        e.version for event in events for e in event.effects if isinstance(e, DiceEpochStarted)
    ]
    return begun[-1] if begun else 1


def test_only_a_table_that_enters_its_own_dice_has_no_dice_of_the_server() -> None:
    verge = [name for name in NAMES if game_of(name) == "verge"]
    without = [name for name in verge if not any(event.dice for event in evening(name).events)]
    assert without == ["house_rules"]


@pytest.mark.parametrize("name", [name for name in NAMES if game_of(name) == "verge"])
def test_an_evening_of_verge_goes_from_compile_through_load_into_run(name: str) -> None:
    kinds = [kind for event in evening(name).events for kind in effects_of(event)]
    steps = [kinds.index(kind) for kind in ("session_started", "load_started", "run_started")]
    assert steps == sorted(steps)
    assert kinds.index("scene_framed") > steps[-1]


@each_evening
def test_no_other_evening_cites_the_rules_of_an_evening_more_often(name: str) -> None:
    others = evenings_of(game_of(name))
    for rule in evening(name).session["rules"]:
        most = max(others, key=lambda other: counted(other)[rule])
        assert (most, counted(name)[rule] > 0) == (name, True), rule


@each_game
def test_a_game_has_three_evenings_at_least(game: str) -> None:
    assert len(evenings_of(game)) >= 3


@each_game
def test_every_move_is_made_in_some_evening(game: str) -> None:
    moves = kinds_of(get_args(RULESETS[game].event_type)[0])
    made = {type(event.move) for name in NAMES for event in evening(name).events}
    assert {kind.__name__ for kind in moves - made} == set()


@each_game
def test_every_effect_is_caused_in_some_evening(game: str) -> None:
    caused = {type(e) for name in NAMES for event in evening(name).events for e in event.effects}
    assert {kind.__name__ for kind in kinds_of(RULESETS[game].effect_type) - caused} == set()


@each_game
def test_every_rule_of_a_game_that_a_ruling_cites_is_cited_in_some_evening(game: str) -> None:
    cited = {rule for name in evenings_of(game) for rule in counted(name)}
    own = {str(id) for id in RULESETS[game].rules} - SHARED_RULES
    assert own - cited == set(IN_NO_EVENING.get(game, {}))


def test_every_shared_rule_that_a_ruling_cites_is_cited_in_some_evening() -> None:
    known = {str(id) for ruleset in RULESETS.values() for id in ruleset.rules}
    cited = {rule for name in NAMES for rule in counted(name)}
    assert SHARED_RULES & known - cited == set(IN_NO_EVENING_OF_ANY_GAME)


def evenings_of(game: str) -> list[str]:
    """Return the names of a game's evenings."""
    return [name for name in NAMES if game_of(name) == game]


def kinds_of(union: Any) -> set[Any]:
    """Return the classes of a union, without the parameters of generic classes."""
    return {get_origin(kind) or kind for kind in get_args(union)}


@cache
def counted(name: str) -> Counter[str]:
    """Count the cited rules and the effects of an evening."""
    events = evening(name).events
    found = Counter(str(one.rule) for event in events for one in event.ruling.rules)
    found.update(kind for event in events for kind in effects_of(event))
    return found


def effects_of(event: Event[Any, Any]) -> list[str]:
    """Return the tags of an event's effects."""
    return [str(type(effect).__struct_config__.tag) for effect in event.effects]
