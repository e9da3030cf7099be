"""Conflicts: calling, joining, goals and their prices, the GM's interest."""

import pytest

from tests.support.conflict import (
    aside,
    call,
    conflict_of,
    fighter,
    gathered,
    goal,
    join,
    moved,
    narrated,
    participant,
    stop,
    trade,
)
from tests.support.play import Game, action, cited, effect, in_load, in_run, rule, saw, tags
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import NodeId
from verger.domain.games.verge.reason import Code as Own


def at_odds(*names: str) -> Game:
    """Return a table where Bo wants Sarasvati to love Gil, and Ann objects within the fiction."""
    game = in_run(*names).grant("Bo", story=5)
    gil = game.node("Ann", "Gil Bates!!")
    game.declares("Bo", action("create", label="Sarasvati", edge="loves", other=gil))
    game.move("Ann", "object", declaration="d1", ground="fiction", reason="Not Gil!")
    return game


def called(*names: str) -> tuple[Game, NodeId]:
    """Return a conflict that Bo has just called, and the id of Bo's node Knight."""
    game = in_run(*names)
    knight = fighter(game, "Bo", 3)
    call(game, "Bo")
    return game, knight


@rule("conflict.call")
def test_any_seat_calls_a_conflict_and_has_the_spotlight() -> None:
    judgement = call(in_run("Ann", "Bo", "Cy"), "Cy")
    (happened,) = judgement.effects
    assert (happened.conflict, happened.spotlight) == ("c1", "s3")
    assert happened.asked == ("s1", "s2", "s3")
    assert happened.notice is None


@rule("conflict.call")
def test_conflicts_belong_to_run() -> None:
    game = in_load("Ann", "Bo")
    refusal = game.refused("Bo", Code.WRONG_STEP, "call_conflict", reason="Now!")
    assert refusal.facts == {"step_needed": "run", "step": "load"}


@rule("conflict.call", "conflict.goals", "consent.spent")
def test_an_action_that_is_contested_within_the_fiction_is_the_first_goal_and_is_spent() -> None:
    game = at_odds("Ann", "Bo")
    judgement = call(game, "Bo", declaration="d1")
    assert effect("taken_to_dice", declaration="d1", action=1, conflict="c1") in judgement.effects
    (stated,) = conflict_of(game).goals
    assert (stated.by, stated.target, stated.declaration) == ("s2", "n1", "d1")
    assert moved(judgement) == [(1, "story", "escrow:d1", "bank", "token.pay")]
    game.refused("Bo", Own.CONTESTED, "withdraw", declaration="d1")


@rule("conflict.call")
def test_only_a_declaration_with_an_objection_is_taken_to_dice() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    dice = {"reason": "Dice!", "declaration": "d1"}
    game.refused("Ann", Own.UNKNOWN_DECLARATION, "call_conflict", **dice)
    game.declares("Bo", action("strengthen", element=game.node("Ann", "Park")))
    refused = game.refused("Ann", Own.NOT_CONTESTED, "call_conflict", **dice)
    assert refused.remedy == "Object to it first, with `object` on the ground `fiction`."


def contested(ground: str, nature: str = "backstory", kind: str = "strengthen") -> Game:
    """Return a table where Ann objects to Bo's declaration on this ground."""
    game = in_run("Ann", "Bo", "Cy").grant("Bo", story=1)
    game.declares("Bo", action(kind, element=game.node("Ann", "Park", "person"), nature=nature))
    game.move("Ann", "object", declaration="d1", ground=ground, reason="No!")
    return game


@rule("conflict.call", "consent.objection", "override.allowed")
@pytest.mark.parametrize("nature", ["fiction", "backstory"])
@pytest.mark.parametrize("name", ["Ann", "Bo"])
def test_only_an_objection_within_the_fiction_is_for_dice(name: str, nature: str) -> None:
    dice = {"reason": "Dice!", "declaration": "d1"}
    refusal = contested("authorship", nature).refused(
        name, Own.NOT_FOR_DICE, "call_conflict", **dice
    )
    assert "there is no objection within the fiction" in refusal.sentence
    judgement = contested("fiction", nature).move(name, "call_conflict", **dice)
    assert "taken_to_dice" in tags(judgement)


@rule("character.claim")
def test_a_claim_is_never_for_dice() -> None:
    game = contested("fiction", "fiction", "claim")
    game.refused("Bo", Own.NOT_FOR_DICE, "call_conflict", reason="Dice!", declaration="d1")


