"""Load: seven phases, seat by seat."""

import pytest

from tests.support.play import (
    Game,
    effect,
    in_load,
    phase_of,
    rule,
    saw,
    step,
    steps,
    table,
    tags,
    turn_of,
)
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import EdgeAdded, ElementId
from verger.domain.games.verge.reason import Code as Own

THREE = ("Ann", "Bo", "Cy")


def at(name: str, phase: int) -> Game:
    """Return a game of three in Load, at this seat's turn in a phase."""
    game = in_load(*THREE, phase=phase)
    list(steps(game, name))
    return game


def moves_of_turn(phase: int, name: str) -> list[str]:
    """Return the names of the moves in the simplest turn of a seat."""
    game = at(name, phase)
    start = len(game.log)
    while phase_of(game) == phase and turn_of(game) == name:
        step(game)
    return [type(event.move).__name__ for event in game.log[start:]]


@rule("load.ideas")
@pytest.mark.parametrize("kind", ["idea", "ideology", "technology", None])
def test_each_seat_writes_an_idea(kind: str | None) -> None:
    judgement = at("Bo", 1).move("Bo", "write_node", label="Privacy", kind=kind)
    expected = effect("node_added", node="n2", label="Privacy", kind=kind or "idea", creator="s2")
    assert judgement.effects[0] == expected
    assert judgement.effects[-1] == effect("turn_started", phase=1, seat="s3")


@rule("load.ideas", "load.marks")
def test_a_megacorporation_is_no_idea_and_ideas_are_neither_connected_nor_marked_yet() -> None:
    game, wanted = in_load(*THREE), {"label": "Megasoft", "kind": "organization"}
    refusal = game.refused("Ann", Own.WRONG_KIND, "write_node", **wanted)
    assert refusal.facts["node_kinds_allowed"] == ("idea", "ideology", "technology")
    game.refused("Ann", Own.WRONG_PHASE, "write_edge", label="is", other="n1")
    game.refused("Ann", Own.WRONG_PHASE, "mark", element="n1", mark="!")


@rule("load.ideas", "load.organizations", "load.people", "load.characters")
@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        (1, ["WriteNode"]),
        (2, ["WriteNode", "WriteEdge", "Mark", "Mark"]),
        (3, ["WriteNode", "WriteEdge", "Mark", "Mark"]),
        (4, ["WriteNode", "WriteEdge", "Mark", "Mark"]),
        (5, ["Tie", "Mark", "Mark"]),
        (6, ["Tie", "Mark", "Mark"]),
    ],
)
def test_every_phase_has_its_steps(phase: int, expected: list[str]) -> None:
    assert moves_of_turn(phase, "Cy") == expected


@rule("load.organizations", "load.people")
@pytest.mark.parametrize(("phase", "kind"), [(2, "organization"), (3, "person")])
def test_a_phase_asks_for_its_kind_of_node_and_the_edge_starts_there(phase: int, kind: str) -> None:
    game = in_load(*THREE, phase=phase)
    assert game.move("Ann", "write_node", label="Megasoft").effects[0].kind == kind
    edge = {"label": "owns", "other": "n1", "direction": "in"}
    refusal = game.refused("Ann", Own.WRONG_DIRECTION, "write_edge", **edge)
    assert refusal.facts == {"load_phase": phase}


@rule("load.characters")
def test_in_phase_4_the_edge_may_point_at_the_new_person() -> None:
    game = in_load(*THREE, phase=4)
    game.move("Ann", "write_node", label="Brain-Eater")
    judgement = game.move("Ann", "write_edge", label="creates", other="n4", direction="in")
    assert judgement.effects[0] == effect(
        "edge_added", edge="e7", label="creates", source="n4", target="n10", creator="s1"
    )
    said = f"Ann draws an edge: “{game.shown('n4').rstrip('!')}” creates “Brain-Eater”."
    assert judgement.ruling.sentence.startswith(said)


