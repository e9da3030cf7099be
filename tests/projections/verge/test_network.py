"""The network in the form that people read: labels with marks, power, reasons, and control."""

from msgspec.structs import replace

from tests.support.play import Game, action, effect, in_load, in_run
from verger.domain.core.identifier import SeatId
from verger.domain.games.verge.control import GRANT, MOST_INTEREST, OWN, RESIDUAL, Control
from verger.domain.games.verge.model.grant import Grant
from verger.domain.games.verge.model.notice import Loss
from verger.domain.games.verge.model.stake import Stake
from verger.projections.verge.network import EdgeView, NetworkView, NodeView, network

VERSION = 7


def seen(game: Game) -> NetworkView:
    return network(game.state, VERSION)


def node(game: Game, id: str) -> NodeView:
    return next(node for node in seen(game).nodes if node.id == id)


def edge(game: Game, id: str) -> EdgeView:
    return next(edge for edge in seen(game).edges if edge.id == id)


def test_an_empty_network_is_shown_with_its_version() -> None:
    assert seen(in_run("Ann", "Bo")) == NetworkView(VERSION, (), ())


def test_elements_stand_in_the_order_of_writing() -> None:
    game = in_run("Ann", "Bo")
    first, second = game.node("Ann", "Cyborgs"), game.node("Bo", "Monks")
    tie = game.edge("Bo", second, "fear", first)
    shown = seen(game)
    assert [node.id for node in shown.nodes] == [first, second]
    assert [edge.id for edge in shown.edges] == [tie]


def test_a_node_shows_its_label_with_its_marks_its_standing_and_its_power() -> None:
    game = in_run("Ann", "Bo")
    shown = node(game, game.node("Bo", "Cyborgs!!!X?", "idea"))
    assert (shown.label, shown.shown, shown.kind) == ("Cyborgs", "Cyborgs!!!X?", "idea")
    assert (shown.marks, shown.standing, shown.power) == ("!!!X?", 2, 1)
    assert (shown.creator, shown.eliminated, shown.claimed_by) == ("s2", None, None)


def test_an_edge_shows_its_ends() -> None:
    game = in_run("Ann", "Bo")
    rex, guild = game.character("Bo", "Rex"), game.node("Ann", "The guild")
    shown = edge(game, game.edge("Bo", rex, "leads!!!!", guild))
    assert (shown.source, shown.target, shown.shown) == (rex, guild, "leads!!!!")
    assert (shown.thing, shown.person) == (None, None)


def test_an_element_shows_its_explanation() -> None:
    game = in_load("Ann", "Bo", phase=2)
    game.move("Ann", "write_node", label="The Church", explanation="Pure souls.")
    game.move("Ann", "write_edge", label="hates", other="n1", explanation="It is tempting.")
    assert node(game, "n3").explanation == "Pure souls."
    assert (edge(game, "e1").explanation, node(game, "n1").explanation) == ("It is tempting.", None)


def test_an_edge_to_a_most_important_thing_names_its_owner() -> None:
    game = in_load("Ann", "Bo", phase=6)
    ties = [edge for edge in seen(game).edges if edge.thing]
    assert {edge.thing for edge in ties} == {1}
    assert all(edge.person in (edge.source, edge.target) for edge in ties)
    characters = game.state.play.network.characters.values()
    assert set(characters) <= {edge.person for edge in ties}


def test_an_edge_shows_its_own_losses() -> None:
    game = in_run("Ann", "Bo")
    monks, docks = game.node("Ann", "Monks"), game.node("Bo", "Docks")
    lost, kept = game.edge("Bo", monks, "guard", docks), game.edge("Bo", docks, "feed", monks)
    loss, play = Loss(game.seat("Bo"), lost, "To win.", monks), game.state.play
    notices = replace(play.notices, lost=(loss,))
    game.state = replace(game.state, play=replace(play, notices=notices))
    assert [edge(game, id).losses for id in (lost, kept)] == [(loss,), ()]


def test_a_characters_player_controls_it_and_the_elements_one_edge_away() -> None:
    game = in_run("Ann", "Bo", "Cy")
    rex, guild = game.character("Bo", "Rex"), game.node("Cy", "The guild")
    far, tie = game.node("Cy", "The moon"), game.edge("Cy", rex, "leads", guild)
    assert node(game, rex).claimed_by == "s2"
    own, residual = Control(SeatId("s2"), OWN), Control(SeatId("s1"), RESIDUAL)
    assert [node(game, id).control for id in (rex, guild, far)] == [(own,), (own,), (residual,)]
    assert edge(game, tie).control == (own,)


def test_the_network_shows_each_grant_of_control() -> None:
    game = in_run("Ann", "Bo", "Cy")
    rex, bo, cy = game.character("Bo", "Rex"), game.seat("Bo"), game.seat("Cy")
    game.move("Bo", "grant_control", element=rex, seat=cy)
    shown = node(game, rex)
    assert shown.control == (Control(bo, OWN), Control(cy, GRANT, bo))
    assert shown.grants == (Grant(bo, cy),)


def test_a_grant_that_does_not_count_now_is_still_shown() -> None:
    game = in_run("Ann", "Bo", "Cy")
    game.move("Ann", "grant_control", element=game.node("Ann", "Rex", "person"), seat="s2")
    game.given(effect("character_claimed", seat="s3", node="n1"))
    shown = node(game, "n1")
    assert shown.control == (Control(SeatId("s3"), OWN),)
    assert shown.grants == (Grant(SeatId("s1"), SeatId("s2")),)


def test_the_network_shows_each_holder_of_interest() -> None:
    game = in_run("Ann", "Bo", controlling_interest="on").grant("Bo", story=1)
    rex, bo = game.node("Ann", "Rex!!"), game.seat("Bo")
    tie = game.edge("Ann", rex, "leads", game.node("Ann", "The guild"))
    game.move("Bo", "buy_interest", element=rex)
    assert node(game, rex).interest == (Stake(bo, 1),)
    assert node(game, rex).control == (Control(bo, MOST_INTEREST),)
    assert edge(game, tie).interest == ()


def test_an_eliminated_element_stays_visible_with_its_reason_and_nobody_controls_it() -> None:
    game = in_run("Ann", "Bo")
    monks, tie, _ = game.draws("Ann", "Monks -fear-> Cyborgs")
    game.grant("Bo", story=5)
    for _ in range(3):
        if not game.eliminated(monks):
            game.changes("Bo", action("strike", element=monks))
    shown = node(game, monks)
    assert shown.eliminated
    assert shown.control == ()
    assert edge(game, tie).eliminated == "node"
    assert edge(game, tie).control == ()


def test_the_view_is_a_function_of_only_the_state() -> None:
    game = in_run("Ann", "Bo")
    game.node("Ann", "Monks")
    assert seen(game) == seen(game.copy())
