"""The Python client folds the events of generated play to the same views as the server."""

import json
from collections.abc import Iterator
from itertools import islice
from math import inf
from typing import Any

import msgspec
import pytest

from tests.captures.foldings import shown
from tests.laws.law import each_walk
from tests.laws.played import Played
from tests.support.folded import parts
from verger.domain.core.decider import State, fold
from verger.domain.core.past import GrowingPast
from verger.projections import session
from verger.projections.banks import banks
from verger.projections.games import shown_by
from verger.service.http.state import StateView
from verger_client import Fold, NeedsState, View, types, view_of
from verger_client.records import GAMES

pytestmark = pytest.mark.thorough

AHEAD = 12
"""The number of events to fold after each answer of the server."""


@each_walk
def test_a_client_that_folds_the_log_shows_what_the_server_shows(played: Played) -> None:
    client, state, past = Fold(kept=inf), played.ruleset.empty, GrowingPast()
    for version, effects in enumerate(played.history, start=1):
        state = fold(played.ruleset, state, effects, past)
        past.add(version, state.play, None)
        view = client.take_effects(version, wire(effects))
        expected = shown(played.ruleset, state, version)
        known = expected if played.ruleset.name in GAMES else ("banks", "seats")
        told = {part: expected[part] for part in known}
        assert parts(view) | told == parts(view), f"version {version}"


@each_walk
def test_a_client_goes_on_from_any_answer_or_says_that_it_cannot(played: Played) -> None:
    client = Fold(kept=inf)
    views = [client.take_effects(at, wire(new)) for at, new in enumerate(played.history, 1)]
    for begun in answers(played):
        first = begun.view.version
        assert seen(begun.view) == seen(views[first - 1]), f"version {first}"
        for at, new in islice(enumerate(played.history, 1), first, first + AHEAD):
            if (view := taken(begun, at, new)) is None:
                break
            assert seen(view) == seen(views[at - 1]), f"from version {first} to {at}"


def answers(played: Played) -> Iterator[Fold]:
    """Yield clients that read the server's state at a version: at every 12th."""
    state, past = played.ruleset.empty, GrowingPast()
    for version, effects in enumerate(played.history, start=1):
        state = fold(played.ruleset, state, effects, past)
        past.add(version, state.play, None)
        if version % AHEAD == 0:
            yield Fold(answered(played, state, version))


def taken(begun: Fold, version: int, effects: tuple[Any, ...]) -> View | None:
    """Return the view after an event, or None if it needs something older than the first view."""
    try:
        return begun.take_effects(version, wire(effects))
    except NeedsState as needs:
        if needs.reason.endswith(("to which play went back, is not kept", "under it is unknown")):
            return None
        raise


def wire(effects: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return effects as clients read them."""
    return json.loads(msgspec.json.encode(effects))  # type: ignore[no-any-return]


def answered(played: Played, state: State[Any], version: int) -> View:
    """Return the view that a client has from the server's answers."""
    ruleset, gm = played.ruleset, state.table.gm
    of_state = StateView(version, gm, session.table(ruleset, state), ruleset.view(state, gm))
    network = shown_by(ruleset.name).reads.get("network")
    return view_of(
        read(of_state, types.StateView),
        read(banks(ruleset, state, version), types.BanksView),
        read(network.of(state, version), types.NetworkView) if network else None,
    )


def read(answer: Any, kind: Any) -> Any:
    """Return an answer as the client reads it."""
    return msgspec.json.decode(msgspec.json.encode(answer), type=kind)


def seen(view: View) -> Any:
    """Return all that a view shows."""
    return view.map, parts(view)