@rule("load.organizations")
def test_the_steps_of_a_turn_have_their_order_and_none_is_left_out() -> None:
    game = in_load(*THREE, phase=2)
    refusal = game.refused("Ann", Own.OUT_OF_ORDER, "mark", element="n2", mark="!")
    assert refusal.facts == {"turn_step_needed": "node", "turn_step_given": "mark"}
    refusal = game.refused("Ann", Own.STEPS_LEFT, "end_turn")
    assert refusal.facts == {"turn_step_needed": "node"}


@rule("load.ideas")
def test_nothing_is_written_before_load_and_then_only_in_turn() -> None:
    refusal = table(*THREE).refused("Ann", Code.WRONG_STEP, "write_node", label="Magic")
    assert refusal.facts == {"step_needed": "load", "step": "compile"}
    refusal = in_load(*THREE).refused("Cy", Code.OUT_OF_TURN, "write_node", label="Magic")
    assert refusal.facts == {"turn_seat": "s1", "turn_seat_name": "Ann"}


@rule("load.characters", "load.people")
def test_a_player_who_writes_a_person_claims_it_and_the_gm_claims_none() -> None:
    judgement = at("Bo", 4).move("Bo", "write_node", label="Merlina")
    assert "character_claimed" in tags(judgement)
    in_load(*THREE, phase=3).refused("Ann", Own.WRONG_PHASE, "claim", node="n7")
    game = in_load(*THREE, phase=4)
    game.refused("Ann", Own.GM_CLAIMS_NONE, "claim", node="n7")
    assert "character_claimed" not in tags(game.move("Ann", "write_node", label="Brain-Eater"))


@rule("load.characters", "load.marks", "character.claim")
def test_a_player_who_claims_a_person_goes_on_to_the_marks_of_others() -> None:
    game = at("Bo", 4)
    game.move("Bo", "claim", node="n7")
    assert game.awaited() == {"mark": ("Bo",)}
    game.refused("Bo", Own.OWN_CHARACTER, "mark", element="n7", mark="!")


@rule("load.first_thing", "load.second_thing")
@pytest.mark.parametrize(("phase", "marks", "number"), [(5, "!!!!", 1), (6, "!!", 2)])
def test_a_thing_is_tied_by_an_edge_with_its_marks(phase: int, marks: str, number: int) -> None:
    game = at("Bo", phase)
    judgement = game.move("Bo", "tie", thing={"label": "Control"}, label="needs")
    edge = next(effect for effect in judgement.effects if isinstance(effect, EdgeAdded))
    assert edge.thing == number
    assert effect("mark_added", element=edge.edge, marks=marks) in judgement.effects


@rule("load.first_thing")
def test_the_thing_may_be_on_the_network_and_the_edge_may_point_at_the_character() -> None:
    judgement = at("Bo", 5).move("Bo", "tie", thing="n1", label="worships", direction="in")
    drawn = judgement.effects[0]
    assert (drawn.source, drawn.target) == ("n1", "n11")
    assert (drawn.thing, drawn.person) == (1, "n11")


@rule("load.first_thing")
def test_an_edge_between_two_people_is_the_thing_of_one_of_them() -> None:
    game = in_load(*THREE, phase=5)
    game.move("Ann", "tie", thing="n8", label="misses", person="n7")
    game.move("Ann", "tie", thing="n7", label="avoids", person="n8")


@rule("load.first_thing", "load.relabel")
def test_a_player_ties_only_the_own_character_and_may_reword_the_tie() -> None:
    game = at("Bo", 5)
    wanted = {"thing": "n1", "label": "needs", "person": "n8"}
    assert game.refused("Bo", Own.NOT_YOUR_PERSON, "tie", **wanted).facts["element"] == "n8"
    game.move("Bo", "tie", thing={"label": "Control"}, label="needs")
    game.move("Bo", "relabel", element="n14", label="Self-Control")


@rule("load.first_thing")
def test_the_gm_ties_each_person_that_nobody_claimed_once() -> None:
    game, needs = in_load(*THREE, phase=5), {"thing": "n1", "label": "needs"}
    game.refused("Ann", Own.UNKNOWN_ELEMENT, "tie", **needs, person="n99")
    game.refused("Ann", Own.NOT_YOUR_PERSON, "tie", **needs, person="n11")
    for person in ("n7", "n8"):
        game.move("Ann", "tie", **needs, person=person)
    again = {**needs, "thing": "n2", "person": "n8"}
    assert game.refused("Ann", Own.ALREADY_TIED, "tie", **again).facts["thing_number"] == 1


