"""Tests of several characters: assistance, teamwork, and the characters that may join."""

from typing import Any

import pytest

from tests.support.afterverse import (
    LIFT,
    WIT,
    Game,
    cited,
    in_session,
    rule,
    saw,
    seated,
    sheet,
    skill,
    special,
)
from verger.domain.core.reason import Code
from verger.domain.games.afterverse.reason import Code as Own

LEAD = skill("MAN", "Leadership")
OPEN = {"threshold": "open", "hits": 3}


def guarded() -> Game:
    """Return a table with five guards of the GM, c1 to c5. Nobody has chutzpah."""
    game = in_session()
    for name in ("Two", "Three"):
        game.thing(name)
    for id in ("c1", "c2"):
        game.move("Ann", "take_points", character=id, kind="chutzpah", points=3)
    return game


def lifted(game: Game, *rolls: tuple[str, tuple[int, ...]]) -> None:
    """Have each character roll these dice for its part of the debris."""
    for id, dice in rolls:
        hand = {"c1": "Bo", "c2": "Cy"}.get(id, "Ann")
        game.rolls(hand, id, *dice)


FIVE = (
    ("c1", (5, 1, 1, 1)),
    ("c2", (5, 5, 5, 1)),
    ("c3", (6, 6, 1, 1)),
    ("c4", (1, 1, 1, 1)),
    ("c5", (5, 5, 5, 5)),
)
"""Five rolls of four dice: 1, 3, 2, 0 and 4 hits."""


def debris(**fields: Any) -> Game:
    """Have five characters lift a piece of debris. The second character leads."""
    game = guarded()
    game.calls("c1", "c2", "c3", "c4", "c5", pool=WIT, form="teamwork", **fields)
    game.joins("Cy", "t1", "leader", "c2", LEAD)
    return game


@rule("team.teamwork")
def test_five_lift_and_the_best_three_rolls_count_after_three_hits_of_leadership() -> None:
    game = debris(threshold=OPEN)
    assert game.awaited()["roll"] == ("Cy",)
    game.refused("Bo", Own.OTHERS_FIRST, "roll", test="t1", character="c1")
    game.rolls("Cy", "c2", 5, 5, 5, 1, 1, 1)
    lifted(game, *FIVE)
    assert game.outcome() == (4 + 3 + 2, "success", "no")


@rule("team.teamwork", "glitch.roll")
def test_after_a_glitch_in_leading_them_the_lowest_count() -> None:
    game = debris(threshold=OPEN, glitch="open", together=True)
    game.rolls("Cy", "c2", 5, 5, 5, 1, 1, 1, 1, 1)
    *most, (last, dice) = FIVE
    lifted(game, *most, (last, (*dice, 2, 2, 2)))
    assert game.outcome() == (0 + 1 + 2, "success", "no")
    assert game.view()["done"][0]["rolls"] == "lowest"


@rule("team.teamwork", "glitch.hidden")
@pytest.mark.parametrize(("rolls", "counted"), [("highest", 9), ("lowest", 3)])
def test_with_its_glitch_dice_face_down_the_gm_says_which_rolls_count(
    rolls: str, counted: int
) -> None:
    game = debris(threshold=OPEN, glitch="hidden", together=True)
    game.rolls("Cy", "c2", 5, 5, 5, 1, 1, 1, 1, 1)
    *most, (last, dice) = FIVE
    lifted(game, *most, (last, (*dice, 2, 2, 2, 1)))
    assert game.awaited() == {"count_rolls": ("Ann",), "call_test": ("Ann",)}
    game.refused("Bo", Code.GM_ONLY, "count_rolls", test="t1", rolls=rolls)
    game.move("Ann", "count_rolls", test="t1", rolls=rolls)
    assert game.outcome()[0] == counted
    assert game.view()["done"][0]["rolls_borne_out"] is None
    ruling = game.move("Ann", "reveal_note", note="k1").ruling
    assert game.view()["done"][0]["rolls_borne_out"] is (rolls == "lowest")
    assert ("The GM had counted the highest rolls" in ruling.sentence) is (rolls == "highest")


@rule("team.teamwork")
def test_once_revealed_the_glitch_dice_say_which_rolls_count() -> None:
    game = debris(glitch="hidden", together=True)
    game.rolls("Cy", "c2", 5, 5, 5, 1, 1, 1, 1, 1)
    *most, (last, dice) = FIVE
    lifted(game, *most, (last, (*dice, 2, 2, 2, 1)))
    game.move("Ann", "reveal_note", note="k1")
    game.refused("Ann", Own.NOT_WHAT_IS_REVEALED, "count_rolls", test="t1", rolls="highest")
    game.move("Ann", "count_rolls", test="t1", rolls="lowest")
    assert game.outcome()[0] == 3


