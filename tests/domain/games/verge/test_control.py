"""Control: the seats that control an element, and changes that nobody may object to."""

import pytest

from tests.support.play import Game, action, cited, effect, in_run, rule, tags
from verger.domain.games.verge.control import controllers
from verger.domain.games.verge.model.action import DeclarationId
from verger.domain.games.verge.model.network import EdgeId, NodeId
from verger.domain.games.verge.reason import Code as Own


def control(game: Game, id: NodeId | EdgeId) -> list[str]:
    """Return the names of the seats that control an element."""
    return [game.state.table.name(seat) for seat in controllers(game.state, id)]


def bob(**house_rules: str) -> tuple[Game, NodeId, NodeId]:
    """Return the rulebook's Bob, written by Adam (here Bo), and Adam's character Knight."""
    game = in_run("Ann", "Bo", "Cy", **house_rules).grant("Bo", story=9, development=9)
    return game, game.node("Bo", "Bob", "person"), game.character("Bo", "Knight")


@rule("control.own", "control.gm")
def test_a_seat_controls_its_character_and_the_elements_one_edge_away() -> None:
    game, friend, knight = bob()
    trusts = game.edge("Cy", friend, "trusts", knight)
    _, invented, holo = game.draws("Bo", "Bob -invented-> Holographic Reality")
    near, far = (knight, trusts, friend), (invented, holo)
    assert [control(game, id) for id in (*near, *far)] == [["Bo"]] * 3 + [["Ann"]] * 2


@rule("control.own")
def test_several_seats_may_control_the_same_element() -> None:
    game, friend, _ = bob()
    game.draws("Bo", "Bob -trusts-> Knight")
    game.draws("Cy", "Merlina (Cy) -hunts-> Bob")
    assert control(game, friend) == ["Bo", "Cy"]


@rule("control.own", "mark.elimination")
def test_an_eliminated_edge_gives_no_control() -> None:
    game, friend, knight = bob()
    game.given(
        effect(
            "element_eliminated", element=game.edge("Bo", friend, "trusts", knight), cause="strikes"
        )
    )
    assert control(game, friend) == ["Ann"]


@rule("control.gm")
@pytest.mark.parametrize(
    ("chosen", "controller", "asked"), [("gm", "Ann", True), ("creator", "Bo", False)]
)
def test_before_bob_is_joined_to_knight_the_house_rule_says_whose_he_is(
    chosen: str, controller: str, asked: bool
) -> None:
    game, friend, _ = bob(residual_control=chosen)
    assert control(game, friend) == [controller]
    game.declares("Bo", action("strengthen", element=friend))
    assert ("consent" in game.awaited()) is asked


@rule("control.gm")
def test_a_creator_who_is_gone_leaves_it_to_the_gm() -> None:
    game, _, _ = bob(residual_control="creator")
    game.move("Ann", "add_seat", kind="player", name="Dee")
    assert control(game, game.node("Dee", "Ghost")) == ["Ann"]


def announced(chosen: str) -> Game:
    """Return the rulebook's declaration after everybody has consented to its first action only."""
    game = in_run("Ann", "Bo", "Cy", residual_control=chosen).grant("Bo", story=9, development=9)
    holo, knight = game.node("Ann", "Holographic Reality"), game.character("Bo", "Knight")
    maker = action("create", label="Bob", edge="invented", other=holo, kind="person")
    stronger = [action("strengthen", element=f"a1.{part}") for part in ("node", *["edge"] * 4)]
    trusts = action("connect", label="trusts", source="a1.node", target=knight)
    game.declares("Bo", maker, *stronger, trusts)
    for name in ("Ann", "Cy"):
        game.move(name, "consent", declaration="d1")
    return game


@rule("control.gm", "control.protected")
def test_until_bob_is_joined_to_knight_his_maker_asks_before_each_change_of_him() -> None:
    game = announced("gm")
    for _ in range(5):
        assert game.awaited()["consent"] == ("Ann", "Cy")
        for name in ("Ann", "Cy"):
            game.move(name, "consent", declaration="d1")
    assert game.state.play.declarations[DeclarationId("d1")].current == 7
    game.move("Cy", "object", declaration="d1", ground="fiction", reason="He trusts nobody.")
    assert game.awaited()["negotiate"] == ("Bo",)


