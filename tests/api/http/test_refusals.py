"""Refused moves can be read later, with the seat, the move, the version and the reason."""

from typing import Any

from tests.support.client import Json, Player, Table, of
from verger.service.log.refusals import KEPT

WRITE: Json = {"label": "Magic"}


def refused(player: Player, move: str = "write_node", **fields: Any) -> Json:
    """Send a move that the rules refuse, and return the problem."""
    problem: Json = of(player.move(move, **fields), 409)
    return problem


def test_a_refused_move_is_kept_with_its_ruling(table: Table) -> None:
    bo, version = table["Bo"], table["Bo"].head
    problem = refused(bo, **WRITE)
    (kept,) = table["Cy"].see("/refusals")["refusals"]
    assert (kept["seat"], kept["version"], kept["type"]) == ("s2", version, "write_node")
    assert kept["move"] == {"move": "write_node", "label": "Magic"}
    assert kept["sentence"] == problem["detail"]
    same = ("code", "rule", "facts", "remedy")
    assert {name: kept[name] for name in same} == {name: problem[name] for name in same}


def test_the_newest_come_first_page_by_page(bo: Player) -> None:
    for name in ("One", "Two", "Three"):
        refused(bo, label=name)
    first = bo.see("/refusals", limit=2)
    assert [kept["move"]["label"] for kept in first["refusals"]] == ["Three", "Two"]
    rest = bo.see("/refusals", before=first["next_before"])
    assert [kept["move"]["label"] for kept in rest["refusals"]] == ["One"]
    assert rest["next_before"] is None


def test_anonymous_refusals_of_one_seat_leave_those_of_another(table: Table) -> None:
    bo, cy = table["Bo"], table["Cy"]
    cy.moves("signal", anonymous=True)
    refused(cy, "signal", anonymous=True)
    for _ in range(KEPT + 1):
        refused(bo, "signal", anonymous=True)
    kept = bo.see("/refusals", limit=200)
    rest = bo.see("/refusals", before=kept["next_before"])
    assert [(one["number"], one["seat"]) for one in rest["refusals"]] == [(1, None)]


def test_a_dry_run_and_an_accepted_move_leave_nothing(bo: Player) -> None:
    of(bo.move("write_node", query={"dry_run": "true"}, **WRITE), 409)
    bo.draws_a_line("Spiders.")
    assert bo.see("/refusals") == {"refusals": [], "next_before": None}


def test_a_refusal_does_not_name_an_anonymous_signaller_either(bo: Player) -> None:
    bo.moves("signal", anonymous=True)
    refused(bo, "signal", anonymous=True)
    (kept,) = bo.see("/refusals")["refusals"]
    assert (kept["type"], kept["seat"]) == ("signal", None)