@rule("team.teamwork")
def test_nobody_has_to_choose_if_all_rolls_count() -> None:
    game = guarded()
    game.calls("c1", "c2", pool=WIT, form="teamwork", glitch="hidden")
    game.joins("Ann", "t1", "leader", "c3", LEAD)
    game.refused("Ann", Own.NOTHING_TO_TELL, "count_rolls", test="t1", rolls="highest")
    game.rolls("Ann", "c3", 5, 5, 1, 1, 1, 1, 1, 1)
    lifted(game, ("c1", (5, 1, 1, 1, 3, 3)), ("c2", (5, 5, 1, 1, 3, 3)))
    assert game.outcome()[0] == 3


@rule("team.teamwork")
def test_leadership_without_a_hit_opens_no_teamwork() -> None:
    game = debris(threshold=OPEN)
    judgement = game.rolls("Cy", "c2", 1, 1, 1, 1, 1, 1)
    assert "there is no teamwork" in judgement.ruling.sentence
    assert (game.view()["tests"], game.view()["done"]) == ((), ())


@rule("team.teamwork", "chutzpah.bank")
def test_luck_in_rolls_that_nobody_leads_comes_back() -> None:
    game = in_session()
    game.calls("c1", "c2", pool=WIT, form="teamwork")
    game.joins("Cy", "t1", "leader", "c2", LEAD)
    game.move("Cy", "good_luck", test="t1", character="c2")
    game.move("Bo", "good_luck", test="t1", character="c1")
    game.rolls("Cy", "c2", 1, 1, 1, 1, 1, 1)
    assert (game.points("c1", "chutzpah"), game.points("c2", "chutzpah")) == (3, 2)


@rule("team.allowed", "glitch.risk")
def test_each_new_team_member_takes_the_risk_of_the_test_even_if_the_first_changed_theirs() -> None:
    game = in_session()
    game.calls("c1", pool=WIT, form="assistance", risk=2)
    game.move("Bo", "take_time", test="t1", character="c1")
    game.move("Bo", "long_shot", test="t1", character="c1", dice=5)
    game.joins("Cy", "t1", "assistant", "c2")
    assert [one.risk for one in game.test("t1").actors] == [6, 2]


@rule("team.teamwork")
def test_a_character_that_declines_is_not_counted() -> None:
    game = debris()
    game.rolls("Cy", "c2", 5, 5, 5, 1, 1, 1)
    for name, id in (("Bo", "c1"), ("Ann", "c3"), ("Ann", "c4")):
        game.move(name, "let_be", test="t1", character=id)
    lifted(game, FIVE[1], FIVE[4])
    assert game.outcome()[0] == 7


@rule("team.assist")
def test_assistants_hits_are_dice_of_the_main_actor() -> None:
    game = guarded()
    game.calls("c1", "c3", pool=WIT, form="assistance", threshold=OPEN)
    game.joins("Cy", "t1", "assistant", "c2", WIT)
    game.refused("Bo", Own.OTHERS_FIRST, "roll", test="t1", character="c1")
    lifted(game, ("c3", (5, 5, 1, 1)), ("c2", (6, 1, 1, 1)))
    judgement = game.rolls("Bo", "c1", 5, 5, 5, 1, 1, 1, 2)
    assert (game.outcome(), len(game.test("t1").results)) == ((3, "success", "no"), 1)
    assert saw(judgement, "team.assist")["dice_added"] == 3


@rule("team.assist")
def test_only_help_may_give_dice_to_a_character_that_has_none() -> None:
    game = guarded()
    game.calls("c1", pool=special("PER", "Orbits"), form="assistance")
    game.joins("Ann", "t1", "assistant", "c3", WIT)
    assert game.options("Bo", "roll") == []
    game.rolls("Ann", "c3", 5, 1, 1, 1)
    game.rolls("Bo", "c1", 6)
    assert game.outcome()[0] == 1


@rule("team.allowed")
@pytest.mark.parametrize(
    ("form", "role"),
    [("alone", "assistant"), ("assistance", "member"), ("teamwork", "assistant")],
)
def test_the_gm_opens_a_test_to_assistance_or_teamwork_or_neither(form: str, role: str) -> None:
    game = guarded()
    game.calls("c1", form=form)
    actor = {"character": "c2", "pool": LIFT}
    game.cannot_join("Cy", Own.ROLE_NOT_OPEN, test="t1", role=role, actor=actor)
    assert role not in {part["role"] for part in game.parts("Cy")}


@rule("team.allowed")
def test_players_propose_their_own_characters_with_a_pool_and_the_gm_allows_it() -> None:
    game = guarded()
    game.calls("c1", form="assistance")
    wanted = {"test": "t1", "role": "assistant", "actor": {"character": "c2", "pool": WIT}}
    game.cannot_join("Bo", Own.NOT_YOUR_CHARACTER, **wanted)
    proposal = game.proposes("Cy", "join_test", **wanted)
    assert (game.awaited()["agreement"], len(game.test("t1").actors)) == (("Ann",), 1)
    assert "team.allowed" in cited(game.move("Ann", "agree", proposal=proposal))
    assert game.test("t1").actors[1].named == "WIL + PER"