@rule("control.gm", "control.protected")
def test_if_makers_control_nobody_may_object_once_bob_is_there() -> None:
    game = announced("creator")
    assert len(game.state.play.declarations) == 0
    assert [game.shown(id) for id in ("n3", "e1", "e2")] == ["Bob!", "invented!!!!", "trusts"]
    game.refused(
        "Cy", Own.UNKNOWN_DECLARATION, "object", declaration="d1", ground="fiction", reason="No."
    )


@rule("control.own", "control.protected")
def test_once_bob_is_joined_to_knight_his_maker_controls_him_under_either_house_rule() -> None:
    for chosen in ("gm", "creator"):
        game, friend, knight = bob(residual_control=chosen)
        game.edge("Bo", friend, "trusts", knight)
        judgement = game.declares("Bo", action("strengthen", element=friend))
        assert "action_recorded" in tags(judgement)


def joined() -> tuple[Game, NodeId, NodeId]:
    """Return a table where Bob is joined to Knight, so that Bo controls both."""
    game, friend, knight = bob()
    game.edge("Bo", friend, "trusts", knight)
    return game, friend, knight


@rule("control.protected")
@pytest.mark.parametrize("change", ["strengthen", "weaken", "repair"])
def test_nobody_objects_to_changes_of_the_movers_own_elements(change: str) -> None:
    game, *_ = joined()
    clinic = "Clinic?" if change == "repair" else "Clinic"
    near, *_ = game.draws("Ann", f"{clinic} -treats-> Knight")
    judgement = game.declares("Bo", action(change, element=near))
    assert "control.protected" in cited(judgement)
    assert tags(judgement)[-1] == "declaration_closed"


@rule("control.protected")
def test_nobody_objects_when_two_nodes_are_connected_only_if_the_mover_controls_both() -> None:
    game, friend, knight = joined()
    judgement = game.declares("Bo", action("connect", label="owes", source=knight, target=friend))
    assert "action_recorded" in tags(judgement)
    park = game.node("Ann", "Park")
    game.declares("Bo", action("connect", label="visits", source=friend, target=park))
    assert game.awaited()["consent"] == ("Ann", "Cy")


@rule("control.protected")
@pytest.mark.parametrize("place", [0, 1], ids=["one's own character", "a node next to it"])
def test_a_new_node_is_open_to_objection_also_if_only_the_mover_controls_the_other(
    place: int,
) -> None:
    game, friend, knight = joined()
    other = (knight, friend)[place]
    game.declares("Bo", action("create", label="Lab", edge="is run by", other=other))
    assert game.awaited()["consent"] == ("Ann", "Cy")


@rule("control.protected")
def test_a_claim_is_never_protected() -> None:
    game, _, _ = bob()
    aliana = game.node("Cy", "Aliana", "person")
    game.declares("Cy", action("claim", element=aliana))
    assert game.awaited()["consent"] == ("Ann", "Bo")


@rule("control.gm", "control.protected")
def test_the_gm_freely_changes_elements_that_nobody_else_controls() -> None:
    game, friend, _ = bob()
    judgement = game.grant("Ann", development=1).declares("Ann", action("weaken", element=friend))
    assert "action_recorded" in tags(judgement)


@rule("control.own")
def test_only_its_player_controls_a_claimed_character_also_next_to_others() -> None:
    game, _, knight = bob()
    game.draws("Cy", "Merlina (Cy) -hunts-> Knight")
    assert control(game, knight) == ["Bo"]
    judgement = game.declares("Bo", action("strengthen", element=knight))
    assert "declaration_closed" in tags(judgement)


@rule("control.own", "table.leave")
def test_a_character_whose_player_has_left_is_the_gms_and_not_its_neighbours() -> None:
    game, _, knight = bob()
    game.draws("Cy", "Merlina (Cy) -hunts-> Knight")
    game.move("Bo", "leave")
    assert control(game, knight) == ["Ann"]


@rule("control.gm", "table.leave")
@pytest.mark.parametrize("chosen", ["gm", "creator"])
def test_while_the_gms_seat_is_empty_nobody_controls_the_elements_of_the_gm(chosen: str) -> None:
    game, friend, knight = bob(residual_control=chosen)
    park = game.node("Ann", "Park")
    game.move("Ann", "leave")
    assert control(game, park) == []
    assert (control(game, knight), control(game, friend)) == (
        ["Bo"],
        ["Bo"] if chosen == "creator" else [],
    )
