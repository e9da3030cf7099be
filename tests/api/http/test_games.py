"""Every game over HTTP: the parts that all games have. A part that a game lacks is refused."""

from typing import Any

import pytest

from tests.support.client import Client, Player, Table, forked, of, played
from tests.support.patch import patched
from tests.support.server import Server
from verger.domain.games.rulesets import RULESETS

OTHERS = [name for name in RULESETS if name != "verge"]

with_sheets = pytest.mark.parametrize(
    "game", [name for name, ruleset in RULESETS.items() if "sheets" in ruleset.reads]
)


@pytest.fixture(params=OTHERS)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def table(server: Server, game: str) -> Table:
    """Return a table of this game with everybody seated."""
    return played(server.http, "Ann", "Bo", "Cy", "Vi", observers=1, ruleset=game)


def sheet(table: Table, name: str) -> dict[str, Any]:
    """Return a proposal of the simplest sheet that the options of a seat permit."""
    options = table[name].see("/options")["options"]
    proposing = [one for one in options if one["fixed"]["move"] == "propose"]
    shapes = [shape for one in proposing for shape in one["fields"][0]["shapes"]]
    found = [one for one in shapes if one["fixed"]["subject"] == "write_sheet"]
    return {"subject": "write_sheet", **plainest(found[-1], {}), "name": f"{name}'s"}


def plainest(option: dict[str, Any], around: dict[str, Any]) -> dict[str, Any]:
    """Return a move that is made from an option, with only the required fields."""
    made = dict(option["fixed"])
    for field in option["fields"]:
        if not field.get("optional") and field["name"] not in made:
            made[field["name"]] = plain_value(field, around or made)
    return made


def plain_value(field: dict[str, Any], around: dict[str, Any]) -> Any:
    """Return the first value that a field accepts."""
    match field["field"]:
        case "choices":
            return field["choices"][0]["value"]
        case "number":
            return [] if field.get("many") else field["least"]
        case "text":
            return "Something"
        case "group":
            part = plainest(field["shapes"][0], around)
            return [part] if field.get("many") else part
        case "echo":
            name, _, inner = field["of"].partition(".")
            given = [one[inner] for one in around[name]]
            return given[: field["many"]] if field.get("many") else given[0]
        case _:
            return []


def test_the_rules_house_rules_and_schemas_of_a_game_are_served(server: Server, game: str) -> None:
    visitor = Client(server.http)
    shown = visitor.read(f"/v1/rulesets/{game}")
    assert {"undo", "disputes", "seat_limit", "onlookers"} <= {
        rule["id"] for rule in shown["house_rules"]
    }
    schemas = visitor.read(f"/v1/rulesets/{game}/schemas")
    assert all(schemas[part] for part in ("move", "effect", "play"))
    for roll in shown["rolls"]:
        chances = visitor.read(f"/v1/rulesets/{game}/odds/{roll}", dice=4)["chances"]
        assert sum(one["chance"] for one in chances) == pytest.approx(1)


def test_other_games_have_no_network_and_no_conflicts_of_verge(bo: Player, game: str) -> None:
    for path, read in (("network", "network"), ("conflicts/c1", "conflicts")):
        problem = of(bo.get(f"{bo.home}/{path}"), 404)
        assert (problem["code"], problem["facts"]) == (
            "not_in_this_game",
            {"ruleset": game, "resource": read},
        )


@with_sheets
def test_sheets_banks_and_the_ledger_are_read_at_any_version(table: Table, game: str) -> None:
    bo = table["Bo"]
    bo.moves("propose", subject=sheet(table, "Bo"))
    before = bo.head
    table["Ann"].moves("agree", proposal="p1")
    assert len(bo.see("/sheets")["sheets"]) == 1
    assert len(bo.see("/sheets", at=before)["sheets"]) == 0
    tokens = RULESETS[game].tokens
    kinds = set(tokens.nothing.__struct_fields__) if tokens else set()
    assert all(set(one["tokens"]) == kinds for one in bo.see("/banks")["accounts"])
    assert bo.see("/ledger")["next_after"] is None


@with_sheets
def test_a_diff_shows_the_parts_that_the_game_has(table: Table) -> None:
    bo = table["Bo"]
    since = bo.head
    bo.moves("propose", subject=sheet(table, "Bo"))
    shown = bo.see("/diff", **{"from": since})
    parts = {
        "state": bo.see("/state", at=since),
        "banks": bo.see("/banks", at=since),
    }
    after = patched(parts, shown["patch"])
    assert after == {"state": bo.see("/state"), "banks": bo.see("/banks")}


@with_sheets
def test_the_log_of_any_game_is_rewound_forked_judged_again_and_exported(table: Table) -> None:
    ann, bo = table["Ann"], table["Bo"]
    ann.moves("propose", subject=sheet(table, "Ann"))
    written = ann.head
    bo.moves("rewind", to=written - 1)
    for name in ("Ann", "Cy"):
        table[name].moves("agree", proposal="r1")
    assert bo.see("/sheets")["sheets"] == []
    assert len(forked(bo, version=written)["Bo"].see("/sheets")["sheets"]) == 1
    asked = of(ann.post(f"{ann.home}/what-if", {"without": [written]}), 200)
    assert asked["first"] is None or asked["first"]["version"] > written
    lines = ann.get(f"{ann.home}/export").text.splitlines()
    assert len(lines) > ann.head