@rule("load.second_thing")
def test_the_second_thing_is_another_than_the_first() -> None:
    game = at("Bo", 6)
    hero = game.state.play.network.characters[game.seat("Bo")]
    edges = game.state.play.network.edges
    (first,) = (edge.target for edge in edges.values() if edge.thing == 1 and edge.source == hero)
    refusal = game.refused("Bo", Own.SAME_THING, "tie", thing=first, label="also needs")
    assert refusal.rule == "load.second_thing"


@rule("load.first_thing")
def test_a_seat_without_a_character_ties_nothing() -> None:
    game = at("Bo", 5)
    game.agreed("Ann", "hand_over_gm", seat="s2")
    game.agreed("Ann", "hand_over_gm", seat="s1")
    assert game.awaited() == {"mark": ("Bo",)}


@rule("load.marks")
def test_nobody_marks_their_own_elements() -> None:
    game = marking("Bo")
    refusal = game.refused("Bo", Own.OWN_ELEMENT, "mark", element="n2", mark="!")
    assert refusal.facts == {"element": "n2", "element_label": "Bravo", "seat_name": "Bo"}


def others_work(game: Game, name: str) -> list[ElementId]:
    """Return every element of the network that this seat did not write."""
    elements = game.state.play.network.elements
    return [id for id, element in elements if element.creator != game.seat(name)]


def marking(name: str) -> Game:
    """Return a game in phase 2 of Load when this seat has to place its marks."""
    game = at(name, 2)
    while "mark" not in game.awaited():
        step(game)
    return game


@rule("load.marks")
def test_a_turns_marks_and_strikes_go_to_two_elements_that_are_there() -> None:
    game = marking("Bo")
    game.refused("Bo", Own.UNKNOWN_ELEMENT, "mark", element="n99", mark="!")
    game.move("Bo", "mark", element="n1", mark="X")
    game.refused("Bo", Own.MARKED_THIS_TURN, "mark", element="n1", mark="!")
    judgement = game.move("Bo", "mark", element="e1", mark="!")
    assert effect("turn_started", phase=2, seat="s3") in judgement.effects


@rule("load.marks", "mark.elimination")
def test_an_eliminated_element_takes_no_mark() -> None:
    game = marking("Bo")
    game.given(effect("mark_added", element="n1", marks="XX"))
    game.move("Bo", "mark", element="n1", mark="X")
    game.refused("Bo", Own.ELIMINATED, "mark", element="n1", mark="!")


@rule("load.marks")
def test_marks_that_nothing_is_left_for_are_waived() -> None:
    game = marking("Bo")
    for id in others_work(game, "Bo"):
        game.given(effect("element_eliminated", element=id, cause="strikes"))
    judgement = game.move("Bo", "end_turn")
    assert saw(judgement, "load.organizations")["waived_steps"] == ("mark", "mark")


@rule("load.relabel", "mark.elimination")
def test_within_the_turn_its_seat_rewords_a_label_until_it_is_eliminated() -> None:
    game = in_load(*THREE, phase=3)
    game.move("Ann", "write_node", label="Scar McGee")
    game.move("Ann", "write_edge", label="joined", other="n4")
    game.move("Ann", "relabel", element="e4", label="belongs to")
    assert game.shown("e4") == "belongs to"
    game.given(effect("element_eliminated", element="e4", cause="node"))
    game.refused("Ann", Own.ELIMINATED, "relabel", element="e4", label="is of")


@rule("load.relabel")
def test_after_the_turn_a_label_stays_as_it_is() -> None:
    game = at("Bo", 1)
    game.refused("Bo", Own.NOT_JUST_WRITTEN, "relabel", element="n1", label="Magic")
    game.refused("Bo", Own.UNKNOWN_ELEMENT, "relabel", element="n99", label="Magic")
