"""The network: nodes and edges, and the permitted texts."""

import pytest

from tests.support.play import Game, action, cited, effect, in_load, in_run, rule, saw, step, steps
from verger.domain.core.decider import Accepted
from verger.domain.games.verge.reason import Code as Own


def idea(game: Game, label: str, **fields: object) -> Game:
    """Write the idea of the seat whose turn it is."""
    ((name,),) = game.awaited().values()
    game.move(name, "write_node", label=label, **fields)
    return game


@rule("network.node")
def test_a_node_is_a_label_a_kind_and_who_wrote_it() -> None:
    game = in_load("Ann", "Bo")
    judgement = game.move("Ann", "write_node", label="  Body   Modification ", kind="technology")
    expected = effect(
        "node_added", node="n1", label="Body Modification", kind="technology", creator="s1"
    )
    assert judgement.effects[0] == expected


@rule("network.node")
def test_a_node_made_in_run_may_have_no_kind() -> None:
    game = in_run("Ann", "Bo").grant("Ann", story=1)
    park = game.node("Bo", "Park")
    judgement = game.changes("Ann", action("create", label="Dog", edge="plays in", other=park))
    assert (
        effect("node_added", node="n2", label="Dog", kind=None, creator="s1") in judgement.effects
    )


@rule("network.edge")
def test_an_edge_is_a_verb_from_one_node_to_another() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="Megasoft")
    judgement = game.move("Ann", "write_edge", label="owns", other="n1")
    assert judgement.effects[0] == effect(
        "edge_added", edge="e1", label="owns", source="n3", target="n1", creator="s1"
    )


@rule("network.edge")
def test_no_edge_leads_from_a_node_to_itself() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    knight = game.node("Ann", "Knight")
    loop = action("connect", label="doubts", source=knight, target=knight)
    refusal = game.cannot_declare("Bo", Own.SELF_EDGE, loop)
    assert refusal.facts == {"element": knight, "element_label": "Knight"}


@rule("network.edge")
def test_an_edge_needs_nodes_at_both_ends() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    knight, edge, _ = game.draws("Ann", "Knight -visits-> Park")
    to_edge = action("connect", label="watches", source=knight, target=edge)
    game.cannot_declare("Bo", Own.NOT_A_NODE, to_edge)


@rule("network.edge")
def test_two_nodes_may_have_many_edges() -> None:
    game = in_run("Ann", "Bo").grant("Ann", story=2)
    knight, park = game.node("Ann", "Knight"), game.node("Ann", "Park")
    for label in ("visits", "guards"):
        game.changes("Ann", action("connect", label=label, source=knight, target=park))
    assert game.state.play.network.nodes[knight].edges == ("e1", "e2")


@rule("network.similar")
@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        ("Cyborgs", "Cyborgs"),
        ("Cyborgs", "CYBORGS"),
        ("Café", "CAFÉ"),
        ("NS 9000", "ns 9000"),
    ],
)
def test_a_label_that_reads_the_same_is_not_written_again(there: str, wanted: str) -> None:
    game = idea(in_load("Ann", "Bo"), there)
    refusal = game.refused("Bo", Own.SIMILAR, "write_node", label=wanted)
    assert refusal.facts == {"element_label": wanted, "existing_label": there, "element": "n1"}


@rule("network.similar")
def test_weakened_cyborgs_are_still_cyborgs() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    there = game.node("Ann", "Cyborgs???")
    again = action("create", label="Cyborgs", edge="hunt", other=there)
    game.cannot_declare("Bo", Own.SIMILAR, again)


@rule("network.similar", "mark.elimination")
def test_an_eliminated_label_is_not_written_again() -> None:
    game = in_run("Ann", "Bo").grant("Ann", story=3).grant("Bo", story=1)
    park, gone = game.node("Bo", "Park"), game.node("Bo", "Zombies")
    game.changes("Ann", *[action("strike", element=gone)] * 1)
    assert game.eliminated(gone)
    again = action("create", label="zombies", edge="haunts", other=park)
    game.cannot_declare("Bo", Own.SIMILAR, again)


@rule("network.similar")
def test_a_close_label_is_refused_and_the_refusal_names_the_existing_one() -> None:
    game = idea(in_load("Ann", "Bo"), "Nanotechnology")
    refusal = game.refused("Bo", Own.CLOSE, "write_node", label="Nanotecnology")
    assert refusal.facts["elements"] == ("n1",)
    assert "Nanotechnology" in refusal.sentence


@rule("network.similar")
def test_a_player_that_acknowledges_a_close_label_may_write_it() -> None:
    game = idea(in_load("Ann", "Bo"), "Nanotechnology")
    wanted = {"label": "Nanotecnology", "acknowledges": ["n1"]}
    judgement = game.move("Bo", "write_node", **wanted)
    assert saw(judgement, "network.similar") == {"acknowledged_elements": ("n1",)}


@rule("network.similar")
def test_the_same_label_cannot_be_acknowledged_away() -> None:
    game = idea(in_load("Ann", "Bo"), "Cyborgs")
    game.refused("Bo", Own.SIMILAR, "write_node", label="cyborgs", acknowledges=["n1"])


