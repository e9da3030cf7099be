"""Consent to declared changes, action by action: objections, rewording and withdrawing."""

from typing import Any

import pytest

from tests.support.play import Game, action, cited, effect, in_run, rule, saw, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.model.declaration import ActionRecorded, ChangeDeclared
from verger.domain.games.verge.reason import Code as Own

D1 = DeclarationId("d1")
DOG = action("create", label="Dog", kind="thing", edge="plays in", other="n1")
CAT = action("create", label="Cat-5", kind="thing", edge="sleeps in", other="n1")
ANSWERS: dict[str, dict[str, Any]] = {
    "consent": {},
    "object": {"ground": "fiction", "reason": "No."},
    "reword": {"wording": CAT},
    "withdraw": {},
}


def game_of(*names: str) -> Game:
    """Return a table in Run. Only the GM controls the park. The last seat has tokens."""
    game = in_run(*names).grant(names[-1], story=5, development=5)
    game.node(names[0], "Park!")
    return game


def declared(*actions: dict[str, Any]) -> Game:
    """Return a table where Cy has declared changes as `d1`; Ann and Bo are asked."""
    game = game_of("Ann", "Bo", "Cy")
    game.declares("Cy", *actions)
    return game


@rule("consent.declare")
def test_a_change_is_declared_and_paid_into_escrow_before_it_is_made() -> None:
    game = game_of("Ann", "Bo")
    judgement = game.declares("Bo", DOG)
    declared_first, _, opened = judgement.effects
    assert isinstance(declared_first, ChangeDeclared)
    assert opened == effect("action_opened", declaration="d1", action=1, asked=("s1",))
    assert game.account("escrow:d1").story == 1


@rule("consent.declare")
def test_a_seat_has_one_declaration_open_at_a_time() -> None:
    game = declared(DOG)
    refusal = game.cannot_declare("Cy", Own.DECLARATION_OPEN, CAT)
    assert refusal.facts == {"declaration": "d1", "seat_name": "Cy"}


@rule("consent.declare")
def test_a_declaration_that_could_never_succeed_is_refused_at_once() -> None:
    game = game_of("Ann", "Bo")
    six = [action("weaken", element="n1")] * 6
    refused = game.cannot_declare("Bo", Code.NOT_ENOUGH_TOKENS, *six)
    assert refused.sentence == "This costs 6 development; Bo holds 5 story, 5 development."
    game.cannot_declare("Bo", Own.SIMILAR, DOG, {**DOG, "label": "DOG"})


@rule("consent.declare")
@pytest.mark.parametrize("reference", ["a1.edge", "a2.node", "a9.node"])
def test_an_action_refers_to_an_element_that_an_earlier_one_writes(reference: str) -> None:
    game = game_of("Ann", "Bo")
    weaken, later = action("weaken", element="n1"), action("strengthen", element=reference)
    assert game.cannot_declare("Bo", Own.UNKNOWN_RESULT, weaken, later).facts == {
        "result_reference": reference
    }


@rule("consent.one_at_a_time")
def test_the_last_consent_pays_and_records_the_action() -> None:
    game = declared(DOG)
    first = game.move("Ann", "consent", declaration="d1")
    assert first.effects == (effect("consented", declaration="d1", seat="s1", all=False),)
    waiting = {"action_number": 1, "waiting_seats": ("s2",)}
    assert saw(first, "consent.one_at_a_time") == waiting
    assert tags(game.move("Bo", "consent", declaration="d1")) == [
        *("consented", "tokens_moved", "node_added", "edge_added"),
        *("action_recorded", "declaration_closed"),
    ]


@rule("consent.one_at_a_time")
def test_consent_may_be_given_to_the_whole_declaration_at_once() -> None:
    game = declared(DOG, CAT)
    game.move("Ann", "consent", declaration="d1", all=True)
    judgement = game.move("Bo", "consent", declaration="d1", all=True)
    assert judgement.effects[-1] == effect("declaration_closed", declaration="d1", outcome="done")


@rule("consent.one_at_a_time")
def test_nobody_consents_twice() -> None:
    game = declared(DOG, CAT)
    game.move("Ann", "consent", declaration="d1")
    game.refused("Ann", Code.ALREADY_ANSWERED, "consent", declaration="d1")
    game.move("Ann", "consent", declaration="d1", all=True)


@rule("consent.one_at_a_time", "consent.objection")
@pytest.mark.parametrize("move", ["consent", "object"])
def test_the_mover_is_not_asked(move: str) -> None:
    declared(DOG).refused("Cy", Code.NOT_ASKED, move, declaration="d1", **ANSWERS[move])


@rule("consent.one_at_a_time")
@pytest.mark.parametrize(("move", "fields"), list(ANSWERS.items()))
def test_a_move_about_an_unknown_declaration_is_refused(move: str, fields: dict[str, Any]) -> None:
    game_of("Ann", "Bo").refused("Bo", Own.UNKNOWN_DECLARATION, move, declaration="d1", **fields)