def raised() -> Game:
    """Return a table where Bo overrides an objection and Ann has raised the price."""
    game = contested("authorship").grant("Bo", story=4).grant("Ann", story=2)
    game.move("Bo", "override", declaration="d1")
    game.move("Ann", "raise_override", declaration="d1", by=1, complication="A storm comes.")
    return game


@rule("override.match", "conflict.call")
def test_a_raise_may_always_be_taken_to_dice_by_the_mover() -> None:
    game = raised()
    game.refused("Ann", Own.NOT_THE_MOVER, "call_conflict", reason="No!", declaration="d1")
    judgement = call(game, "Bo", declaration="d1")
    # The price was already spent.
    assert ("taken_to_dice" in tags(judgement), moved(judgement)) == (True, [])


@rule("conflict.call")
def test_a_player_joins_once_with_the_own_character() -> None:
    game, knight = called("Ann", "Bo")
    judgement = join(game, "Bo", knight, goal(knight))
    joined = effect("conflict_joined", conflict="c1", seat="s2", node=knight, goal=1)
    assert joined in judgement.effects
    game.refused("Bo", Code.ALREADY_ANSWERED, "stand_aside")


@rule("conflict.call")
def test_the_gm_joins_with_any_node_that_no_player_claims() -> None:
    game, knight = called("Ann", "Bo")
    alarm = game.node("Bo", "Alarm System")
    game.refused("Ann", Own.NOT_THIS_NODE, "join_conflict", node=knight, goal=goal(alarm))
    join(game, "Ann", alarm, goal(knight))
    assert participant(game, "Ann").node == alarm
    # A node can take part for only one seat.
    refusal = game.refused("Bo", Own.NODE_TAKEN, "join_conflict", node=alarm, goal=1)
    assert refusal.facts["seat_name"] == "Ann"


@rule("conflict.call")
def test_a_player_joins_with_a_node_that_it_created_and_nobody_else_claims() -> None:
    game, _ = called("Ann", "Bo", "Cy")
    lobby, thugs = game.node("Ann", "Gun Lobby"), game.node("Bo", "Thugs")
    aliana = game.node("Bo", "Aliana", "person")
    game.given(effect("character_claimed", seat="s3", node=aliana))
    for node in (lobby, aliana):
        game.refused("Bo", Own.NOT_THIS_NODE, "join_conflict", node=node, goal=goal(node))
    join(game, "Bo", thugs, goal(lobby))
    assert participant(game, "Bo").node == thugs


@rule("conflict.call", "mark.elimination")
def test_an_element_that_has_left_the_fiction_takes_no_part() -> None:
    game, _ = called("Ann", "Bo")
    gone = game.node("Ann", "Ghost")
    game.given(effect("element_eliminated", element=gone, cause="strikes"))
    game.refused("Ann", Own.ELIMINATED, "join_conflict", node=gone, goal=goal(gone))


@rule("conflict.call")
def test_once_everyone_has_answered_nobody_joins() -> None:
    game = gathered(in_run("Ann", "Bo", "Cy"), Ann=2, Bo=2)
    refusal = game.refused("Cy", Own.WRONG_STAGE, "stand_aside")
    assert refusal.facts["conflict_stage"] == "rolling"


@rule("conflict.call")
def test_rolling_begins_when_everyone_has_joined_or_stands_aside() -> None:
    game, knight = called("Ann", "Bo", "Cy")
    join(game, "Bo", knight, goal(knight))
    alarm = game.node("Ann", "Alarm")
    assert "rolling_began" not in tags(join(game, "Ann", alarm, goal(knight)))
    judgement = game.move("Cy", "stand_aside")
    assert judgement.effects[:1] == (effect("stood_aside", conflict="c1", seat="s3"),)
    assert tags(judgement)[1:] == ["rolling_began"]


@rule("conflict.goals")
def test_every_participant_has_their_own_goal_or_shares_another_s() -> None:
    game, knight = called("Ann", "Bo", "Cy")
    join(game, "Bo", knight, goal(knight, statement="To get away."))
    aliana = fighter(game, "Cy", 1)
    game.refused("Cy", Own.UNKNOWN_GOAL, "join_conflict", node=aliana, goal=2)
    join(game, "Cy", aliana, 1)
    assert [participant(game, name).goal for name in ("Bo", "Cy")] == [1, 1]


