"""Examples of the text of Afterverse, with the numbers that it prints.

Where the text says two things at once, the test says which of them is played.
"""

from fractions import Fraction
from typing import Any

import pytest

from tests.support.afterverse import (
    LIFT,
    Game,
    attributes,
    in_session,
    interest,
    rule,
    sheet,
    skill,
    special,
)
from verger.domain.core.chance import at_least
from verger.domain.games.afterverse.odds import glitch_odds, good_luck_odds, hit_odds

OPEN = {"threshold": "open", "hits": 1}


def broke() -> Game:
    """A table where nobody has chutzpah left: each roll stands as it falls."""
    game = in_session()
    for id in ("c1", "c2"):
        game.move("Ann", "take_points", character=id, kind="chutzpah", points=3)
    return game


FIVE = {"c1": 1, "c2": 4, "c3": 2, "c4": 0, "c5": 3}
"""Five who lift a piece of debris, with the hits of each."""


def debris(*glitch: int) -> Game:
    """They are led with three hits, and lift with eight dice each."""
    game = broke()
    for name in ("Two", "Three"):
        game.thing(name)
    more: dict[str, Any] = {"glitch": "open", "together": True} if glitch else {}
    test = game.calls(*FIVE, form="teamwork", threshold=OPEN, **more)
    game.joins("Cy", test, "leader", "c2", skill("MAN", "Leadership"))
    game.rolls("Cy", "c2", 5, 5, 5, 1, 1, 1, *glitch)
    for id, hits in FIVE.items():
        group = (2, 2, 2) if glitch and id == "c5" else ()
        hand = {"c1": "Bo", "c2": "Cy"}.get(id, "Ann")
        game.rolls(hand, id, *[5] * hits, *[1] * (8 - hits), *group)
    return game


@rule("team.teamwork")
def test_five_lift_debris_and_after_three_hits_of_leadership_the_best_three_count() -> None:
    assert debris().outcome() == (4 + 3 + 2, "success", "no")


@rule("team.teamwork")
def test_after_a_glitch_the_lower_pools_are_read_as_the_lower_rolls() -> None:
    # The text counts “the highest results”, and after a glitch “the lower dice pools”: here all
    # pools are alike, so that only rolls can be lower.
    game = debris(1, 1)
    assert {one.pool for one in game.test("t1").actors if one.role == "member"} == {8}
    assert game.outcome() == (0 + 1 + 2, "success", "no")


@rule("glitch.risk")
@pytest.mark.parametrize(("risk", "printed"), [(0, "2.78"), (1, "7.41"), (2, "13.19")])
def test_the_printed_chances_of_a_glitch_are_exact(risk: int, printed: str) -> None:
    assert f"{float(glitch_odds(2 + risk)[1] * 100):.2f}" == printed
    assert glitch_odds(2)[1] == Fraction(1, 36)


@rule("chutzpah.good_luck")
def test_good_luck_doubles_the_odds_of_a_critical_on_each_die() -> None:
    # A six alone, or a five or a six: from one in six to one in three.
    assert (hit_odds(1)[1], good_luck_odds(1)[1]) == (Fraction(1, 3), Fraction(1, 2))
    assert at_least(good_luck_odds(8))[3] > at_least(hit_odds(8))[3]
    game = in_session()
    game.calls("c1", pool=LIFT, threshold={"threshold": "open", "hits": 2})
    game.move("Bo", "good_luck", test="t1", character="c1")
    game.rolls("Bo", "c1", 5, 6, 3, 3, 3, 3, 3, 3)
    assert game.outcome() == (2, "success", "taken")


@rule("glitch.roll")
def test_you_hit_the_target_and_your_gun_jams() -> None:
    game = broke()
    game.calls("c1", pool=skill("REA", "Tactics"), threshold=OPEN, glitch="open")
    game.rolls("Bo", "c1", 5, 1, 1, 1, 1, *(1, 1))
    (glitch,) = game.view()["done"][0]["glitches"]
    assert (game.outcome(), glitch["whose"]) == ((1, "success", "no"), "c1")


@rule("test.opposed")
@pytest.mark.parametrize(("ties", "outcome"), [(False, "failure"), (True, "tie")])
def test_of_two_who_finish_a_race_alike_who_began_it_loses(ties: bool, outcome: str) -> None:
    # The text has attack and dodge apart from opposed tests, and then an attacker lose the tie:
    # whoever the GM calls the initiator is meant.
    game = broke()
    game.opposes("c1", "c3", LIFT, ties=ties)
    game.rolls("Bo", "c1")
    game.rolls("Ann", "c3", *(5, 5, 1, 1, 1, 1, 1, 1) * 2)
    assert game.outcome()[1] == outcome


