"""The options of each seat now, and the seats that play waits for."""

from typing import Any

import msgspec
import pytest

from tests.support.options import labels, listed
from tests.support.play import Game, action, in_load, in_run, rule, started, steps, table
from verger.domain.core.option import Option
from verger.domain.core.reason import Code
from verger.domain.games.verge import RULESET


def open_to(game: Game, name: str) -> set[str]:
    """Return the names of the moves that a seat can make."""
    return {str(option.fixed["move"]) for option in RULESET.options(game.state, game.seat(name))}


def subjects(game: Game, name: str) -> set[str]:
    """Return the subjects that a seat can propose."""
    (option,) = game.options(name, "propose")
    return {shape["fixed"]["subject"] for shape in field(option, "subject")["shapes"]}


def shapes(game: Game, name: str) -> dict[str, Any]:
    """Return the actions that a seat can declare, keyed by kind. The last of each kind counts."""
    options = game.options(name, "declare")
    found = [shape for option in options for shape in field(option, "actions")["shapes"]]
    return {shape["fixed"]["action"]: shape for shape in found}


def field(option: Option | dict[str, Any], name: str) -> Any:
    """Return a field of an option as a client reads it."""
    fields = msgspec.to_builtins(option)["fields"]
    return next(found for found in fields if found["name"] == name)


def values(option: Option | dict[str, Any], name: str) -> list[Any]:
    """Return the values that a field accepts."""
    return [choice["value"] for choice in field(option, name)["choices"]]


def test_nobody_may_do_anything_at_an_empty_seat() -> None:
    game = started("Ann", "Bo")
    assert open_to(game, "Bo") == open_to(game, "s9") == set()


def test_an_observer_may_draw_limits_and_pause() -> None:
    game = table("Ann", "Bo", "Dee", observers=1)
    assert open_to(game, "Dee") == {"add_limit", "rename", "leave", "signal"}


def test_in_compile_the_table_talks() -> None:
    game = table("Ann", "Bo", "Cy")
    assert open_to(game, "Bo") == {"add_limit", "rename", "leave", "signal", "propose"}
    assert subjects(game, "Bo") == {
        "adopt_premise",
        "choose_house_rule",
        "finish_compile",
        "hand_over_gm",
        "reissue_seat",
        "vacate_seat",
    }


def test_while_play_is_paused_only_the_tables_own_moves_are_listed() -> None:
    game = in_run("Ann", "Bo")
    game.move("Bo", "signal")
    assert open_to(game, "Ann") == {"add_limit", "rename", "leave", "propose"}
    assert "resume_play" in subjects(game, "Ann")
    assert game.awaited() == {"resume_play": ("Ann", "Bo")}


def test_a_seat_that_is_asked_may_answer_and_the_asker_may_retract() -> None:
    game = table("Ann", "Bo", "Cy")
    game.proposes("Ann", "finish_compile")
    assert {"agree", "decline"} <= open_to(game, "Bo")
    assert open_to(game, "Ann") & {"agree", "decline", "retract"} == {"retract"}
    game.move("Bo", "agree", proposal="p1")
    assert open_to(game, "Bo") & {"agree", "decline"} == {"decline"}
    assert game.awaited()["agreement"] == ("Cy",)


@pytest.mark.parametrize(
    ("phase", "moves"),
    [
        (1, {"write_node"}),
        (2, {"write_node"}),
        (3, {"write_node"}),
        (4, {"write_node", "claim"}),
        (5, {"tie"}),
        (6, {"tie"}),
    ],
)
def test_a_players_turn_opens_with_the_phases_step(phase: int, moves: set[str]) -> None:
    game = in_load("Ann", "Bo", "Cy", phase=phase)
    list(steps(game, "Bo"))
    assert open_to(game, "Bo") - {"add_limit", "rename", "leave", "signal", "propose"} == moves
    assert open_to(game, "Cy") == {"add_limit", "rename", "leave", "signal", "propose"}


def test_the_gm_is_offered_free_persons_to_tie_and_another_after_one() -> None:
    game = in_load("Ann", "Bo", phase=5)
    options = game.options("Ann", "tie")
    assert {values(option, "person")[0] for option in options} == {"n5", "n6", "n7"}
    game.move("Ann", "tie", thing="n1", label="needs", person="n5")
    assert {"mark", "tie", "relabel"} <= open_to(game, "Ann")


def test_marks_are_offered_only_on_others_work() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="Megasoft")
    game.move("Ann", "write_edge", label="owns", other="n1")
    (option,) = game.options("Ann", "mark")
    assert (values(option, "element"), values(option, "mark")) == (["n2"], ["!", "X"])


def test_a_change_is_offered_to_seats_that_can_pay_for_it() -> None:
    game = in_run("Ann", "Bo")
    game.node("Ann", "Park?")
    assert shapes(game, "Bo") == {}
    assert set(shapes(game.grant("Bo", development=1), "Bo")) == {"weaken", "repair"}
    assert set(shapes(game.grant("Bo", story=1), "Bo")) == {"create", "strike", "weaken", "repair"}


