"""A token permits only operations of its scopes: every operation is requested without its scope."""

import re
from collections.abc import Collection, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.support.client import Json, Player, Table, of, played
from tests.support.contract import PARAMETER, document
from tests.support.server import Server
from verger.service.identity.grant import SCOPES

VALUES = {"removed": "s3", "seat_id": "s3", "conflict": "c1", "dispute": "q1", "version": "1"}
LINE = {"move": "add_limit", "kind": "line", "text": "Spiders."}
SESSION = {"title": "A game", "seats": [{"kind": "gm", "name": "Ann"}]}
SCOPE = re.compile(f"`({'|'.join(SCOPES)})`")
EVERY = "Your token needs every scope."
BY_ITSELF = (
    "Your token needs no scope to see or revoke itself. For other tokens, it needs every scope."
)


def operations() -> Iterator[tuple[str, str, Json]]:
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if operation.get("security", document()["security"]):
                yield path, method.upper(), operation


def needed(operation: Json) -> Collection[str]:
    """Return the scopes that a player's token needs for an operation, as its description says."""
    text = operation["description"].rpartition("\n\n")[2]
    if text in (EVERY, BY_ITSELF):
        return SCOPES if text == EVERY else ()
    return SCOPE.findall(re.split("[,.] (?:or `gm` for|For) a GM's seat", text)[0])


CASES = [
    (operation["operationId"], method, path, lacking)
    for path, method, operation in operations()
    for lacking in needed(operation)
]


def test_every_operation_that_takes_a_token_says_which_scope_it_needs() -> None:
    silent = {one["operationId"] for _, _, one in operations() if not needed(one)}
    assert silent == {"listTokens", "renewToken", "revokeToken"}


def limited(player: Player, *scopes: str) -> Player:
    """Return the same player with a token that has only these scopes."""
    return player.issued(scopes=scopes)


@pytest.fixture(scope="module")
def seats(server: Server) -> Table:
    return played(server.http, "Ann", "Bo")


@pytest.fixture(scope="module")
def code(seats: Table) -> str:
    """Return the claim code of a seat that nobody has taken."""
    ann = seats["Ann"]
    offered = of(ann.post(f"{ann.home}/seats", {"kind": "player", "name": "Cy"}), 201)
    return str(offered["claim_code"])


@pytest.fixture(scope="module")
def lacking(seats: Table) -> dict[str, Player]:
    """For each scope, return Bo with a token that has all other scopes."""
    return {one: limited(seats["Bo"], *(set(SCOPES) - {one})) for one in SCOPES}


def asked(player: Player, method: str, path: str, code: str) -> httpx.Response:
    values = VALUES | {"session": player.session, "token": str(uuid4())}
    address = PARAMETER.sub(lambda found: values.get(found[1], "1"), path)
    bodies: dict[str, Any] = {"/v1/sessions": SESSION, "/v1/seats/claim": {"code": code}}
    body = bodies.get(address, LINE if address.endswith("/moves") else {})
    queries = {"diff": {"from": "1", "to": "1"}, "statements": {"session": player.session}}
    query = queries.get(address.rpartition("/")[2])
    return player.ask(
        method, address, params=query, json=body if method in {"POST", "PUT", "PATCH"} else None
    )


def test_nothing_is_done_without_the_scope_that_it_needs(
    seats: Table, lacking: dict[str, Player], code: str, subtests: pytest.Subtests
) -> None:
    for id, method, path, scope in CASES:
        with subtests.test(f"{id} without {scope}"):
            before = trace(seats["Bo"])
            problem = of(asked(lacking[scope], method, path, code), 403)
            assert problem["code"] == "missing_scope"
            assert scope in problem["facts"]["scopes_needed"]
            assert problem["facts"]["scopes_held"] == [one for one in SCOPES if one != scope]
            assert trace(seats["Bo"]) == before


def trace(player: Player) -> list[Any]:
    """Return all data that a request could have changed."""
    tokens = [token | {"used_at": None} for token in player.see("/tokens")["tokens"]]
    sessions = player.read("/v1/sessions")
    return [player.head, tokens, sessions, player.see("/refusals"), player.see("/forks")]


def test_the_answer_names_the_scope_as_rfc_6750_does(lacking: dict[str, Player]) -> None:
    answer = lacking["read"].get(lacking["read"].home)
    challenge = 'Bearer realm="verger", error="insufficient_scope", scope="read"'
    assert answer.headers["WWW-Authenticate"] == challenge


def test_a_token_that_may_only_play_makes_moves(seats: Table) -> None:
    only = limited(seats["Bo"], "play")
    assert only.move("add_limit", kind="line", text="Snakes.").status_code == 201
    assert only.move("signal", query={"dry_run": "true"}).json()["code"] == "missing_scope"


def test_a_move_of_the_gms_seat_takes_another_scope(seats: Table) -> None:
    ann = seats["Ann"]
    play, gm = limited(ann, "play"), limited(ann, "gm")
    assert of(play.move("signal"), 403)["facts"] == {
        "scopes_needed": ["gm"],
        "scopes_held": ["play"],
    }
    assert gm.move("add_limit", kind="line", text="Rats.").status_code == 201


def test_a_player_that_becomes_the_gm_needs_that_scope_from_then_on(server: Server) -> None:
    table = played(server.http, "Ann", "Bo")
    bot = limited(table["Bo"], "read", "play")
    subject = {"subject": "hand_over_gm", "seat": "s2"}
    proposed = table["Ann"].moves("propose", subject=subject)["event"]["effects"][0]
    table["Bo"].moves("agree", proposal=proposed["proposal"])
    assert of(bot.move("signal"), 403)["code"] == "missing_scope"


def test_a_token_that_may_only_read_makes_dry_runs_and_asks_what_if(seats: Table) -> None:
    only = limited(seats["Bo"], "read")
    dry = only.move("add_limit", kind="line", text="Cats.", query={"dry_run": "true"})
    assert dry.json()["verdict"] == "allowed"
    assert only.see("/options")["options"]
    assert only.post(f"{only.home}/what-if", {"without": [1]}).status_code != 403


def test_a_gms_seat_is_not_claimed_by_a_token_that_may_only_play(server: Server) -> None:
    table = played(server.http, "Ann", "Bo")
    table["Ann"].moves("leave")
    offered = table["Bo"].ask("POST", f"{table['Bo'].home}/seats/s1/code").json()
    bot = limited(table["Bo"], "read", "play")
    claim = {"code": offered["claim_code"]}
    assert of(bot.post("/v1/seats/claim", claim), 403)["facts"]["scopes_needed"] == ["gm"]
    assert table["Bo"].post("/v1/seats/claim", claim).status_code == 201
