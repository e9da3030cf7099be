"""The Python client folds effects into views, which must be equal to the server's answers."""

import json
from pathlib import Path
from typing import Any, get_args, get_origin

import pytest

from clients.generate import effects
from tests.support.folded import NOTHING, parts, patched
from verger.domain.games.rulesets import RULESETS
from verger.service.root import ROOT
from verger_client import Fold, NeedsState
from verger_client.records import GAMES

VECTORS = sorted((ROOT / "clients" / "folding").glob("*.jsonl"))
TABLE = json.loads(effects.TABLE.read_text())
START = {"effect": "session_started", "ruleset": "verge", "house_rules": {}}
SEATS = [{"effect": "seat_added", "seat": "s1", "kind": "gm", "name": "Ann"}]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda path: path.stem)
def test_the_effects_of_a_vector_give_its_state_at_every_version(vector: Path) -> None:
    _, *lines = map(json.loads, vector.read_text("utf-8").splitlines())
    fold, expected = Fold(), NOTHING
    for line in lines:
        expected = patched(expected, line)
        assert parts(fold.take_effects(line["version"], line["effects"])) == expected, line


@pytest.mark.parametrize("game", GAMES)
def test_the_table_knows_every_effect_of_a_game_and_no_other(game: str) -> None:
    every = {get_origin(one) or one for one in get_args(RULESETS[game].effect_type)}
    known = [name for part in (TABLE["shared"], GAMES[game]) for name in _names(part)]
    assert sorted(known) == sorted(str(one.__struct_config__.tag) for one in every)


def _names(part: dict[str, Any]) -> list[str]:
    return [*part["effects"], *part["ignored"]]


def test_the_typescript_client_has_the_same_table() -> None:
    written = ROOT / "clients" / "typescript" / "verger-client" / "effects.js"
    assert written.read_text("utf-8") == effects.module()


def begun() -> Fold:
    """Return a session of Verge after its first event."""
    fold = Fold()
    fold.take_effects(1, [START, *SEATS])
    return fold


@pytest.mark.parametrize(
    ("version", "effect", "why"),
    [
        (3, {"effect": "play_paused"}, "the events after 1 are missing"),
        (1, {"effect": "play_paused"}, "the events after 1 are missing"),
        (2, {"effect": "sung"}, "the effect `sung` is unknown"),
        (2, {"effect": "zone_added", "zone": "z1"}, "the effect `zone_added` is unknown"),
        (2, {"effect": "rewound", "to": -1}, "version -1, to which play went back, is not kept"),
        (2, {"effect": "mark_added", "element": "n9", "marks": "!"}, "`n9` is unknown"),
    ],
)
def test_an_effect_that_cannot_be_folded_shows_the_reason_and_changes_nothing(
    version: int, effect: dict[str, Any], why: str
) -> None:
    fold = begun()
    before = fold.view
    with pytest.raises(NeedsState) as caught:
        fold.take_effects(version, [{"effect": "seat_left", "seat": "s1"}, effect])
    assert (caught.value.version, caught.value.reason) == (version, why)
    assert fold.view is before


def table() -> Fold:
    """Return a session of Verge with Ann and Bo. Bo has written a node."""
    fold = begun()
    bo = {"effect": "seat_added", "seat": "s2", "kind": "player", "name": "Bo"}
    taken = [{"effect": "seat_taken", "seat": seat, "name": seat} for seat in ("s1", "s2")]
    node = {"effect": "node_added", "node": "n1", "label": "Ash", "creator": "s2"}
    fold.take_effects(2, [bo, *taken, node])
    return fold


def node(fold: Fold, *effects: dict[str, Any]) -> Any:
    """Fold an event with these effects, and return the first node after it."""
    network = fold.take_effects(fold.view.version + 1, effects).network
    assert network
    return network.nodes[0]


def chosen(house_rule: str, value: str) -> dict[str, Any]:
    return {"effect": "house_rule_chosen", "house_rule": house_rule, "value": value}


def test_house_rules_say_who_controls_an_element() -> None:
    fold, bought = table(), {"effect": "interest_bought", "element": "n1", "seat": "s1"}
    events = [(bought,), (chosen("residual_control", "creator"),)]
    events += [(chosen("controlling_interest", "on"),)]
    assert [node(fold, *event).control[0].seat for event in events] == ["s1", "s2", "s1"]


def test_the_latest_mark_of_a_kind_and_one_grant_are_taken_away() -> None:
    fold = table()
    grants = [{"element": "n1", "by": "s1", "seat": seat} for seat in ("s2", "s3")]
    node(fold, *[{"effect": "control_granted", **grant} for grant in grants])
    node(fold, {"effect": "mark_added", "element": "n1", "marks": "!X!?"})
    gone = {"effect": "mark_removed", "element": "n1", "mark": "!"}
    left = node(fold, gone, {"effect": "control_revoked", **grants[0]})
    assert (left.shown, left.power) == ("Ash!X?", -1)
    assert [grant.seat for grant in left.grants] == ["s3"]


def test_the_last_defense_of_a_track_counts_until_the_conflict_ends() -> None:
    sheet = {"kind": "character", "skills": [], "tracks": [{"name": "Nerve", "threshold": 3}]}
    written = {"effect": "sheet_written", "character": "c1", "name": "Ash", "seat": None}
    fold = Fold()
    fold.take_effects(1, [START | {"ruleset": "edgerunner"}, written | {"sheet": sheet}])
    wards = [ward("c1", "c1", 5), ward("c2", "c1", 4), ward("c2", "c2", 6)]
    views = [fold.take_effects(2, wards), fold.take_effects(3, [{"effect": "conflict_ended"}])]
    assert [view.sheets[0]["tracks"][0]["threshold"] for view in views] == [4, 3]


def ward(by: str, target: str, threshold: int) -> dict[str, Any]:
    own = {"by": by, "target": target, "threshold": threshold}
    return {"effect": "ward_set", "track": "Nerve", **own}


def test_a_rewind_finds_as_many_views_as_are_kept() -> None:
    fold = Fold(begun().view, kept=3)
    for version in (2, 3, 4):
        fold.take_effects(version, [])
    assert fold.take_effects(5, [{"effect": "rewound", "to": 2}]).version == 5
    with pytest.raises(NeedsState):
        fold.take_effects(6, [{"effect": "rewound", "to": 2}])


def test_only_the_banks_of_an_unknown_game_are_kept() -> None:
    fold = Fold()
    moved = {"effect": "tokens_moved", "token": "pebble", "amount": 2, "source": "bank"}
    view = fold.take_effects(
        1, [START | {"ruleset": "pebbles"}, {"effect": "thrown"}, moved | {"target": "seat:s1"}]
    )
    assert parts(view) == NOTHING | {"banks": {"seat:s1": {"pebble": 2}}}
