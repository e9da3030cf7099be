"""A conflict over HTTP: the paths to choose from, and reads of the conflict at each version."""

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.server import Server

DENIAL: Json = {"statement": "He keeps quiet.", "target": "n1"}


def thing(table: Table, person: str) -> str:
    """Return the id of the node that matters most to a player's character."""
    edges = table["Ann"].see("/network")["edges"]
    edge = next(edge for edge in edges if edge["person"] == person and edge["thing"] == 1)
    return str(edge["target"] if edge["source"] == person else edge["source"])


@pytest.fixture
def table(server: Server) -> Table:
    """Return a table in Run. In conflict c2, Bo fights for the thing that matters most to Bo's character."""
    table = played(server.http, "Ann", "Bo", until="run")
    own = table["Bo"].see("/state")["play"]["characters"]["s2"]
    goal = {"statement": "It is saved.", "target": thing(table, own)}
    table["Bo"].moves("call_conflict", reason="He asks.")
    table["Bo"].moves("join_conflict", node=own, goal=goal)
    table["Ann"].moves("join_conflict", node="n1", goal=DENIAL)
    return table


def test_the_paths_are_listed_the_best_first(bo: Player) -> None:
    shown = bo.see("/conflicts/c2/paths")
    pools = [path["pool"] for path in shown["paths"]]
    assert pools == sorted(pools, reverse=True)
    assert pools[0] >= 2
    assert (shown["complete"], shown["found"]) == (True, len(pools))
    assert all(path["path"][-1] == shown["target"] for path in shown["paths"])


def test_paths_may_be_asked_for_from_anywhere_to_anywhere(ann: Player) -> None:
    edge = ann.see("/network")["edges"][0]
    ends = {"node": edge["source"], "target": edge["target"]}
    shown = ann.see("/conflicts/c2/paths", **ends, edges=2, limit=1)
    assert {end: shown[end] for end in ends} == ends
    assert [way["path"][-1] for way in shown["paths"]] == [edge["target"]]


@pytest.mark.parametrize("names", [{"node": "n99"}, {"target": "e99"}, {"node": "e1"}])
def test_paths_lead_only_between_existing_elements(ann: Player, names: dict[str, str]) -> None:
    problem = of(ann.ask("GET", f"{ann.home}/conflicts/c2/paths", params=names), 400)
    assert problem["code"] == "invalid_parameter"


def test_a_conflict_is_read_at_any_version_of_its_life(table: Table, bo: Player) -> None:
    joined = bo.head
    bo.moves("drop_out")
    gone = of(bo.get(f"{bo.home}/conflicts/c2"), 404)
    assert gone["code"] == "no_such_conflict"
    assert bo.see("/conflicts/c2", at=joined)["conflict"]["stage"] == "rolling"
