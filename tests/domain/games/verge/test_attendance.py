"""Coming and going: leaving the table, emptying a seat, taking over a seat."""

import pytest

from tests.support.override import gil_bates
from tests.support.play import (
    action,
    effect,
    in_load,
    in_run,
    phase_of,
    rule,
    saw,
    started,
    step,
    steps,
    table,
    tags,
    turn_of,
)
from verger.domain.core.reason import Code

TONE = {"subject": "adopt_premise", "aspect": "tone", "text": "Light"}
FALL = {"overview": "A fall.", "actions": [action("weaken", element="n1")]}


@rule("table.leave", "table.pause")
@pytest.mark.parametrize("name", ["Ann", "Bo", "Dee"])
@pytest.mark.parametrize("paused", [False, True])
def test_anybody_may_leave_the_gm_and_observers_too(*, paused: bool, name: str) -> None:
    game = table("Ann", "Bo", "Cy", "Dee", observers=1)
    if paused:
        game.move("Ann", "signal")
    assert game.move(name, "leave").effects == (effect("seat_left", seat=game.seat(name)),)
    game.refused(name, Code.SEAT_NOT_TAKEN, "leave")


@rule("table.leave")
def test_the_last_seat_that_plays_stays() -> None:
    game = table("Ann", "Bo", "Dee", observers=1)
    game.move("Ann", "leave")
    assert game.refused("Bo", Code.LAST_SEAT, "leave").facts == {"seat": "s2", "seat_name": "Bo"}
    subject = {"subject": "vacate_seat", "seat": "s2"}
    game.refused("Bo", Code.LAST_SEAT, "propose", subject=subject)


@rule("table.leave")
def test_a_vote_of_one_seat_empties_no_other_seat() -> None:
    game = table("Ann", "Bo")
    subject = {"subject": "vacate_seat", "seat": "s1"}
    refusal = game.refused("Bo", Code.NOT_ALONE, "propose", subject=subject)
    assert refusal.facts == {"seat": "s1", "seat_name": "Ann"}


@rule("table.leave")
def test_the_others_agree_to_empty_a_seat() -> None:
    game = table("Ann", "Bo", "Cy")
    judgement = game.move("Ann", "propose", subject={"subject": "vacate_seat", "seat": "s3"})
    assert saw(judgement, "table.agreement")["asked_seats"] == ("s2",)
    agreed = game.move("Bo", "agree", proposal="p1")
    assert agreed.effects[-1] == effect("seat_left", seat="s3")
    assert saw(agreed, "table.leave") == {"seat": "s3"}


@rule("table.leave")
@pytest.mark.parametrize(("seat", "code"), [("s9", "unknown_seat"), ("s3", "seat_not_taken")])
def test_only_a_seat_that_is_taken_is_emptied(seat: str, code: str) -> None:
    game = started("Ann", "Bo", "Cy")
    game.move("Bo", "take_seat", name="Bo")
    subject = {"subject": "vacate_seat", "seat": seat}
    game.refused("Bo", code, "propose", subject=subject)


@rule("table.leave", "table.claim")
def test_a_seat_that_was_left_is_taken_over_with_its_tokens_and_character() -> None:
    game = in_run("Ann", "Bo", "Cy").grant("Cy", story=4)
    knight = game.character("Cy", "Knight")
    game.move("Cy", "leave")
    game.move("s3", "take_seat", name="Eve")
    assert (game.tokens("Eve").story, game.seat("Eve")) == (4, "s3")
    game.grant("Eve", development=1).declares("Eve", action("weaken", element=knight))
    assert game.shown(knight) == "Knight?"


@rule("table.leave", "control.own")
def test_the_gm_controls_the_leavers_elements_until_somebody_sits_there() -> None:
    game = in_run("Ann", "Bo", "Cy").grant("Ann", development=2)
    knight = game.character("Cy", "Knight")
    game.move("Cy", "leave")
    game.declares("Ann", action("weaken", element=knight))
    game.move("s3", "take_seat", name="Eve")
    game.declares("Ann", action("weaken", element=knight))
    assert game.awaited()["consent"] == ("Bo", "Eve")


