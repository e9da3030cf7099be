"""Examples of Edgerunner's own text, with the figures that it prints; others are in the tests of the rules."""

import msgspec
import pytest

from tests.support.edgerunner import Game, in_conflict, rule, saw, table
from verger.domain.games.edgerunner import RULESET
from verger.domain.games.edgerunner.model.target import ZoneId
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.games.edgerunner.route import next_door

GUN = "Only if this @#! gun fired once in a while"
STORY = "Jade breaks her data uplink and scuttles Gatto out of there. She fails to upload the data."


@rule("map.borders", "map.doors")
def test_the_wall_with_a_door_is_1_and_2_more_and_4_and_7() -> None:
    game = table("Ann", "Bo")
    game.zones("One room", "The other")
    door = {"value": 1, "condition": "the door", "door": "open"}
    others = [{"value": 4, "condition": "breaking it"}, {"value": 7, "condition": "the wall"}]
    for stands, values in (("open", [1, 4, 7]), ("shut", [1 + 2, 4, 7])):
        ways = [{**door, "door": stands}, *others]
        game.move("Ann", "redefine_border", border="b1", ways=ways)
        found = next_door(game.state.play.chart, ZoneId("z1"))
        assert [route.cost for route in found] == values


@rule("map.borders")
@pytest.mark.parametrize(("value", "dice"), [(2, (-1, -1, 0, 0)), (3, (-1, 0, 0, 0))])
def test_a_low_wall_is_2_and_a_crowd_3(value: int, dice: tuple[int, ...]) -> None:
    game = in_conflict(("Here", "Beyond"), value=value)
    game.acts("c1", "move", dice, skill="Athletics")
    assert game.shifts() == value - 1
    assert "Gatto stays." in game.stands("c1").ruling.sentence


@rule("time.track")
def test_a_couple_of_weeks_is_on_the_track_and_2_weeks_are_not() -> None:
    told = {"move": "begin_conflict", "reason": "Data."}
    for length in ("a few seconds", "a couple of weeks"):
        assert msgspec.convert({**told, "length": length}, RULESET.move_type)
    for length in ("3.3 seconds", "2 weeks"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**told, "length": length}, RULESET.move_type)


def warehouse() -> Game:
    """Three zones in a row with borders of 3: it takes 6 shifts to make it to the other end."""
    return in_conflict(("This end", "The aisles", "The other end"), value=3)


@rule("action.move", "action.boost_move")
@pytest.mark.parametrize(
    ("dice", "there"), [((-1, 0, 0, 0), "z1"), ((0, 0, 0, 0), "z2"), ((1, 1, 1, 0), "z3")]
)
def test_gattos_one_roll_is_told_with_three_ends_and_each_is_so(
    dice: tuple[int, ...], there: str
) -> None:
    # The text leaves his figures out, and says of one roll that it is enough for no zone, for one
    # and for all: 2, 3 and 6 shifts. Jon takes no stress to get farther.
    game = warehouse()
    game.acts("c1", "move", dice, skill="Athletics")
    game.stands("c1")
    if routes := game.options("Bo", "go"):
        (field,) = msgspec.to_builtins(routes[0])["fields"]
        game.move("Bo", "go", route=field["choices"][-1]["value"])
    assert (game.zone("c1"), game.marked("c1", "Cool")) == (there, ())


@rule("action.attack", "map.range")
def test_two_rooms_off_nobody_is_punched_but_taunted() -> None:
    game = in_conflict().given_zone("c3", "z3").turned("c1")
    told = {"action": "attack", "target": "c3", "track": "Cool"}
    punch = {"action": {**told, "skill": "Athletics"}, "narration": "In the face."}
    facts = game.refused("Bo", Own.OUT_OF_REACH, "declare", **punch).facts
    assert (facts["distance_in_words"], facts["reach_in_words"]) == (
        "2 zones",
        "no farther than its own zone",
    )
    game.says("c1", "declare", "attack", skill="Taunt", target="c3", track="Cool")


@rule("action.attack_thing")
def test_the_stubborn_lock_on_the_gate_has_a_track_of_integrity() -> None:
    game = in_conflict()
    game.places(game.sheet("Stubborn lock", None, kind="thing", tracks={"Integrity": 2}), "z1")
    told = {"skill": "Athletics", "target": "c4", "track": "Integrity"}
    game.acts("c1", "attack", (0, 0, 0, 0), **told)
    said = game.stands("c1", "c4").ruling.sentence
    assert said.endswith("Stubborn lock is taken out.")


@rule("action.maneuver", "action.defense")
def test_dug_in_is_tagged_to_boost_a_defense_later() -> None:
    game = in_conflict()
    told = {"skill": "Athletics", "target": "c1"}
    game.acts("c1", "maneuver", (0, 0, 0, 0), aspect="Dug in", **told)
    game.stands("c1")
    game.move("Bo", "end_turn")
    game.passes("c2", "c3")
    game.acts("c1", "defense", (0, 0, 0, 0), track="Cool", **told)
    game.move("Bo", "invoke", aspect="a2", pay="free", use="shifts", why="Behind the crates.")
    game.stands("c1")
    assert game.view().sheets[0].tracks[0].threshold == 3 + 2


