"""Grants: the controller of an element can give others control of it, and take it back."""

import pytest

from tests.support.options import listed
from tests.support.play import Game, action, cited, effect, in_run, rule, saw, table
from verger.domain.core.identifier import SeatId
from verger.domain.core.reason import Code
from verger.domain.games.verge.control import Control, control_of, controlled_by_right, controllers
from verger.domain.games.verge.model.network import ElementId, NodeId
from verger.domain.games.verge.reason import Code as Own


def knight() -> tuple[Game, NodeId]:
    """Return a table of three in Run, and the id of Bo's character."""
    game = in_run("Ann", "Bo", "Cy").grant("Cy", story=5, development=5)
    return game, game.character("Bo", "Knight")


def granted() -> tuple[Game, NodeId]:
    """Return the same after Bo has granted Cy control of the character."""
    game, id = knight()
    game.move("Bo", "grant_control", element=id, seat="s3")
    return game, id


def control(game: Game, id: ElementId) -> list[tuple[str, str, str | None]]:
    """Return the controllers of an element, with their rules and the seats that granted control."""
    return [(one.seat, one.rule, one.by) for one in control_of(game.state, id)]


@rule("control.grant", "control.own")
def test_a_seat_that_controls_an_element_grants_another_seat_control_of_it() -> None:
    game, id = knight()
    game.refused("Bo", Code.OTHERS_ONLY, "grant_control", element=id, seat="s2")
    game.refused("Bo", Code.UNKNOWN_SEAT, "grant_control", element=id, seat="s9")
    judgement = game.move("Bo", "grant_control", element=id, seat="s3")
    assert saw(judgement, "control.grant") == {"element": id, "granting_seat": "s2", "seat": "s3"}
    assert control(game, id) == [("s2", "control.own", None), ("s3", "control.grant", "s2")]
    assert controllers(game.state, id) == ("s2", "s3")


@rule("control.grant", "control.gm")
@pytest.mark.parametrize(
    ("residual", "name", "granter", "seat"),
    [("gm", "Ann", "s1", "s2"), ("creator", "Bo", "s2", "s3")],
)
def test_an_element_that_nobody_else_controls_is_granted_by_its_holder_by_house_rule(
    residual: str, name: str, granter: str, seat: str
) -> None:
    game = in_run("Ann", "Bo", "Cy", residual_control=residual)
    park = game.node("Bo", "Park")
    game.move(name, "grant_control", element=park, seat=seat)
    granted = [(granter, "control.gm", None), (seat, "control.grant", granter)]
    assert control(game, park) == granted


@rule("control.grant", "control.protected")
def test_granted_control_protects_ones_changes() -> None:
    game, id = granted()
    judgement = game.declares("Cy", action("strengthen", element=id))
    assert "control.protected" in cited(judgement)


@rule("control.grant")
def test_granted_control_cannot_be_passed_on_and_only_its_granter_revokes_it() -> None:
    game, id = granted()
    refusal = game.refused("Cy", Own.NOT_IN_CONTROL, "grant_control", element=id, seat="s1")
    assert refusal.facts == {"seat_name": "Cy", "element": id, "element_label": "Knight"}
    for name in ("Ann", "Cy"):
        game.refused(name, Own.NOT_GRANTED, "revoke_control", element=id, seat="s3")
        assert game.options(name, "revoke_control") == []
    assert listed(game.options("Bo", "revoke_control"), _move("revoke_control", id))


@rule("control.grant")
def test_the_same_control_is_granted_once_until_it_is_revoked() -> None:
    game, id = granted()
    game.refused("Bo", Own.ALREADY_GRANTED, "grant_control", element=id, seat="s3")
    game.refused("Bo", Own.UNKNOWN_ELEMENT, "revoke_control", element="n99", seat="s3")
    game.refused("Bo", Code.UNKNOWN_SEAT, "revoke_control", element=id, seat="s9")
    game.move("Bo", "revoke_control", element=id, seat="s3")
    assert controllers(game.state, id) == ("s2",)
    assert len(game.state.play.grants) == 0
    game.move("Bo", "grant_control", element=id, seat="s3")


def shared() -> tuple[Game, NodeId, str]:
    """Return Bob and Bo's edge to Bob. Bo and Cy both control Bob, and have granted control to the GM."""
    game, _ = knight()
    friend, tie, _ = game.draws("Bo", "Bob -trusts-> Knight")
    game.draws("Cy", "Merlina (Cy) -hunts-> Bob")
    for name in ("Bo", "Cy"):
        game.move(name, "grant_control", element=friend, seat="s1")
    return game, friend, tie


