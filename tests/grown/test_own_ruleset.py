"""Add the game of the page “Write your own ruleset” to the server, as the page says, and play it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support import contract
from tests.support.bot import Bot
from tests.support.client import Client, Json, Table, forked, of, played
from tests.support.ends import ANY_END
from tests.support.grown import Grown
from tests.support.new_ruleset import LIST, example
from tests.support.postgres import fresh_database
from tests.support.root import ROOT
from tests.support.server import serving

LINES = 150


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Grown:
    grown = Grown(tmp_path_factory.mktemp("grown") / "verger")
    grown.add("stones", example())
    return grown


def test_a_game_is_under_150_lines() -> None:
    assert example().count("\n") < LINES


def test_the_list_of_rulesets_has_its_import_and_its_name(grown: Grown) -> None:
    before, after = (re.findall(r"[\w.]+", (at / LIST).read_text()) for at in (ROOT, grown.folder))
    assert Counter(before) - Counter(after) == Counter()
    added = "from verger.domain.games.stones import RULESET as STONES, STONES"
    assert Counter(after) - Counter(before) == Counter(re.findall(r"[\w.]+", added))


@pytest.mark.parametrize(
    "check",
    [
        "ruff check domain/games/stones.py domain/games/rulesets.py",
        "ruff format --check domain/games/stones.py domain/games/rulesets.py",
        "mypy domain/games/stones.py domain/games/rulesets.py",
        "lint-imports",
        "pytest tests/architecture/test_imports.py tests/architecture/test_effects.py -q -k stones",
    ],  # test_new_ruleset.py runs the other tests and the laws, for a game in a folder
)
def test_the_pages_game_passes_the_tests_of_every_game(grown: Grown, check: str) -> None:
    grown.run(*check.split())


@pytest.fixture(scope="module")
def http(grown: Grown, postgres_url: str) -> Iterator[httpx.Client]:
    """Yield a client of a server that has the new game. Answers are checked against that server's own document."""
    grown.run("verger", "openapi")
    with (
        contract.of_another(grown.folder / "openapi" / "openapi.json"),
        fresh_database(postgres_url) as url,
        serving(url, pythonpath=grown.folder, pythonsafepath=1) as server,
    ):
        yield server.http


@pytest.fixture
def table(http: httpx.Client) -> Table:
    return played(http, "Ann", "Bo", "Cy", ruleset="stones", title="Last Stone")


def take(table: Table, number: int) -> Json:
    """Let a player who is asked take stones, as the options permit."""
    (wait,) = table["Ann"].see("/awaited")["awaited"]
    player = table.of_seat(wait["seats"][0])
    options = player.see("/options")["options"]
    (option,) = [one for one in options if one["fixed"] == {"move": wait["what"]}]
    assert option["fields"][0]["least"] <= number <= option["fields"][0]["most"]
    return player.moves(wait["what"], number=number)


def test_the_rules_and_schemas_of_the_pages_game_are_served(http: httpx.Client) -> None:
    visitor = Client(http)
    assert "stones" in {one["name"] for one in visitor.read("/v1/rulesets")["rulesets"]}
    rules = {rule["id"] for rule in visitor.read("/v1/rulesets/stones")["rules"]}
    assert {"heap.take", "table.rewind", "dispute.settle"} <= rules
    schemas = visitor.read("/v1/rulesets/stones/schemas")
    assert "take_stones" in json.dumps(schemas["move"])
    assert "stones_taken" in json.dumps(schemas["effect"])


def test_the_pages_game_is_played_to_its_end(table: Table) -> None:
    for number in (3, 3, 3, 3, 2):
        take(table, number)
    won = take(table, 3)
    assert won["event"]["ruling"]["sentence"] == "Cy takes 1 and wins."
    assert [rule["facts"] for rule in won["event"]["ruling"]["rules"]] == [
        {"stones_taken": 1, "stones_left": 0}
    ]
    assert table["Bo"].see("/awaited")["awaited"] == []
    assert table["Bo"].see("/state")["play"]["step"] == "over"


def test_a_bot_that_knows_only_options_empties_the_heap(table: Table) -> None:
    assert Bot(table, "stones", seed=1).play(ANY_END, moves=100) == len(ANY_END)
    assert table["Bo"].see("/state")["play"]["heap"] == 0


def test_a_move_out_of_turn_is_refused_by_its_rule(table: Table) -> None:
    refused = of(table["Bo"].move("take_stones", number=1), 409)
    assert (refused["code"], refused["rule"]) == ("out_of_turn", "heap.take")
    facts = refused["facts"]
    assert (facts["turn_seat"], facts["turn_seat_name"]) == ("s1", "Ann")


def test_play_is_rewound_if_all_seats_agree(table: Table) -> None:
    before = take(table, 2)["version"]
    take(table, 3)
    asked = table["Ann"].moves("rewind", to=before)["event"]["effects"][0]
    for seat in asked["asked"]:
        table.of_seat(seat).moves("agree", proposal=asked["rewind"])
    assert table["Ann"].see("/state")["play"]["heap"] == 13


def test_a_fork_continues_separately(table: Table) -> None:
    version = take(table, 2)["version"]
    take(table, 3)
    fork = forked(table["Ann"], version=version, title="Otherwise")
    assert fork["Ann"].see("/state")["play"]["heap"] == 13
    assert table["Ann"].see("/state")["play"]["heap"] == 10


def test_the_log_of_the_pages_game_is_exported_verified_and_imported(
    grown: Grown, table: Table, tmp_path: Path, postgres_url: str
) -> None:
    take(table, 2)
    ann, file = table["Ann"], tmp_path / "stones.ndjson"
    file.write_bytes(ann.get(f"{ann.home}/export").content)
    assert grown.run("verger", "verify", file).startswith(f"verified: {ann.head} events")
    assert "Ann takes 2." in grown.run("verger", "replay", file)
    with fresh_database(postgres_url) as url:
        grown.run("verger", "import", file, DATABASE_URL=url)
        again = grown.run("verger", "export", ann.session, DATABASE_URL=url)
    assert again == file.read_text()