@rule("action.maneuver", "action.compel")
def test_an_icewall_on_a_node_compels_whoever_tries_to_enter() -> None:
    game = in_conflict(("Port", "Node", "Vault"))
    game.acts("c3", "maneuver", (0, 0, 0, 0), skill="Athletics", target="z2", aspect="Icewall")
    game.stands("c3")
    game.move("Ann", "end_turn")
    game.declares("c1", "move", skill="Athletics")
    game.move("Ann", "compel", aspect="a2", by="c3", why="It is ice all over.")
    game.move("Bo", "answer_compel", take=True)
    assert (game.zone("c1"), game.tokens("c1").fate, game.tokens("c3").fate) == ("z1", 4, 2)


@rule("action.maneuver")
def test_let_me_handle_this_baby_is_placed_on_somebody_else() -> None:
    game = in_conflict()
    said = '"Let me handle this, baby"'
    game.acts("c1", "maneuver", (0, 0, 0, 0), skill="Athletics", target="c2", aspect=said)
    game.stands("c1", "c2")
    aspect = game.view().aspects[1]
    assert (aspect.name, aspect.on, aspect.by, aspect.free_invokes) == (said, "c2", "c1", 2)


def bullets(action: str, **fields: str) -> Game:
    """Hargan fires at Gatto, who has a Reputation to lose, with shifts of 4."""
    game = in_conflict()
    written = {"skills": {"Firearms": 4}, "tracks": {"Reputation": 3, "Health": 4}}
    game.places(game.sheet("Lester", "Bo", **written), "z1", 1)
    game.acts("c3", action, (0, 0, 0, 0), skill="Firearms", target="c4", **fields)
    game.stands("c3")
    return game


BRUISED = {"track": "Reputation", "box": 3, "why": "He dives headlong, and everybody sees it."}


@rule("action.resist")
def test_bullets_that_are_meant_to_hit_bruise_no_reputation() -> None:
    # The text excepts direct attacks from the choice of stress, and then has bullets as its example
    # of a choice: they bruise a Reputation where they are no attack, such as fire that pins down.
    game = bullets("attack", track="Health")
    game.refused("Bo", Own.OTHER_TRACK, "take_stress", **BRUISED)
    game = bullets("maneuver", aspect="Pinned down")
    game.move("Bo", "take_stress", **BRUISED)
    assert game.shifts() == 4 - 3


@rule("action.recovery")
def test_covering_fire_gives_another_a_moment_to_catch_her_breath() -> None:
    game = in_conflict().given_stress("c2", "Cool", 2, 5)
    game.declares("c1", "recovery", skill="Firearms", target="c2", track="Cool")
    game.move("Cy", "accept_help", accept=True)
    game.rolls("c1", (1, 0, 0, 0))
    game.stands("c1")
    game.move("Bo", "clear_box", box=2)
    assert (game.marked("c2", "Cool"), "c2" in game.view().conflict.acted) == ((5,), True)


def gatto_down() -> Game:
    """Gatto's defense goes wrong; Hargan invokes his aspect for 8 points of stress on his cool track."""
    game = in_conflict().given_stress("c1", "Cool", 1, 2, 3)
    shot = {"skill": "Firearms", "target": "c1", "track": "Cool"}
    game.acts("c1", "defense", (-1, -1, 0, 0), **shot)
    game.stands("c1")
    game.move("Bo", "end_turn")
    game.acts("c3", "attack", (1, 1, 0, 0), **shot)
    game.move("Ann", "invoke", aspect="a1", pay="fate", use="shifts", why=GUN)
    game.stands("c3", "c1")
    return game


@rule("stress.taken_out", "action.defense")
def test_8_points_of_stress_are_more_than_gatto_can_handle() -> None:
    game = gatto_down()
    taken = saw(game.copy().move("Ann", "decide_fate", story="Two bullets."), "stress.taken_out")
    assert taken == {"target": "c1", "deciding_character": "c3"}
    assert game.view().conflict.turn.roll.shifts == 8
    game.refused("Bo", Own.NOT_YOURS, "decide_fate", story="I get away.")


@rule("end.concession")
def test_jade_concedes_and_hargans_player_accepts() -> None:
    game = gatto_down()
    game.move("Ann", "decide_fate", story="Gatto is reduced to a bleeding pile of meat.")
    id = game.proposes("Cy", "concede", side=1, story=STORY)
    assert game.awaited()["agreement"] == ("Ann",)
    said = game.move("Ann", "agree", proposal=id).ruling.sentence
    assert said.endswith(f"Side 1 concedes, and the conflict is over: {STORY}")
    assert game.view().step == "prepare"


@rule("action.long", "time.track")
def test_a_task_of_minutes_in_exchanges_of_seconds_is_a_problem_of_3_steps() -> None:
    game = in_conflict()
    told = {"name": "Bomb", "zone": "z1", "track": "Wires", "aspect": "Ticking"}
    game.agreed("Bo", "pose_problem", duration="a few minutes", **told)
    assert game.view().sheets[3].tracks[0].threshold == 3


@rule("action.resist", "action.defense")
def test_who_gets_defenses_up_early_can_resist_more() -> None:
    game = in_conflict()
    shot = {"skill": "Firearms", "target": "c1", "track": "Cool"}
    game.acts("c2", "defense", (1, 1, 1, 1), **shot)
    game.stands("c2")
    game.move("Cy", "end_turn")
    game.acts("c3", "attack", (1, 1, 0, 0), **shot)
    game.stands("c3")
    game.move("Bo", "take_stress", track="Cool", box=6, why="Jade pulls him down.")
    assert game.moment() == "closing"