@rule("table.leave", "table.agreement", "compile.gm")
@pytest.mark.parametrize(
    ("names", "proposer", "subject", "leaver", "outcome"),
    [
        ("Ann Bo Cy", "Cy", TONE, "Cy", "retracted"),
        ("Ann Bo Cy", "Ann", {"subject": "vacate_seat", "seat": "s3"}, "Cy", "lapsed"),
        ("Ann Bo Cy Di", "Ann", {"subject": "hand_over_gm", "seat": "s4"}, "Di", "lapsed"),
    ],
    ids=["proposed it", "was to leave", "was to be GM"],
)
def test_a_proposal_that_the_leaver_made_or_that_is_about_the_leaver_is_closed(
    names: str, proposer: str, subject: dict[str, str], leaver: str, outcome: str
) -> None:
    game = table(*names.split())
    game.move(proposer, "propose", subject=subject)
    closed = effect("proposal_closed", proposal="p1", outcome=outcome)
    assert game.move(leaver, "leave").effects[-1] == closed


@rule("table.leave", "table.agreement")
def test_a_proposal_no_longer_waits_for_the_leaver() -> None:
    game = table("Ann", "Bo", "Cy", "Di")
    game.move("Ann", "propose", subject=TONE)
    assert tags(game.move("Di", "leave"))[-1:] == ["seat_excused"]
    assert tags(game.move("Cy", "agree", proposal="p1")) == ["agreed"]
    assert tags(game.move("Bo", "leave"))[-3:] == [
        "seat_excused",
        "proposal_closed",
        "premise_agreed",
    ]


@rule("table.leave", "table.agreement")
def test_nobody_has_agreed_if_nobody_of_the_asked_is_left() -> None:
    game = table("Ann", "Bo")
    game.move("Ann", "propose", subject=TONE)
    closed = effect("proposal_closed", proposal="p1", outcome="lapsed")
    assert game.move("Bo", "leave").effects[-1] == closed


@rule("table.leave", "table.agreement")
def test_a_player_that_takes_a_seat_over_is_not_asked_the_leavers_questions() -> None:
    game = table("Ann", "Bo", "Cy")
    game.move("Ann", "propose", subject=TONE)
    game.move("Cy", "leave")
    game.move("s3", "take_seat", name="Eve")
    game.refused("Eve", Code.NOT_ASKED, "agree", proposal="p1")


@rule("table.leave")
def test_one_who_leaves_may_be_the_last_to_be_asked_about_emptying_another_seat() -> None:
    game = table("Ann", "Bo", "Cy", "Di")
    game.proposes("Ann", "vacate_seat", seat="s3")
    game.move("Bo", "agree", proposal="p1")
    game.move("Cy", "propose", subject=TONE)
    game.move("Di", "leave")
    assert game.state.table.sitting == ("s1", "s2")
    assert not game.state.play.proposals.open


@rule("table.leave", "token.bribe")
def test_the_leavers_bribe_goes_back_to_the_bank() -> None:
    game = gil_bates()
    boosts = game.account("bank").boost
    game.move("Di", "place_bribe", element="n1", condition="He falls in love.")
    game.move("Di", "leave")
    assert game.account("bank").boost == boosts


@rule("table.leave", "table.claim", "load.ideas")
def test_in_load_the_turn_of_a_leaver_goes_to_the_next_and_comes_back_in_the_next_phase() -> None:
    game = in_load("Ann", "Bo", "Cy")
    step(game)
    started_turn, ordered = game.move("Bo", "leave").effects[1:]
    assert started_turn == effect("turn_started", phase=1, seat="s3")
    assert ordered == effect("turns_ordered", order=["s1", "s3"])
    game.move("s2", "take_seat", name="Eve")
    assert (turn_of(game), phase_of(game)) == ("Cy", 1)
    list(steps(game, "Eve"))
    assert phase_of(game) == 2


@rule("table.leave", "load.ideas")
def test_in_load_another_phase_begins_when_the_last_of_a_phase_leaves() -> None:
    game = in_load("Ann", "Bo", "Cy")
    list(steps(game, "Cy"))
    game.move("Cy", "leave")
    assert (turn_of(game), phase_of(game)) == ("Ann", 2)


@rule("table.leave", "load.ideas")
def test_in_load_the_turn_of_another_goes_on() -> None:
    game = in_load("Ann", "Bo", "Cy")
    assert tags(game.move("Bo", "leave"))[-2:] == ["seat_left", "turns_ordered"]
    assert turn_of(game) == "Ann"
    step(game)
    assert turn_of(game) == "Cy"