@rule("team.allowed")
def test_a_character_that_the_gm_names_joins_at_once() -> None:
    game = guarded()
    game.calls("c1", form="assistance")
    wanted = {"test": "t1", "role": "assistant", "actor": {"character": "c2", "pool": WIT}}
    game.proposes("Ann", "join_test", **wanted)
    assert len(game.test("t1").actors) == 2
    game.cannot_join("Ann", Own.ALREADY_IN_TEST, **wanted)


@rule("team.allowed")
def test_a_request_that_the_gm_has_not_allowed_before_the_roll_lapses() -> None:
    game = guarded()
    game.calls("c1", pool=WIT, form="assistance")
    wanted = {"test": "t1", "role": "assistant", "actor": {"character": "c2", "pool": WIT}}
    proposal = game.proposes("Cy", "join_test", **wanted)
    game.rolls("Bo", "c1", 1, 1, 1, 1)
    judgement = game.move("Ann", "agree", proposal=proposal)
    assert "It is no longer possible" in judgement.ruling.sentence


@rule("team.allowed")
def test_nobody_asks_to_join_without_a_gm_to_allow_it() -> None:
    game = guarded()
    game.calls("c1", form="assistance")
    wanted = {"test": "t1", "role": "assistant", "actor": {"character": "c2", "pool": WIT}}
    assert len(game.parts("Cy")) == 1
    game.move("Cy", "signal")
    game.cannot_join("Cy", Code.PAUSED, **wanted)
    game.agreed("Cy", "resume_play")
    game.move("Ann", "leave")
    game.cannot_join("Cy", Code.SEAT_NOT_TAKEN, **wanted)
    assert game.parts("Cy") == []


@rule("team.teamwork")
def test_a_team_is_led_with_leadership() -> None:
    game = guarded()
    game.calls("c1", form="teamwork")
    wanted = {"test": "t1", "role": "leader"}
    for pool in (LIFT, skill("INT", "Tactics"), special("PER", "Terrain")):
        actor = {"character": "c1", "pool": pool}
        game.cannot_join("Bo", Own.NOT_LEADERSHIP, **wanted, actor=actor)
    game.joins("Bo", "t1", "leader", "c1", skill("BOD", "Leadership"))
    assert game.test("t1").actors[1].pool == 7


@rule("team.teamwork")
def test_a_specialization_of_leadership_leads_too() -> None:
    game = guarded()
    orders = {"name": "Orders", "skill": "Leadership", "requisite": 1, "held": True}
    game.thing("Captain", specializations=[orders])
    game.calls("c1", form="teamwork")
    game.joins("Ann", "t1", "leader", "c6", special("MAN", "Orders"))
    assert game.test("t1").actors[1].pool == 3 + 3 + 2


UNLED: dict[str, Any] = {"skills": [], "specializations": []}


@rule("team.teamwork")
def test_there_is_no_teamwork_if_nobody_can_lead() -> None:
    game = Game()
    seated(game, "A game of Afterverse", "Ann", "Bo")
    game.writes("Bo", "Mia", **UNLED)
    game.agreed("Bo", "begin_session")
    acting = [{"character": "c1", "pool": LIFT}]
    fields = {"about": "It.", "form": "teamwork", "actors": acting}
    game.refused("Ann", Own.NOBODY_LEADS, "call_test", **fields)


@rule("team.teamwork", "test.call")
def test_the_test_is_called_off_if_nobody_can_lead_any_more() -> None:
    game = in_session("Ann", "Bo")
    game.calls("c1", form="teamwork")
    changed = {"sheet": sheet(**UNLED)}
    game.agreed("Ann", "write_sheet", name="X", seat="s2", character="c1", **changed)
    game.agreed("Ann", "write_sheet", name="Guard", character="c2", **changed)
    assert game.awaited()["call_off"] == ("Ann",)
    game.move("Ann", "call_off", test="t1")


@rule("team.allowed")
def test_nobody_joins_after_the_main_roll_nor_twice() -> None:
    game = guarded()
    game.calls("c1", "c3", pool=WIT, form="teamwork")
    twice = {"test": "t1", "role": "member", "actor": {"character": "c3", "pool": WIT}}
    game.cannot_join("Ann", Own.ALREADY_IN_TEST, **twice)
    game.joins("Ann", "t1", "leader", "c3", LEAD)
    game.rolls("Ann", "c3", 5, 5, 1, 1, 1, 1)
    game.rolls("Bo", "c1", 1, 1, 1, 1)
    late = {"test": "t1", "role": "member", "actor": {"character": "c4", "pool": WIT}}
    game.cannot_join("Ann", Own.ROLE_NOT_OPEN, **late)
