"""Maneuvers: aspects placed on anything, their free invokes, and how they end."""

import pytest

from tests.support.edgerunner import Game, in_conflict, rule, saw
from verger.domain.games.edgerunner.model.aspect import Aspects
from verger.domain.games.edgerunner.outcome import free_invokes_for
from verger.domain.games.edgerunner.reason import Code as Own

DEEP_COVER = {"skill": "Athletics", "aspect": "Dug  in"}


def placed(*dice: int, target: str = "c1") -> Game:
    """Return a game: Gatto or others have dug in, with Athletics of 3. Aspect a1 is his jamming gun."""
    game = in_conflict()
    game.acts("c1", "maneuver", dice, target=target, **DEEP_COVER)
    game.stands("c1")
    return game


@rule("action.maneuver")
@pytest.mark.parametrize(
    ("shifts", "invokes"), [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (9, 3)]
)
def test_free_invokes_come_at_1_3_and_6_shifts(shifts: int, invokes: int) -> None:
    assert free_invokes_for(shifts) == invokes


@rule("action.maneuver")
@pytest.mark.parametrize(
    ("dice", "invokes"),
    [((-1, -1, -1, 0), 0), ((-1, -1, 0, 0), 1), ((0, 0, 0, 0), 2), ((1, 1, 1, 0), 3)],
)
def test_an_aspect_has_as_many_boxes_as_free_invokes(dice: tuple[int, ...], invokes: int) -> None:
    aspect = placed(*dice).view().aspects[1]
    assert (aspect.name, aspect.free_invokes, aspect.boxes) == ("Dug in", invokes, invokes)


@rule("action.maneuver")
def test_below_0_shifts_no_aspect_is_placed() -> None:
    assert len(placed(-1, -1, -1, -1).view().aspects) == 1


@rule("action.maneuver")
@pytest.mark.parametrize("target", ["z1", "b1", "c1", "c4"])
def test_zones_borders_equipment_and_characters_take_aspects(target: str) -> None:
    game = in_conflict()
    game.places(game.sheet("Crate", None, kind="thing"), "z1")
    game.acts("c1", "maneuver", (0, 0, 0, 0), target=target, **DEEP_COVER)
    game.stands("c1", *[target] if target == "c4" else [])
    assert game.view().aspects[1].on == target


@rule("action.maneuver")
def test_distance_takes_no_shifts_off_a_maneuver() -> None:
    game = placed(0, 0, 0, 0, target="z3")
    assert game.view().aspects[1].boxes == 2


def continued(game: Game) -> Game:
    """Have Gatto continue to dig in, in the next exchange. Next, Gatto must leave the roll as it is."""
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.turned("c1").says("c1", "continue", "maneuver", target="c1", **DEEP_COVER)
    game.move("Ann", "close_compels")
    return game


@rule("action.maneuver", "action.continue")
def test_a_continued_maneuver_refills_its_one_aspect() -> None:
    game = continued(placed(0, 0, 0, 0))
    game.move("Bo", "invoke", aspect="a2", pay="free", use="shifts", why="Deep.")
    assert game.tokens("aspect:a2").invoke == 1
    said = game.stands("c1").ruling.sentence
    assert said.endswith("“Dug in” holds on, with 2 free invokes.")
    assert (len(game.view().aspects), game.tokens("aspect:a2").invoke) == (2, 2)


@rule("action.maneuver", "action.continue")
def test_a_continued_maneuver_gives_no_more_than_at_first() -> None:
    game = continued(placed(0, 0, 0, 0))
    told = {"pay": "fate", "use": "shifts", "why": "Deep."}
    game.move("Bo", "invoke", aspect="a2", **told)
    game.move("Bo", "invoke", aspect="a1", **told)
    assert game.shifts() == 7
    game.stands("c1")
    aspect = game.view().aspects[1]
    assert (aspect.free_invokes, aspect.boxes, len(game.view().aspects)) == (2, 2, 2)


@rule("action.maneuver", "action.continue")
def test_aspects_that_were_not_placed_at_first_are_placed_on_continuing() -> None:
    game = continued(placed(-1, -1, -1, -1))
    game.move("Bo", "invoke", aspect="a1", pay="fate", use="shifts", why="Deep.")
    game.stands("c1")
    assert game.view().aspects[1].free_invokes == 1