@rule("table.leave", "load.cash_out")
def test_the_cash_out_comes_when_the_last_turn_of_load_is_left() -> None:
    game = in_load("Ann", "Bo", "Cy", phase=6)
    list(steps(game, "Cy"))
    judgement = game.move("Cy", "leave")
    assert "cashed_out" in tags(judgement)
    assert game.tokens("s3").story > 0


@rule("table.leave", "load.accept")
def test_the_network_is_good_when_all_who_are_left_find_it_good() -> None:
    game = in_load("Ann", "Bo", "Cy", phase=7)
    game.proposes("Ann", "accept_network")
    game.move("Bo", "agree", proposal="p2")
    assert "run_started" in tags(game.move("Cy", "leave"))


@rule("table.claim", "load.ideas")
def test_a_player_that_sits_down_in_load_has_turns_from_then_on() -> None:
    game = in_load("Ann", "Bo", "Cy")
    game.move("Cy", "leave")
    game.move("Ann", "add_seat", kind="player", name="Di")
    ordered = effect("turns_ordered", order=["s1", "s2", "s4"])
    assert game.move("s4", "take_seat", name="Di").effects[-1] == ordered
    list(steps(game, "Di"))
    assert phase_of(game) == 1


@rule("table.claim", "table.fork", "load.ideas")
def test_a_new_player_has_a_turn_in_seat_order_also_among_seats_that_a_fork_has_emptied() -> None:
    game = in_load("Ann", "Bo", "Cy")
    game.move("Bo", "leave")
    known = {"parent": "0b7a2c7e-2f0e-4d52-9f6e-5b9a3c1d7e42", "version": len(game.log)}
    sealed = {"dice_commitment": "11" * 32, "hash": "ab" * 32}
    game.move("Ann", "fork_session", title="What if", **known, **sealed)
    ordered = effect("turns_ordered", order=["s1", "s2", "s3"])
    assert ordered in game.move("s2", "take_seat", name="Eve").effects


@rule("table.claim", "load.first_thing")
def test_a_player_that_sits_down_without_a_character_ties_nothing_in_load() -> None:
    game = in_load("Ann", "Bo", phase=5)
    game.move("Ann", "add_seat", kind="player", name="Cy")
    game.move("s3", "take_seat", name="Cy")
    list(steps(game, "Cy"))
    assert tuple(game.awaited()) == ("mark",)


@rule("table.observers")
def test_the_turns_of_load_stay_as_they_are_when_an_observer_comes_or_goes() -> None:
    game = in_load("Ann", "Bo")
    game.move("Ann", "add_seat", kind="observer", name="Dee")
    assert tags(game.move("s3", "take_seat", name="Dee")) == ["seat_taken"]
    assert tags(game.move("Dee", "leave")) == ["seat_left"]


@rule("table.claim", "character.claim")
def test_a_player_that_sits_down_in_run_is_asked_and_may_claim_a_character() -> None:
    game = in_run("Ann", "Bo")
    game.node("Ann", "Knight", "person")
    game.move("Ann", "add_seat", kind="player", name="Cy")
    game.move("s3", "take_seat", name="Cy")
    game.changes("Cy", action("claim", element="n1"))
    game.grant("Bo", development=1).move("Bo", "declare", **FALL)
    assert game.awaited()["consent"] == ("Ann", "Cy")


@rule("table.seats", "token.kinds")
def test_a_seat_that_was_left_is_removed_and_its_tokens_go_to_the_bank() -> None:
    game = in_run("Ann", "Bo", "Cy").grant("Cy", story=4, boost=1)
    game.move("Cy", "leave")
    game.move("Ann", "remove_seat", seat="s3")
    assert game.account("seat:s3").total == 0
    assert [game.account(name).boost for name in ("bank", "supply")] == [2, -2]


@rule("table.seats", "character.claim")
def test_the_character_of_a_removed_seat_is_anybodys_to_claim() -> None:
    game = in_run("Ann", "Bo", "Cy")
    knight = game.character("Cy", "Knight")
    game.move("Cy", "leave")
    removed = game.move("Ann", "remove_seat", seat="s3")
    assert effect("character_released", seat="s3", node=knight) in removed.effects
    game.changes("Bo", action("claim", element=knight))
