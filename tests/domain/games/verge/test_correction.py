"""`dispute.amend`: everyone can agree to correct the play of the past, within the rules."""

from typing import Any

import pytest

from tests.support.dispute import amendment, disputed, settlement, settles
from tests.support.play import Game, effect, in_load, rule, step, turn_of
from verger.domain.core.decider import Accepted
from verger.domain.core.ledger import BANK
from verger.domain.core.reason import Code
from verger.domain.games.verge.model.network import EdgeId
from verger.domain.games.verge.reason import Code as Own

MOVE: dict[str, Any] = {"correction": "move_tokens", "token": "story", "amount": 2}


@pytest.fixture
def game() -> Game:
    return disputed()


def amend(game: Game, *corrections: dict[str, Any]) -> Accepted:
    """Have the table amend play, with everybody's agreement."""
    return settles(game, "Bo", **amendment(*corrections))


def correct(game: Game, correction: str, /, **fields: Any) -> Accepted:
    """Have the table amend play by one correction."""
    return amend(game, {"correction": correction, **fields})


def cannot_amend(game: Game, code: str, *corrections: dict[str, Any]) -> None:
    """Require that an amendment is refused."""
    game.refused("Bo", code, "propose_settlement", **settlement(**amendment(*corrections)))


@rule("dispute.amend", "token.kinds")
def test_tokens_are_moved_between_the_bank_and_the_seats(game: Game) -> None:
    amend(game, {**MOVE, "source": "bank", "target": "seat:s2"})
    amend_back = {**MOVE, "amount": 1, "source": "seat:s2", "target": "seat:s1"}
    game.move("Cy", "appeal", dispute="q1", grounds="Too much.")
    amend(game, amend_back)
    assert (game.tokens("Bo").story, game.tokens("Ann").story) == (1, 1)
    assert game.account(BANK).story == -2


@rule("dispute.amend", "token.kinds")
def test_no_correction_leaves_a_negative_balance(game: Game) -> None:
    cannot_amend(game, Code.TOO_FEW_THERE, {**MOVE, "source": "seat:s2", "target": "bank"})
    boosts = {**MOVE, "token": "boost", "amount": 9, "source": "bank", "target": "seat:s2"}
    cannot_amend(game, Code.TOO_FEW_THERE, boosts)


@rule("dispute.amend", "token.kinds")
@pytest.mark.parametrize(
    ("source", "target"),
    [("bank", "bank"), ("supply", "seat:s2"), ("bank", "escrow:d1"), ("bank", "seat:s9")],
)
def test_corrections_move_no_tokens_to_other_accounts(game: Game, source: str, target: str) -> None:
    cannot_amend(game, Code.UNFIT_ACCOUNT, {**MOVE, "source": source, "target": target})


@rule("dispute.amend")
def test_an_amendment_is_made_as_a_whole_or_not_at_all(game: Game) -> None:
    to_bo = {**MOVE, "source": "bank", "target": "seat:s2"}
    from_bo = {**MOVE, "amount": 3, "source": "seat:s2", "target": "bank"}
    cannot_amend(game, Code.TOO_FEW_THERE, to_bo, from_bo)
    amend(game, to_bo, {**from_bo, "amount": 2})
    assert game.tokens("Bo").story == 0


@rule("dispute.amend", "mark.strikes")
def test_a_third_strike_that_should_have_stood_eliminates(game: Game) -> None:
    node, edge, _ = game.draws("Bo", "Magic!!!!XX -knows-> Debt")
    correct(game, "write_mark", element=node, mark="X")
    assert (game.shown(node), game.eliminated(node)) == ("Magic!!!!XXX", "strikes")
    assert game.eliminated(edge) == "node"


@rule("dispute.amend", "mark.standing")
@pytest.mark.parametrize(
    ("written", "correction", "mark", "shown", "cause"),
    [
        ("Magic!X", "remove_mark", "!", "MagicX", "standing"),
        ("Magic", "write_mark", "?", "Magic?", None),
    ],
    ids=["a ratification that should not have stood", "a weakening"],
)
def test_a_ratification_that_goes_may_eliminate_and_a_weakening_never(
    game: Game, written: str, correction: str, mark: str, shown: str, cause: str | None
) -> None:
    node = game.node("Bo", written)
    correct(game, correction, element=node, mark=mark)
    assert (game.shown(node), game.eliminated(node)) == (shown, cause)


@rule("dispute.amend")
def test_only_a_mark_that_is_there_is_removed_and_only_an_eliminated_element_restored(
    game: Game,
) -> None:
    node = game.node("Bo", "Magic!")
    remove = {"correction": "remove_mark", "element": node}
    cannot_amend(game, Own.NO_SUCH_MARK, {**remove, "mark": "X"})
    cannot_amend(game, Own.UNKNOWN_ELEMENT, {**remove, "element": "n9", "mark": "X"})
    cannot_amend(game, Own.NOT_ELIMINATED, {"correction": "restore", "element": node})


