"""The seats at the table: starting a session, and adding, removing and taking seats."""

from typing import Any

import pytest

from tests.support.play import Game, rule, saw, started, table, tags
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Unseated
from verger.domain.core.reason import Code
from verger.domain.games.verge.reason import Code as Own


def start(game: Game, **changed: Any) -> dict[str, Any]:
    """Return the fields of a session's first move, with some of them changed."""
    return {
        "title": "Neon Church",
        "ruleset": "verge",
        "ruleset_version": 1,
        "house_rules": {},
        "seats": [{"kind": "gm", "name": "Ann"}, {"kind": "player", "name": "Bo"}],
        "dice_commitment": "00" * 32,
        **changed,
    }


@rule("table.start")
def test_a_session_starts_with_its_seats_and_a_boost_for_each() -> None:
    game = Game()
    tags_of_start = tags(game.move("s1", "start_session", **start(game)))
    assert tags_of_start == [
        "session_started",
        *("seat_added", "tokens_moved"),
        *("seat_added", "tokens_moved"),
        "seat_taken",
    ]


@rule("table.start")
def test_the_player_that_starts_a_session_sits_in_the_gms_seat() -> None:
    seats = started("Ann", "Bo").state.table.seats
    assert [(seat.name, seat.taken) for seat in seats] == [("Ann", True), ("Bo", False)]


@rule("table.start")
def test_a_program_that_starts_a_session_sits_nowhere() -> None:
    game = Game()
    assert "seat_taken" not in tags(game.move(Unseated.APP, "start_session", **start(game)))
    assert not game.state.table.sitting


@rule("table.start")
def test_the_gms_seat_need_not_be_the_first() -> None:
    game = Game()
    seats = [{"kind": "player", "name": "Bo"}, {"kind": "gm", "name": "Ann"}]
    game.move("s1", "start_session", **start(game, seats=seats))
    assert game.state.table.gm == "s2"
    assert [seat.name for seat in game.state.table.players] == ["Ann", "Bo"]


@rule("table.start")
def test_a_session_starts_once() -> None:
    game = started("Ann", "Bo")
    game.refused("Ann", Code.ALREADY_STARTED, "start_session", **start(game))


@rule("table.start")
@pytest.mark.parametrize("kinds", [("player",), ("gm", "gm")])
def test_exactly_one_seat_is_the_gms(kinds: tuple[str, ...]) -> None:
    game = Game()
    seats = [{"kind": kind, "name": "Ann"} for kind in kinds]
    refusal = game.refused("s1", Code.NO_GM, "start_session", **start(game, seats=seats))
    assert refusal.facts["gm_seats"] == kinds.count("gm")


@rule("table.start")
def test_nothing_happens_before_the_start() -> None:
    Game().refused("s1", Code.NOT_STARTED, "signal")


@rule("table.house_rules", "compile.house_rules")
def test_house_rules_are_chosen_at_the_start() -> None:
    game = started("Ann", "Bo", residual_control="creator")
    assert dict(game.state.table.house_rules) == {"residual_control": "creator"}


@rule("table.house_rules")
def test_a_house_rule_is_one_of_the_rulesets() -> None:
    game = Game()
    wanted = start(game, house_rules={"gravity": "off"})
    refusal = game.refused("s1", Code.UNKNOWN_HOUSE_RULE, "start_session", **wanted)
    assert refusal.facts == {"house_rule": "gravity"}


@rule("table.house_rules")
@pytest.mark.parametrize(
    ("house_rule", "value"),
    [("undo", "nobody"), ("undo", 3), ("seat_limit", 1), ("seat_limit", 51), ("seat_limit", "5")],
)
def test_a_house_rule_takes_only_its_own_values(house_rule: str, value: str | int) -> None:
    game = Game()
    wanted = start(game, house_rules={house_rule: value})
    refusal = game.refused("s1", Code.VALUE_NOT_ALLOWED, "start_session", **wanted)
    assert refusal.facts["value_given"] == value


@rule("table.seats")
def test_no_more_seats_than_the_house_rule_allows_at_the_start() -> None:
    game = Game()
    wanted = start(game, house_rules={"seat_limit": 2})
    wanted["seats"].append({"kind": "player", "name": "Cy"})
    game.refused("s1", Code.SEAT_LIMIT, "start_session", **wanted)


@rule("table.seats", "token.kinds")
def test_a_new_seat_brings_its_boost() -> None:
    game = table("Ann", "Bo")
    assert tags(game.move("Ann", "add_seat", kind="player", name="Cy")) == [
        "seat_added",
        "tokens_moved",
    ]
    assert game.account("bank").boost == 3


@rule("table.seats", "table.observers")
def test_an_observers_seat_brings_no_boost() -> None:
    game = table("Ann", "Bo")
    assert tags(game.move("Ann", "add_seat", kind="observer", name="Dee")) == ["seat_added"]


