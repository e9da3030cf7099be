"""A conflict over HTTP: dice from the committed seed, paths to choose from, reads on the way."""

import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.server import Server

DENIAL: Json = {"statement": "He keeps quiet.", "target": "n1"}


def thing(table: Table, person: str) -> str:
    """Give the node that is somebody's most important thing."""
    edges = table["Ann"].see("/network")["edges"]
    edge = next(edge for edge in edges if edge["person"] == person and edge["thing"] == 1)
    return str(edge["target"] if edge["source"] == person else edge["source"])


@pytest.fixture
def table(server: Server) -> Table:
    """Give a table in Run where Bo fights for what matters most to the own character, in c2."""
    table = played(server.http, "Ann", "Bo", until="run")
    own = table["Bo"].see("/state")["play"]["characters"]["s2"]
    goal = {"statement": "It is saved.", "target": thing(table, own)}
    table["Bo"].moves("call_conflict", reason="He asks.")
    table["Bo"].moves("join_conflict", node=own, goal=goal)
    table["Ann"].moves("join_conflict", node="n1", goal=DENIAL)
    return table


@pytest.fixture
def bo(table: Table) -> Player:
    return table["Bo"]


@pytest.fixture
def ann(table: Table) -> Player:
    return table["Ann"]


def rolled(event: Json) -> Json:
    """Give what a roll came to."""
    found: Json = next(e for e in event["event"]["effects"] if e["effect"] == "pool_rolled")
    return found


def best(player: Player) -> Json:
    """Give the best of a participant's paths."""
    found: Json = player.see("/conflicts/c2/paths")["paths"][0]
    return found


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


def test_where_no_path_leads_one_rolls_without(ann: Player) -> None:
    shown = ann.see("/conflicts/c2/paths", node="n2", target="e1")
    assert [way["path"] for way in shown["paths"]] == [[]]


@pytest.mark.parametrize("names", [{"node": "n99"}, {"target": "e99"}, {"node": "e1"}])
def test_paths_lead_between_elements_that_are_there(ann: Player, names: dict[str, str]) -> None:
    problem = of(ann.ask("GET", f"{ann.home}/conflicts/c2/paths", params=names), 400)
    assert problem["code"] == "invalid_parameter"


def test_a_dry_run_tells_the_number_of_dice_and_no_die(bo: Player) -> None:
    way = best(bo)
    asked: Json = {"path": way["path"], "explanation": "By an old debt."}
    answer = bo.move("roll", query={"dry_run": "true"}, **asked)
    tried = of(answer, 200)
    assert answer.headers["etag"] == f'"{bo.head}"'
    assert (tried["verdict"], tried["dice"]) == ("needs_dice", {"count": way["pool"], "faces": 6})
    assert tried["version"] == bo.head
    assert len(rolled(bo.moves("roll", **asked))["values"]) == way["pool"]


def test_a_conflict_is_read_at_any_version_at_which_it_was(table: Table, bo: Player) -> None:
    joined = bo.head
    bo.moves("drop_out")
    gone = of(bo.get(f"{bo.home}/conflicts/c2"), 404)
    assert gone["code"] == "no_such_conflict"
    assert bo.see("/conflicts/c2", at=joined)["conflict"]["stage"] == "rolling"