def test_a_change_is_offered_with_its_price_and_every_way_to_pay() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1, development=1, boost=2)
    game.node("Bo", "Dog")
    shape = shapes(game, "Bo")["strengthen"]
    assert shape["price"] == {"story": 1, "development": 1}
    assert list(field(shape, "payment")["payments"]) == [
        {"story": 1, "development": 1},
        {"story": 1, "boost": 1},
        {"development": 1, "boost": 1},
        {"boost": 2},
    ]


def test_a_claimed_character_is_not_offered_to_be_struck() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    game.character("Bo", "Knight")
    park = game.node("Ann", "Park")
    assert values(shapes(game, "Bo")["strike"], "element") == [park]


def test_a_free_person_is_offered_to_a_player_without_a_character() -> None:
    game = in_run("Ann", "Bo", "Cy")
    game.character("Bo", "Knight")
    aliana = game.node("Ann", "Aliana", "person")
    assert values(shapes(game, "Cy")["claim"], "element") == [aliana]
    assert "claim" not in {*shapes(game, "Bo"), *shapes(game, "Ann")}


def test_an_edge_to_itself_is_not_listed() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    park, roof = game.node("Ann", "Park"), game.node("Ann", "Roof")
    (option,) = game.options("Bo", "declare")
    loop = action("connect", label="is", source=park, target=park)
    declare = {"move": "declare", "overview": "A plan."}
    assert not listed([option], {**declare, "actions": [loop]})
    assert listed([option], {**declare, "actions": [{**loop, "target": roof}]})


def test_a_rewording_is_offered_with_the_price_given_back() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    park = game.node("Ann", "Park")
    game.declares("Bo", action("create", label="Dog", edge="plays in", other=park))
    (option,) = game.options("Bo", "reword")
    kinds = {shape["fixed"]["action"] for shape in field(option, "wording")["shapes"]}
    assert kinds == {"create", "strike", "strengthen"}


def test_only_the_gm_frames_and_cuts() -> None:
    game = in_run("Ann", "Bo")
    assert ("frame" in open_to(game, "Ann"), "frame" in open_to(game, "Bo")) == (True, False)
    game.move("Ann", "frame", camera="Rain.", place="A roof")
    assert "end_scene" in open_to(game, "Ann")
    assert "add_to_camera" in open_to(game, "Bo")
    assert "join_scene" in subjects(game, "Bo")


@pytest.mark.parametrize(
    ("game", "awaited"),
    [
        (Game(), {}),
        (started("Ann"), {"add_seat": ("Ann",)}),
        (started("Ann", "Bo", "Cy"), {"claim_seat": ("Bo", "Cy")}),
        (table("Ann", "Bo"), {"finish_compile": ("Ann", "Bo")}),
        (in_load("Ann", "Bo", phase=7), {"accept_network": ("Ann", "Bo")}),
        (in_run("Ann", "Bo"), {"play": ("Ann", "Bo")}),
    ],
    ids=["not started", "no player", "empty seats", "Compile", "after the cash-out", "Run"],
)
def test_play_waits_for_those_who_can_go_on(
    game: Game, awaited: dict[str, tuple[str, ...]]
) -> None:
    assert game.awaited() == awaited


def test_options_come_in_the_order_of_their_ids() -> None:
    game = table("Ann", "Bo")
    for _ in range(11):
        game.proposes("Ann", "finish_compile")
    ids = [option.fixed["proposal"] for option in game.options("Bo", "agree")]
    assert ids == [f"p{number}" for number in range(1, 12)]


@rule("consent.objection")
def test_an_objector_may_object_again_on_the_other_grounds() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    game.declares("Bo", action("strengthen", element=game.node("Ann", "Park")))
    game.move("Ann", "object", declaration="d1", ground="fiction", reason="No.")
    (option,) = game.options("Ann", "object")
    assert values(option, "ground") == ["authorship", "bogus"]


def declared(*names: str) -> Game:
    """Return a table where Cy has declared nodes with these names; Ann and Bo are asked."""
    game = in_run("Ann", "Bo", "Cy")
    game.node("Ann", "Park!")
    game.grant("Cy", story=5)
    new = {"edge": "plays in", "other": "n1", "nature": "backstory"}
    game.declares("Cy", *[action("create", label=name, **new) for name in names])
    return game


@rule("consent.one_at_a_time")
def test_a_seat_that_consented_is_asked_for_nothing_more_if_nothing_follows() -> None:
    game = declared("Dog")
    game.move("Ann", "consent", declaration="d1")
    assert game.options("Ann", "consent") == []
    game.refused("Ann", Code.ALREADY_ANSWERED, "consent", declaration="d1", all=True)
    (bo,) = game.options("Bo", "consent")
    assert labels(bo, "all") == {False: "This one", True: "All of it"}


@rule("consent.one_at_a_time")
def test_the_option_to_consent_to_all_names_the_number_of_changes() -> None:
    one, every = declared("Dog", "Cat-5").options("Ann", "consent")
    assert labels(one, "all") == {False: "This one"}
    assert (every.label, every.fixed["all"]) == ("Consent to all 2 changes", True)