@rule("consent.one_at_a_time")
def test_a_later_failure_is_not_paid_and_leaves_the_earlier_actions_recorded() -> None:
    game = declared(DOG, CAT).grant("Bo", story=1)
    for name in ("Ann", "Bo"):
        game.move(name, "consent", declaration="d1")
    game.changes("Bo", {**CAT, "label": "CAT-5"})
    game.move("Ann", "consent", declaration="d1")
    judgement = game.move("Bo", "consent", declaration="d1")
    failed = {"declaration": "d1", "action": 2, "code": "similar", "rule": "network.similar"}
    assert effect("action_failed", **failed) in judgement.effects
    assert [game.shown(id) for id in ("n2", "n3")] == ["Dog", "CAT-5"]
    assert (game.tokens("Cy").story, game.account("escrow:d1").total) == (5 - 1, 0)


def objection(game: Game, name: str, ground: str = "fiction") -> Any:
    """Let a seat object to the open action of `d1`."""
    return game.move(name, "object", declaration="d1", ground=ground, reason="He is dead. ")


@rule("consent.objection", "consent.spent", "consent.negotiate")
@pytest.mark.parametrize("ground", ["fiction", "authorship"])
def test_an_objection_names_its_ground_and_stops_the_action_which_is_not_spent(ground: str) -> None:
    game = declared(DOG)
    judgement = objection(game, "Ann", ground)
    assert judgement.effects == (
        effect("objected", declaration="d1", seat="s1", ground=ground, reason="He is dead."),
    )
    assert tags(game.move("Bo", "consent", declaration="d1")) == ["consented"]
    assert game.awaited()["negotiate"] == ("Cy",)
    assert game.account("escrow:d1").story == 1


@rule("consent.objection", "change.strike")
def test_a_bogus_action_goes_on_and_may_be_struck() -> None:
    game = declared(DOG)
    judgement = objection(game, "Ann", "bogus")
    assert "change.strike" in cited(judgement)
    assert "action_recorded" in tags(game.move("Bo", "consent", declaration="d1"))


@rule("consent.objection")
def test_the_last_answer_may_be_that_it_is_bogus() -> None:
    game = declared(DOG)
    game.move("Bo", "consent", declaration="d1")
    assert tags(objection(game, "Ann", "bogus"))[-1] == "declaration_closed"


@rule("consent.objection")
@pytest.mark.parametrize(("ground", "goes_on"), [("authorship", False), ("bogus", True)])
def test_an_objection_may_be_put_on_another_ground_only(ground: str, goes_on: bool) -> None:
    game = declared(DOG)
    objection(game, "Ann")
    again = {"declaration": "d1", "ground": "fiction", "reason": "Again."}
    game.refused("Ann", Code.ALREADY_ANSWERED, "object", **again)
    objection(game, "Ann", ground)
    judgement = game.move("Bo", "consent", declaration="d1")
    assert ("action_recorded" in tags(judgement)) == goes_on


@rule("consent.objection")
def test_an_objection_is_withdrawn_by_consenting() -> None:
    game = declared(DOG)
    objection(game, "Ann")
    game.move("Bo", "consent", declaration="d1")
    assert "action_recorded" in tags(game.move("Ann", "consent", declaration="d1"))


@rule("consent.objection")
def test_consent_may_become_an_objection_while_others_are_asked() -> None:
    game = declared(DOG)
    game.move("Ann", "consent", declaration="d1", all=True)
    objection(game, "Ann")
    assert "action_recorded" not in tags(game.move("Bo", "consent", declaration="d1"))


@rule("consent.negotiate")
def test_an_action_that_is_withdrawn_costs_nothing() -> None:
    game = declared(DOG)
    objection(game, "Ann")
    judgement = game.move("Cy", "withdraw", declaration="d1")
    assert judgement.effects[-1] == effect(
        "declaration_closed", declaration="d1", outcome="withdrawn"
    )
    assert game.tokens("Cy").story == 5


@rule("consent.negotiate", "consent.one_at_a_time")
def test_the_action_after_a_withdrawn_one_comes_up() -> None:
    judgement = declared(DOG, CAT).move("Cy", "withdraw", declaration="d1")
    assert judgement.effects[-1] == effect(
        "action_opened", declaration="d1", action=2, asked=("s1", "s2")
    )


@rule("consent.negotiate")
def test_all_that_is_left_may_be_withdrawn_at_once() -> None:
    judgement = declared(DOG, CAT).move("Cy", "withdraw", declaration="d1", rest=True)
    assert judgement.effects[-1] == effect(
        "declaration_closed", declaration="d1", outcome="withdrawn"
    )


@rule("consent.negotiate")
def test_an_action_that_refers_to_a_withdrawn_one_fails() -> None:
    game = declared(DOG, action("strengthen", element="a1.node"))
    judgement = game.move("Cy", "withdraw", declaration="d1")
    failed, closed = judgement.effects[-2:]
    assert (failed.code, failed.rule) == (Own.UNKNOWN_RESULT, "consent.declare")
    assert closed == effect("declaration_closed", declaration="d1", outcome="failed")