@rule("action.continue")
def test_a_maneuver_is_continued_with_its_own_aspect() -> None:
    game = placed(0, 0, 0, 0)
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.turn("c1")
    told = {"action": "maneuver", "target": "c1", **DEEP_COVER, "aspect": "Ducking"}
    refused = game.refused("Bo", Own.NOT_THE_SAME, "continue", action=told, narration="So.")
    deed = "a maneuver that puts “Dug in” on Gatto with “Athletics”"
    earlier = {"earlier_action": "maneuver", "earlier_action_in_words": deed}
    assert refused.facts == {"character_name": "Gatto", **earlier}


@rule("action.maneuver")
def test_a_resisting_target_must_bring_a_maneuver_to_minus_1() -> None:
    game = placed(0, 0, 0, 0, target="c3")
    told = {"track": "Cool", "why": "He shrugs."}
    game.move("Ann", "take_stress", box=3, **told)
    assert game.moment() == "resisting"
    game.move("Ann", "take_stress", box=1, **told)
    assert (game.moment(), len(game.view().aspects)) == ("closing", 1)


@rule("action.maneuver", "action.invoke")
def test_free_invokes_are_used_up_one_by_one() -> None:
    game = placed(0, 0, 0, 0)
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.acts("c1", "move", (0, 0, 0, 0), skill="Athletics")
    told = {"aspect": "a2", "use": "shifts", "why": "From cover."}
    game.move("Bo", "invoke", pay="free", **told)
    assert (game.tokens("aspect:a2").invoke, game.shifts()) == (1, 5)


def against(game: Game, *dice: int) -> Game:
    """Have Hargan attack the aspect a2 with Firearms of 4."""
    game.move("Bo", "end_turn")
    game.acts("c3", "attack", dice, skill="Firearms", target="a2")
    game.stands("c3")
    return game


@rule("action.maneuver_end")
def test_getting_rid_of_an_aspect_by_force_is_an_attack_on_it() -> None:
    game = against(placed(0, 0, 0, 0), 0, 0, 0, 0)
    judgement = game.move("Ann", "decide_fate", story="The barricade splinters.")
    assert saw(judgement, "action.maneuver_end") == {"aspect": "a2"}
    assert (len(game.view().aspects), game.tokens("aspect:a2").invoke) == (1, 0)


@rule("action.maneuver_end", "stress.mark")
def test_an_aspect_takes_as_much_as_it_has_boxes() -> None:
    game = against(placed(0, 0, 0, 0), -1, -1, 0, 0)
    assert game.view().aspects[1].marked == (2,)


@rule("action.maneuver_end")
def test_the_table_removes_aspects_that_make_no_sense_any_more() -> None:
    game = placed(0, 0, 0, 0)
    judgement = game.agreed("Cy", "drop_aspect", aspect="a2", why="The wall is gone.")
    assert judgement.ruling.sentence.endswith("“Dug in” holds no longer.")
    assert game.tokens("aspect:a2").invoke == 0


@rule("action.maneuver_end")
def test_an_aspect_of_a_sheet_is_the_sheets() -> None:
    game = in_conflict()
    subject = {"subject": "drop_aspect", "aspect": "a1", "why": "It is repaired."}
    refused = game.refused("Bo", Own.ON_THE_SHEET, "propose", subject=subject)
    assert refused.facts == {"aspect_name": "Jamming gun"}
    game.refused("Bo", Own.DOES_NOT_HOLD, "propose", subject={**subject, "aspect": "a9"})


@rule("action.maneuver_end")
def test_an_aspect_of_a_sheet_is_not_removed_by_force() -> None:
    game = placed(0, 0, 0, 0)
    game.move("Bo", "end_turn")
    game.turn("c3")
    action = {"action": "attack", "skill": "Firearms", "target": "a1"}
    game.refused("Ann", Own.UNFIT_TARGET, "declare", action=action, narration="It breaks.")


def test_the_number_of_an_aspect_has_plain_digits() -> None:
    # Unicode has more digits in each version.
    aspects = Aspects(ever=3)
    assert aspects.has_lost("a3")
    assert not aspects.has_lost("a\u0663")