@rule("table.seats")
def test_a_table_has_a_limited_number_of_seats() -> None:
    game = table("Ann", "Bo", seat_limit=2)
    refusal = game.refused("Ann", Code.SEAT_LIMIT, "add_seat", kind="player", name="Cy")
    assert refusal.facts == {"seats_at_table": 2, "seats_allowed": 2}


@rule("table.seats")
def test_a_full_table_still_has_room_for_observers() -> None:
    game = table("Ann", "Bo", seat_limit=2)
    judgement = game.move("Ann", "add_seat", kind="observer", name="Dee")
    assert saw(judgement, "table.seats") == {
        "seat": "s3",
        "seats_at_table": 1,
        "seats_allowed": 100,
    }


@rule("table.seats")
def test_only_the_gm_sets_a_seat() -> None:
    game = table("Ann", "Bo")
    game.refused("Bo", Code.GM_ONLY, "add_seat", kind="player", name="Cy")


@rule("table.seats")
def test_no_second_gms_seat_is_set() -> None:
    game = table("Ann", "Bo")
    game.refused("Ann", Code.NO_GM, "add_seat", kind="gm", name="Cy")


@rule("table.seats", "token.kinds")
def test_a_seat_that_nobody_took_is_removed_with_its_boost() -> None:
    game = started("Ann", "Bo", "Cy")
    assert tags(game.move("Ann", "remove_seat", seat="s3")) == ["seat_removed", "tokens_moved"]
    assert game.account("bank").boost == 2


@rule("table.seats")
def test_messages_about_a_removed_seat_name_it() -> None:
    game = started("Ann", "Bo", "Cy")
    assert game.state.table.seat(SeatId("s3"))
    game.move("Ann", "remove_seat", seat="s3")
    assert game.state.table.seat(SeatId("s3")) is None
    assert game.state.table.name(SeatId("s3")) == "Cy"


@rule("table.seats", "token.kinds")
def test_a_seat_cannot_be_removed_while_every_boost_is_in_play() -> None:
    game = started("Ann", "Bo", "Cy").grant("Ann", boost=3)
    game.refused("Ann", Own.BOOSTS_OUT, "remove_seat", seat="s3")
    game.move("Ann", "add_seat", kind="observer", name="Dee")
    game.move("Ann", "remove_seat", seat="s4")


@rule("table.seats")
def test_a_seat_that_somebody_took_stays() -> None:
    table("Ann", "Bo").refused("Ann", Code.SEAT_TAKEN, "remove_seat", seat="s2")


@rule("table.seats")
def test_only_the_gm_removes_a_seat() -> None:
    game = started("Ann", "Bo", "Cy")
    game.move("Bo", "take_seat", name="Bo")
    game.refused("Bo", Code.GM_ONLY, "remove_seat", seat="s3")


@rule("table.seats")
def test_an_unknown_seat_cannot_be_removed() -> None:
    table("Ann", "Bo").refused("Ann", Code.UNKNOWN_SEAT, "remove_seat", seat="s9")


@rule("table.seats")
def test_a_removed_seats_id_is_never_used_again() -> None:
    game = started("Ann", "Bo", "Cy")
    game.move("Ann", "remove_seat", seat="s3")
    for name in ("Dee", "Eve"):
        game.move("Ann", "add_seat", kind="player", name=name)
    assert (game.seat("Dee"), game.seat("Eve")) == ("s4", "s5")


@rule("table.claim")
def test_a_seat_is_taken_under_the_name_of_its_new_player() -> None:
    game = started("Ann", "Bo")
    game.move("s2", "take_seat", name="  Bob   B. ")
    assert game.state.table.name(game.seat("s2")) == "Bob B."


@rule("table.claim")
def test_a_seat_is_taken_once() -> None:
    table("Ann", "Bo").refused("Bo", Code.SEAT_TAKEN, "take_seat", name="Cy")


@rule("table.claim")
def test_an_unknown_seat_cannot_be_taken() -> None:
    table("Ann", "Bo").refused("s9", Code.UNKNOWN_SEAT, "take_seat", name="Cy")


@rule("table.claim")
def test_an_empty_seat_makes_no_move() -> None:
    started("Ann", "Bo").refused("Bo", Code.SEAT_NOT_TAKEN, "signal")


@rule("table.observers")
def test_observers_make_no_proposals() -> None:
    game = table("Ann", "Bo", "Dee", observers=1)
    subject = {"subject": "finish_compile"}
    game.refused("Dee", Code.OBSERVERS_WATCH, "propose", subject=subject)


@rule("table.observers")
def test_observers_are_not_asked() -> None:
    game = table("Ann", "Bo", "Dee", observers=1)
    assert "load_started" in tags(game.agreed("Ann", "finish_compile"))