@rule("test.attribute")
@pytest.mark.parametrize(
    ("about", "first", "second", "dice"),
    [
        ("Lifting/Pushing", "BOD", "BOD", 8),
        ("Judge Intentions", "PER", "MAN", 5),
        ("Memory", "INT", "WIL", 5),
        ("Initiative", "REA", "PER", 5),
    ],
)
def test_the_printed_tests_of_attributes_alone(
    about: str, first: str, second: str, dice: int
) -> None:
    game = in_session()
    acting = [{"character": "c1", "pool": attributes(first, second)}]
    game.move("Ann", "call_test", about=about, form="alone", actors=acting)
    assert game.test("t1").actors[0].pool == dice


GUN = {
    "character": "c1",
    "was": "She got dressed and left unarmed.",
    "now": "She strapped the gun to her waist when getting dressed.",
}


@rule("chutzpah.retcon")
def test_the_gun_was_strapped_to_the_waist_after_all() -> None:
    game = in_session()
    game.agreed("Bo", "retcon", **GUN)
    assert (game.view()["retcons"][0]["now"], game.points("c1", "chutzpah")) == (GUN["now"], 2)


@rule("chutzpah.retcon")
def test_unless_she_came_through_a_weapon_detector_which_the_gm_declines() -> None:
    game = in_session()
    game.move("Ann", "decline", proposal=game.proposes("Bo", "retcon", **GUN))
    assert (game.view()["retcons"], game.points("c1", "chutzpah")) == ((), 3)


def looked(*hits: int) -> Game:
    """Bo's character looks about in one situation as often as there are hits."""
    game = broke()
    game.move("Ann", "open_situation", text="A room with a body.")
    for number, own in enumerate(hits, 1):
        test = game.calls("c1", pool=attributes("PER", "INT"), into="awareness")
        game.rolls("Bo", "c1", *[5] * own, *[1] * (5 - own), test=f"t{number}")
        assert test == f"t{number}"
    return game


@rule("awareness.bank", "awareness.again")
def test_items_on_the_body_cost_one_hit_and_something_else_in_the_room_two() -> None:
    game = looked(1, 3)
    game.move("Bo", "ask", character="c1", text="What is in the pockets?")
    game.move("Ann", "answer", question="u1", text="A key.")
    assert game.points("c1", "awareness") == 4 - 1
    game.move("Bo", "ask", character="c1", text="And behind the desk?")
    game.move("Ann", "answer", question="u2", text="A safe.", before=True)
    assert game.points("c1", "awareness") == 4 - 1 - 2


@rule("awareness.again")
def test_on_patrol_intruders_cost_the_usual_and_old_details_of_the_room_double() -> None:
    game = looked(2, 2)
    game.move("Ann", "notice", character="c1", text="Steps at the door.")
    game.move("Ann", "notice", character="c1", text="The dust on the sill.", before=True)
    assert game.points("c1", "awareness") == 2 + 2 - 1 - 2


SCOUT = sheet(
    skills=[{"name": name, "level": 2} for name in ("Ranged Combat", "Tactics", "Art")],
    specializations=[
        {"name": "Sniper", "skill": "Ranged Combat", "requisite": 2, "held": True},
        {"name": "Terrain Utilization", "skill": "Tactics", "requisite": 2, "held": False},
        {"name": "Forgery", "skill": "Art", "requisite": 3, "held": False},
    ],
)


@rule("awareness.bank", "test.pool", "test.default")
@pytest.mark.parametrize(
    ("pool", "named", "dice"),
    [
        (special("PER", "Sniper"), "PER + Ranged Combat (Sniper)", 2 + 2 + 2),
        (special("PER", "Terrain Utilization"), "PER + Tactics (Terrain Utilization)", 2 + 2),
        (special("PER", "Forgery"), "PER + Art (Forgery)", 2 + 2 - 1),
        (interest("PER", "Earth Flora"), "PER + Earth Flora", 2 + 3),
    ],
)
def test_sniper_nests_forged_documents_and_a_herb_in_the_forest(
    pool: dict[str, str], named: str, dice: int
) -> None:
    game = broke()
    game.agreed("Bo", "write_sheet", name="Scout", seat="s2", character="c1", sheet=SCOUT)
    game.move("Ann", "open_situation", text="A street under a roof.")
    game.calls("c1", pool=pool, into="awareness")
    (one,) = game.test("t1").actors
    assert (one.named, one.pool) == (named, dice)
    game.rolls("Bo", "c1", *[5] * dice)
    assert game.points("c1", "awareness") == dice