@rule("network.similar")
@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        ("Cyborgs", "The Cyborg!?"),
        ("Little Things, Corp.", "Corp Little Thing"),
        ("Plan A", "Plan"),
        ("Man Bites Dog", "Dog Bites Man"),
        ("Ma", "Mả"),
        ("Salt", "S\u0430lt"),
    ],
)
def test_a_label_that_only_looks_the_same_can_be_acknowledged(there: str, wanted: str) -> None:
    game = idea(in_load("Ann", "Bo"), there)
    refusal = game.refused("Bo", Own.CLOSE, "write_node", label=wanted)
    game.move("Bo", "write_node", label=wanted, acknowledges=refusal.facts["elements"])
    assert game.shown("n2") == wanted


@rule("network.similar")
@pytest.mark.parametrize("label", ["Magic Academy", "Humanlike Robots"])
def test_magic_and_a_magic_academy_are_two_things(label: str) -> None:
    game = idea(in_load("Ann", "Bo"), "Magic")
    game.move("Bo", "write_node", label=label)


@rule("network.similar")
def test_edges_are_compared_between_the_same_nodes_in_the_same_direction() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    knight, _, aliana = game.draws("Ann", "Knight -loves-> Aliana")
    again = action("connect", label="LOVES", source=knight, target=aliana)
    game.cannot_declare("Bo", Own.SIMILAR, again)
    game.declares("Bo", action("connect", label="loves", source=aliana, target=knight))


@rule("network.relationship")
@pytest.mark.parametrize(
    "label",
    ["Bob, wife of Janet", "Scar's daughter Molly", "\u00e9wife of Bo", "\U00011f04wife of Bo"],
)
def test_a_relation_in_a_label_gives_advice_and_no_refusal(label: str) -> None:
    judgement = in_load("Ann", "Bo").move("Ann", "write_node", label=label)
    assert "network.relationship" in cited(judgement)
    assert label in judgement.ruling.warnings[0]


BOB = "Bob, wife of Janet"


@rule("network.relationship", "consent.declare")
def test_the_advice_comes_with_the_declaration_and_again_with_the_record() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=2)
    bob = action("create", label=BOB, edge="knows", other=game.node("Ann", "Cat!"))
    plan = {"move": "declare", "actions": [action("strike", element="n1"), bob]}
    advised = [game.judge("Bo", plan), game.send("Bo", plan)]
    advised.append(game.move("Ann", "consent", declaration="d1"))
    for judgement in advised:
        assert isinstance(judgement, Accepted)
        assert [BOB in warning for warning in judgement.ruling.warnings] == [True]


@rule("network.relationship", "consent.negotiate", "conflict.goals")
@pytest.mark.parametrize("move", ["reword", "join_conflict"])
def test_the_advice_comes_with_a_rewording_and_a_goal_too(move: str) -> None:
    game = in_run("Ann", "Bo").grant("Ann", story=2)
    cat = game.node("Ann", "Cat")
    bob = action("create", label=BOB, edge="knows", other=cat)
    if move == "reword":
        game.declares("Ann", {**bob, "label": "Bob"})
        judgement = game.move("Ann", "reword", declaration="d1", wording=bob)
    else:
        game.move("Ann", "call_conflict", reason="No!")
        wanted = {"statement": "So.", "target": cat, "changes": [bob]}
        judgement = game.move("Ann", "join_conflict", node=cat, goal=wanted)
    assert BOB in judgement.ruling.warnings[0]


@rule("network.relationship", "load.relabel")
def test_the_advice_comes_with_another_label_for_a_node_and_not_for_an_edge() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="Bob")
    assert BOB in game.move("Ann", "relabel", element="n3", label=BOB).ruling.warnings[0]
    edge = {"label": "is wife of", "other": "n1"}
    game.move("Ann", "write_edge", **edge)
    assert game.move("Ann", "relabel", element="e1", label="is a wife of").ruling.warnings == ()


@rule("network.relationship")
def test_a_plain_label_gives_no_advice() -> None:
    assert in_load("Ann", "Bo").move("Ann", "write_node", label="Magic").ruling.warnings == ()


def test_an_element_that_is_not_on_the_network_cannot_be_named() -> None:
    game = in_run("Ann", "Bo").grant("Bo", story=1)
    refusal = game.cannot_declare("Bo", Own.UNKNOWN_ELEMENT, action("strike", element="n1"))
    assert refusal.facts == {"element": "n1"}


def test_ids_go_on_after_a_scrapped_network() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.agreed("Ann", "scrap_network")
    step(game)
    assert list(game.state.play.network.nodes) == ["n3"]


@rule("load.relabel", "network.similar")
def test_a_rewording_is_compared_with_all_other_elements() -> None:
    game = in_load("Ann", "Bo", phase=2)
    list(steps(game, "Bo"))
    game.move("Bo", "write_node", label="Megasoft")
    game.move("Bo", "relabel", element="n4", label="The Megasofts")
    game.refused("Bo", Own.SIMILAR, "relabel", element="n4", label="alfa")