@rule("conflict.goals", "change.weaken")
def test_a_goal_s_changes_are_paid_for_when_it_is_stated() -> None:
    game, knight = called("Ann", "Bo")
    game.grant("Ann", development=4)
    alarm, trait = game.node("Ann", "Alarm"), game.node("Bo", "Hyperintelligence!!!!!")
    changes = [action("weaken", element=trait)] * 4
    judgement = join(game, "Ann", alarm, goal(knight, *changes))
    assert moved(judgement) == [(1, "development", "seat:s1", "bank", "token.pay")] * 4
    assert game.shown(trait) == "Hyperintelligence!!!!!"


@rule("conflict.goals", "token.pay")
def test_a_goal_that_cannot_be_or_cannot_be_paid_for_is_not_stated() -> None:
    game, knight = called("Ann", "Bo")
    game.grant("Bo", story=1, development=1)
    park = game.node("Ann", "Park")
    for code, wanted in (
        (Own.UNKNOWN_ELEMENT, goal("n9")),
        (Own.NOTHING_TO_REPAIR, goal(knight, action("repair", element=knight))),
        (Code.NOT_ENOUGH_TOKENS, goal(park, *[action("strengthen", element=park)] * 2)),
    ):
        game.refused("Bo", code, "join_conflict", node=knight, goal=wanted)
    assert str(game.tokens("Bo")) == "1 story, 1 development"


@rule("conflict.goals", "token.boost")
def test_a_goal_may_be_paid_for_with_boosts() -> None:
    game, knight = called("Ann", "Bo")
    game.grant("Bo", boost=1)
    park = game.node("Ann", "Park")
    change = action("strengthen", element=park, payment={"boost": 1})
    join(game, "Bo", knight, goal(park, change))
    assert (game.tokens("Bo").boost, game.tokens("Ann").boost) == (0, 1)


@rule("token.interest")
def test_knight_carson_and_aliana_light_earn_the_gm_seven_tokens() -> None:
    game = in_run("Ann", "Bo", "Cy")
    carson = game.character("Bo", "Knight Carson!!?!!")
    aliana = game.character("Cy", "Aliana Light!!!!")
    call(game, "Cy")
    join(game, "Cy", aliana, goal(carson))
    join(game, "Bo", carson, goal(aliana))
    assert game.tokens("Ann").story == 3 + 4


@rule("token.interest")
@pytest.mark.parametrize("text", ["Knight", "Knight!??", "Knight??"])
def test_a_character_without_power_earns_the_gm_nothing(text: str) -> None:
    game = in_run("Ann", "Bo")
    knight = game.character("Bo", text)
    call(game, "Bo")
    judgement = join(game, "Bo", knight, goal(knight))
    assert (moved(judgement), saw(judgement, "token.interest")["tokens_gained"]) == ([], 0)


@rule("token.interest")
def test_an_antagonist_earns_the_gm_nothing() -> None:
    game, knight = called("Ann", "Bo")
    thugs, guards = game.node("Bo", "Thugs!!!!"), game.node("Ann", "Guards!!!!")
    judgements = [join(game, "Bo", thugs, goal(knight)), join(game, "Ann", guards, 1)]
    assert [moved(judgement) for judgement in judgements] == [[], []]
    assert "token.interest" not in cited(judgements[0])


@rule("conflict.call", "conflict.conclude")
def test_the_gm_s_antagonist_fights_a_player_s_character() -> None:
    game = narrated(in_run("Ann", "Bo"), Ann="6621", Bo="555")
    stop(game)
    trade(game, "Ann", "123")
    judgement = trade(game, "Bo", "1234")
    assert effect("conflict_closed", conflict="c1", outcome="won") in judgement.effects
    assert game.state.play.conflict is None


@rule("conflict.call")
def test_the_next_conflict_has_another_number() -> None:
    game, _ = called("Ann", "Bo")
    aside(game)
    call(game, "Ann")
    assert conflict_of(game).id == "c2"


@rule("conflict.drop")
def test_you_may_give_up_before_the_dice_fall() -> None:
    game = in_run("Ann", "Bo", "Cy")
    mine, hers = fighter(game, "Bo", 2), fighter(game, "Cy", 2)
    call(game, "Bo")
    join(game, "Bo", mine, goal(mine))
    game.move("Bo", "drop_out")
    join(game, "Cy", hers, goal(hers))
    judgement = game.move("Ann", "stand_aside")
    assert effect("conflict_decided", conflict="c1", goal=2, virtual=None) in judgement.effects