@rule("consent.negotiate")
@pytest.mark.parametrize("whole", [False, True], ids=["to one action", "to the whole"])
def test_a_reworded_action_is_open_again_to_all_who_had_consented(*, whole: bool) -> None:
    game = declared(DOG)
    game.move("Bo", "consent", declaration="d1", all=whole)
    objection(game, "Ann")
    judgement = game.move("Cy", "reword", declaration="d1", wording=CAT)
    assert judgement.effects[-1] == effect(
        "action_opened", declaration="d1", action=1, asked=("s1", "s2")
    )


@rule("consent.negotiate", "token.pay")
def test_a_rewording_is_paid_instead_of_the_replaced_action() -> None:
    game = declared(DOG)
    game.move("Cy", "reword", declaration="d1", wording=action("weaken", element="n1"))
    assert str(game.account("escrow:d1")) == "1 development"
    assert game.tokens("Cy").story == 5


@rule("consent.negotiate")
def test_a_rewording_has_to_be_possible() -> None:
    refused = {"declaration": "d1", "wording": action("repair", element="n1")}
    declared(DOG).refused("Cy", Own.NOTHING_TO_REPAIR, "reword", **refused)


@rule("consent.negotiate")
@pytest.mark.parametrize(("move", "fields"), [("withdraw", {}), ("reword", {"wording": CAT})])
def test_only_the_mover_negotiates(move: str, fields: dict[str, Any]) -> None:
    refusal = declared(DOG).refused("Bo", Own.NOT_THE_MOVER, move, declaration="d1", **fields)
    assert refusal.facts == {"declaration": "d1", "seat_name": "Cy"}


@rule("consent.one_at_a_time", "change.strike")
def test_a_strike_in_the_midst_of_a_declaration_is_recorded_without_asking() -> None:
    game = declared(action("strike", element="n1"), CAT)
    assert effect("action_recorded", declaration="d1", action=1, made={}) in game.log[-1].effects
    assert game.shown("n1") == "Park!X"


@rule("consent.one_at_a_time")
def test_an_observer_is_not_asked() -> None:
    game = in_run("Ann", "Bo")
    game.move("Ann", "add_seat", kind="observer", name="Dee")
    game.move("s3", "take_seat", name="Dee")
    park = game.node("Ann", "Park")
    game.grant("Bo", development=1).declares("Bo", action("weaken", element=park))
    assert ActionRecorded not in map(type, game.log[-1].effects)
    assert game.awaited()["consent"] == ("Ann",)


def taken_up(by: str) -> Game:
    """Return a table where tokens or dice decide about Cy's contested action."""
    game = declared(DOG, CAT)
    objection(game, "Bo", "authorship" if by == "override" else "fiction")
    dice = {"reason": "No."} if by == "call_conflict" else {}
    game.move("Cy", by, declaration="d1", **dice)
    return game


@rule("consent.spent", "consent.negotiate")
@pytest.mark.parametrize("by", ["override", "call_conflict"])
@pytest.mark.parametrize(("move", "fields"), list(ANSWERS.items()))
def test_nobody_answers_or_negotiates_an_action_that_tokens_or_dice_decide_about(
    by: str, move: str, fields: dict[str, Any]
) -> None:
    name = "Cy" if move in ("reword", "withdraw") else "Ann"
    refusal = taken_up(by).refused(name, Own.CONTESTED, move, declaration="d1", **fields)
    assert (refusal.rule, refusal.facts["action_number"]) == ("consent.spent", 1)


@rule("consent.spent")
@pytest.mark.parametrize("by", ["override", "call_conflict"])
def test_the_price_of_a_contested_action_is_spent_from_the_start(by: str) -> None:
    game = taken_up(by)
    assert "consent.spent" in [applied.rule for applied in game.log[-1].ruling.rules]
    assert game.account("escrow:d1").total == 0
    # The override also costs one token, because the Park's power is 1.
    assert game.tokens("Cy").story == (3 if by == "override" else 4)


@rule("consent.spent", "conflict.conclude")
def test_an_action_that_dice_have_decided_against_is_lost_and_the_next_comes_up() -> None:
    game = taken_up("call_conflict")
    for name in ("Ann", "Bo", "Cy"):
        game.move(name, "stand_aside")
    effects = game.log[-1].effects
    assert effect("action_lost", declaration="d1", action=1) in effects
    opened = effect("action_opened", declaration="d1", action=2, asked=("s1", "s2"))
    assert opened in effects


@rule("consent.one_at_a_time")
@pytest.mark.parametrize("move", ["consent", "object"])
def test_an_answer_that_names_its_action_counts_for_no_other(move: str) -> None:
    game, answer = declared(DOG, CAT), {"declaration": "d1", **ANSWERS[move]}
    refusal = game.refused("Ann", Own.ACTION_PAST, move, action=2, **answer)
    assert refusal.facts == {"declaration": "d1", "action_number": 2, "open_action_number": 1}
    game.move("Ann", move, action=1, **answer)
    game.refused("Ann", Code.ALREADY_ANSWERED, move, action=2, **answer)
