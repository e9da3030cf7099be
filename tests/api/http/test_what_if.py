"""What-if requests: the result of a session without some events, or with other house rules."""

from typing import Any

import pytest

from tests.api.http.test_rewinds import OPENING
from tests.support.client import Json, Player, Table, of, played
from tests.support.server import Server


@pytest.fixture
def bo(server: Server) -> Player:
    """Return Bo at a table in Load. Bo has drawn a line, and Ann has ratified Bo's idea."""
    table = played(server.http, "Ann", "Bo")
    table["Bo"].draws_a_line("Spiders.")
    table.agree("Ann", "finish_compile")
    for name, move, fields in OPENING:
        table[name].moves(move, **fields)
    return table["Bo"]


LINE, DEBT = 3, 7


def ask(player: Player, **body: Any) -> Json:
    """Send a what-if request, and return the answer."""
    found: Json = of(player.post(f"{player.home}/what-if", body), 200)
    return found


def test_the_result_is_the_same_without_an_event_that_nothing_depends_on(bo: Player) -> None:
    shown = ask(bo, without=[LINE])
    assert shown == {
        "version": bo.head,
        "judged_to": bo.head,
        "identical": True,
        "first": None,
        "diverging": [],
        "stopped": False,
    }


def test_moves_that_depend_on_an_event_are_listed_in_order(bo: Player) -> None:
    shown = ask(bo, without=[DEBT])
    assert shown["identical"] is False
    assert shown["first"] == shown["diverging"][0]
    told = [(one["version"], one["outcome"], one["code"]) for one in shown["diverging"]]
    assert told == [
        (8, "refused", "out_of_turn"),
        (9, "refused", "out_of_turn"),
        (10, "refused", "out_of_turn"),
    ]
    assert "turn" in shown["first"]["now"]


def test_under_other_house_rules_the_first_difference_is_named(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", "Cy", until="run")
    table["Bo"].moves("declare", overview="A witness.", actions=[CLERK])
    declared = table["Bo"].head
    shown = ask(table["Bo"], house_rules={"create_cost": "each"})
    assert (shown["first"]["version"], shown["first"]["outcome"]) == (declared, "different")
    assert ask(table["Bo"], house_rules={"conflict_ties": "higher_face"})["identical"] is True


CLERK: Json = {
    "action": "create",
    "label": "The Night Clerk",
    "edge": "saw",
    "other": "n1",
    "narration": "He was on the quay.",
    "nature": "backstory",
}


def test_the_answer_stops_at_a_move_that_would_need_dice(server: Server) -> None:
    table = played(server.http, "Ann", "Bo", until="run")
    conflict(table)
    marked = next(e["version"] for e in table["Bo"].log() if e["type"] == "tie")
    shown = ask(table["Bo"], without=[marked])
    assert shown["stopped"] is (shown["judged_to"] < shown["version"])
    assert shown["identical"] is False


def conflict(table: Table) -> None:
    """Play a conflict up to its first roll."""
    own = table["Bo"].see("/state")["play"]["characters"]["s2"]
    table["Bo"].moves("call_conflict", reason="He asks.")
    table["Bo"].moves("join_conflict", node=own, goal={"statement": "Yes.", "target": "n1"})
    table["Ann"].moves("join_conflict", node="n1", goal={"statement": "No.", "target": "n1"})
    table["Ann"].moves("roll", explanation="It stands firm.")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"without": [1]}, 400, "invalid_body"),
        ({"without": [9_999]}, 404, "no_such_version"),
        ({"house_rules": {"luck": "on"}}, 409, "unknown_house_rule"),
        ({"house_rules": {"create_cost": "never"}}, 409, "value_not_allowed"),
    ],
)
def test_only_moves_that_can_differ_are_judged_again(
    bo: Player, body: Json, status: int, code: str
) -> None:
    problem = of(bo.post(f"{bo.home}/what-if", body), status)
    assert problem["code"] == code