@rule("dispute.amend", "network.similar")
def test_an_element_is_reworded_only_to_a_free_label(game: Game) -> None:
    node, other = game.node("Bo", "Magic"), game.node("Bo", "Sorcery")
    cannot_amend(game, Own.SIMILAR, {"correction": "relabel", "element": node, "label": "Sorcery"})
    correct(game, "relabel", element=node, label="Magics")
    assert (game.shown(node), game.shown(other)) == ("Magics", "Sorcery")


@rule("dispute.amend", "mark.elimination")
def test_the_table_eliminates_an_element_that_should_not_be(game: Game) -> None:
    node = game.character("Bo", "Janet")
    correct(game, "eliminate", element=node)
    assert game.eliminated(node) == "correction"
    assert "s2" not in game.state.play.network.characters
    again = {"correction": "eliminate", "element": node}
    game.move("Cy", "appeal", dispute="q1", grounds="No.")
    cannot_amend(game, Own.ELIMINATED, again)


def struck_out(game: Game) -> tuple[str, str]:
    """Return a game: a node was struck out, with the ids of the node and of the edge that went with it."""
    node, edge, _ = game.draws("Bo", "Magic!!!!XX -knows-> Debt")
    game.grant("Cy", story=1)
    game.changes("Cy", {"action": "strike", "element": node, "narration": "No."})
    assert game.eliminated(node)
    return node, edge


@rule("dispute.amend", "mark.elimination")
def test_a_restored_node_brings_back_the_edges_that_went_with_it(game: Game) -> None:
    node, edge = struck_out(game)
    unstrike = {"correction": "remove_mark", "element": node, "mark": "X"}
    amend(game, unstrike, {"correction": "restore", "element": node})
    assert (game.eliminated(node), game.eliminated(edge)) == (None, None)


@rule("dispute.amend", "mark.elimination")
def test_an_edge_that_went_for_another_reason_stays_out(game: Game) -> None:
    node, edge, _ = game.draws("Bo", "Magic -knows-> Debt")
    gone = [{"correction": "eliminate", "element": id} for id in (edge, node)]
    amend(game, *gone, {"correction": "restore", "element": node})
    assert (game.eliminated(node), game.eliminated(edge)) == (None, "correction")


@rule("dispute.amend", "mark.strikes")
def test_an_element_that_would_fall_again_at_once_is_not_restored(game: Game) -> None:
    node, edge = struck_out(game)
    cannot_amend(game, Own.WOULD_FALL, {"correction": "restore", "element": node})
    cannot_amend(game, Own.ELIMINATED, {"correction": "restore", "element": edge})


def tie(game: Game, thing: int, target: str) -> EdgeId:
    """Draw an edge that ties the first node to a thing with this number."""
    edge = game.state.play.network.next_edge
    ends = {"source": "n1", "target": target, "thing": thing, "person": "n1"}
    game.given(effect("edge_added", edge=edge, label=f"owes {edge}", creator="s2", **ends))
    return edge


@rule("dispute.amend", "load.first_thing", "load.second_thing")
@pytest.mark.parametrize(
    ("thing", "target", "code"), [(1, "n3", Own.ALREADY_TIED), (2, "n2", Own.SAME_THING)]
)
def test_a_person_has_one_thing_of_each_number(
    game: Game, thing: int, target: str, code: str
) -> None:
    for label in ("Janet", "Debt", "Magic"):
        game.node("Bo", label)
    old = tie(game, 1, "n2")
    correct(game, "eliminate", element=old)
    tie(game, thing, target)
    game.move("Cy", "appeal", dispute="q1", grounds="No.")
    cannot_amend(game, code, {"correction": "restore", "element": old})


@rule("dispute.amend", "load.cash_out", "mark.standing")
def test_after_the_cash_out_more_strikes_than_ratifications_eliminate() -> None:
    game = in_load("Ann", "Bo", phase=7)
    node = game.node("Bo", "Magic")
    about = {"of": "event", "version": len(game.log)}
    game.move("Bo", "dispute", about=about, rule="load.cash_out", grounds="It was struck.")
    correct(game, "write_mark", element=node, mark="X")
    assert game.eliminated(node) == "standing"


@rule("dispute.amend", "network.edge")
def test_the_elements_that_the_turn_is_about_to_join_stay() -> None:
    game = in_load("Ann", "Bo", phase=2)
    step(game)
    name, node = turn_of(game), game.state.play.step.turn.node  # type: ignore[union-attr]
    about = {"of": "event", "version": len(game.log)}
    game.move(name, "dispute", about=about, rule="load.organizations", grounds="None.")
    cannot_amend(game, Own.NEEDED_NOW, {"correction": "eliminate", "element": node})