@rule("control.grant", "control.own")
def test_a_seat_with_several_grants_controls_once_and_each_is_revoked_by_its_granter() -> None:
    game, friend, _ = shared()
    of_bo, of_cy = ("s1", "control.grant", "s2"), ("s1", "control.grant", "s3")
    assert control(game, friend)[2:] == [of_bo, of_cy]
    assert controllers(game.state, friend) == ("s2", "s3", "s1")
    game.move("Bo", "revoke_control", element=friend, seat="s1")
    assert control(game, friend)[2:] == [of_cy]


@rule("control.grant", "control.own")
def test_a_grant_rests_while_its_granter_does_not_control_the_element() -> None:
    game, friend, tie = shared()
    game.given(effect("element_eliminated", element=tie, cause="strikes"))
    assert control(game, friend) == [("s3", "control.own", None), ("s1", "control.grant", "s3")]
    game.given(
        effect("edge_added", edge="e9", label="owes", source="n1", target="n2", creator="s2")
    )
    assert ("s1", "control.grant", "s2") in control(game, friend)


@rule("control.grant")
def test_a_grant_rests_while_the_seat_that_received_it_is_empty() -> None:
    game, id = knight()
    game.move("Ann", "add_seat", kind="player", name="Dee")
    game.given(effect("control_granted", element=id, by="s2", seat="s4"))
    assert controllers(game.state, id) == ("s2",)


@rule("control.grant")
def test_a_grant_rests_while_its_granters_seat_is_empty() -> None:
    game, _ = knight()
    park = game.node("Ann", "Park")
    game.move("Ann", "add_seat", kind="player", name="Dee")
    game.given(
        effect("gm_handed_over", old="s1", new="s4"),
        effect("control_granted", element=park, by="s4", seat="s2"),
    )
    assert controllers(game.state, park) == ()
    game.given(effect("seat_taken", seat="s4", name="Dee"))
    assert controllers(game.state, park) == ("s4", "s2")


@rule("control.grant", "mark.elimination")
def test_only_control_of_an_element_in_play_is_granted() -> None:
    game, id = knight()
    game.refused("Bo", Own.UNKNOWN_ELEMENT, "grant_control", element="n9", seat="s3")
    game.given(effect("element_eliminated", element=id, cause="strikes"))
    game.refused("Bo", Own.ELIMINATED, "grant_control", element=id, seat="s3")
    refusal = table("Ann", "Bo").refused(
        "Ann", Code.WRONG_STEP, "grant_control", element=id, seat="s2"
    )
    assert refusal.rule == "control.grant"


@rule("control.grant")
def test_a_grant_of_an_element_that_has_left_play_can_still_be_revoked() -> None:
    game, id = granted()
    game.given(effect("element_eliminated", element=id, cause="strikes"))
    assert listed(game.options("Bo", "revoke_control"), _move("revoke_control", id))
    game.move("Bo", "revoke_control", element=id, seat="s3")


def _move(move: str, element: str) -> dict[str, str]:
    return {"move": move, "element": element, "seat": "s3"}


def test_options_offer_each_seat_the_grants_that_it_does_not_have() -> None:
    game, id = granted()
    near, *_ = game.draws("Bo", "Clinic -treats-> Knight")
    options = game.options("Bo", "grant_control")
    assert [listed(options, _move("grant_control", one)) for one in (id, near)] == [False, True]
    assert listed(options, {**_move("grant_control", id), "seat": "s1"})


def test_seats_that_have_been_granted_the_same_share_an_option() -> None:
    game, _ = knight()
    assert len(game.options("Bo", "grant_control")) == 1
    assert len(granted()[0].options("Bo", "grant_control")) == 1


@rule("control.own", "control.gm")
@pytest.mark.parametrize("chosen", ["gm", "creator"])
def test_control_by_right_is_the_same_seen_from_the_seat_and_from_the_element(chosen: str) -> None:
    game, _, tie = shared()
    game.agreed("Ann", "choose_house_rule", house_rule="residual_control", value=chosen)
    game.node("Cy", "Moon")
    game.draws("Cy", "Merlina -hunts-> Knight")
    game.given(effect("element_eliminated", element=tie, cause="strikes"))
    for seat in game.state.table.sitting:
        found = [id for id, _ in controlled_by_right(game.state, seat)]
        assert found == [id for id in active(game) if seat in by_right(game, id)]


def active(game: Game) -> list[ElementId]:
    """Return the ids of the elements that are not eliminated."""
    return [id for id, element in game.state.play.network.elements if not element.eliminated]


def by_right(game: Game, id: ElementId) -> list[SeatId]:
    """Return the seats that control an element without a grant."""
    found: tuple[Control, ...] = control_of(game.state, id)
    return [one.seat for one in found if one.by is None]
