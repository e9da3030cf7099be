"""If a table permits onlookers, everybody who has the address of the session can read it, and do nothing else."""

from collections.abc import Iterator
from itertools import islice
from uuid import uuid4

import pytest

from tests.conformance import role
from tests.support import contract
from tests.support.client import Client, Json, Player, Table, forked, frames, of, played, started
from tests.support.onlooker import lets_in, onlooker, said
from tests.support.play import rule
from tests.support.server import Server, serving
from tests.support.socket import ending, listening

OPEN = {"onlookers": "anyone"}
IN_SESSION = "/v1/sessions/{session}"
FILLINGS = {"conflict": "c3", "dispute": "q1", "version": "2", "element": "n1"}
SEAT_S = {"seat", "your_seats", "options"}
"""Fields of answers that are about the client's seat."""
QUERIES = {"diff": "?from=1", "paths": "?node=n1&target=n2"}
MISSING, STRANGE = (401, "missing_token"), (404, "no_such_session")


def operations(method: str, *, with_token: bool) -> list[str]:
    """Return the paths below a session that always need a token, or those that need none."""
    return [
        path.removeprefix(IN_SESSION)
        for path, methods in contract.document()["paths"].items()
        if path.startswith(IN_SESSION) and method in methods
        if ({} not in methods[method].get("security", ())) == with_token
    ]


def filled(path: str) -> str:
    for name in contract.PARAMETER.findall(path):
        path = path.replace(f"{{{name}}}", FILLINGS.get(name, str(uuid4())))
    return path + QUERIES.get(path.rpartition("/")[2], "")


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    with serving(database, verger_webhook_private_targets="on") as running:
        yield running


@pytest.fixture(scope="module")
def shown(server: Server) -> Table:
    """Return an open table with something to read at every address."""
    found = role.table(server.http, house_rules=OPEN)
    found["Bo"].moves("call_conflict", reason="It is not that easy.")
    return found


@pytest.fixture(scope="module")
def others(server: Server) -> dict[str, Table]:
    """For paths that the first table does not have, return an open table of a game that has them."""
    games = {"/sheets": "venus", "/map.svg": "edgerunner"}
    return {
        path: played(server.http, "Ann", "Bo", "Vi", observers=1, ruleset=game, house_rules=OPEN)
        for path, game in games.items()
    }


@pytest.fixture
def table(server: Server) -> Table:
    return played(server.http, "Ann", "Bo", "Vi", observers=1, house_rules=OPEN)


@pytest.fixture(scope="module")
def olga(server: Server) -> Client:
    """Return a client with a token for another table."""
    return started(server.http, "Olga", "Pit")["Olga"]


def view(player: Player, path: str) -> Json:
    answer = player.get(player.home + filled(path))
    if answer.headers["content-type"].startswith("application/json"):
        found: Json = of(answer, 200)
        return found
    assert answer.status_code == 200, answer.text
    return {"whole": answer.text}


@rule("table.onlookers")
def test_a_client_without_a_seat_sees_the_same_as_an_observer(
    shown: Table, others: dict[str, Table]
) -> None:
    paths = operations("get", with_token=False)
    assert len(paths) > 20
    for path in paths:
        table = others.get(path, shown)
        seen = view(onlooker(table), path)
        assert seen == view(table["Vi"], path) | {name: seen[name] for name in SEAT_S & set(seen)}


def test_onlookers_have_no_seat_and_no_options(shown: Table) -> None:
    anyone = onlooker(shown)
    assert anyone.see()["your_seats"] == []
    assert anyone.see("/options") == {"version": shown["Ann"].head, "seat": "", "options": []}
    assert of(anyone.get(f"{anyone.home}/state", seat="s1"), 403)["code"] == "not_your_seat"


def test_a_token_never_shows_less_than_none(
    shown: Table, olga: Client, others: dict[str, Table]
) -> None:
    ann = shown["Ann"]
    deaf = ann.issued(scopes=["webhooks"])
    for token in (str(olga.token), str(deaf.token)):
        for path in operations("get", with_token=False):
            if path not in (*others, "/checkpoint"):
                assert view(onlooker(shown, token), path) == view(onlooker(shown), path)


@pytest.mark.parametrize("token", ["vg_wrong", "expired", "revoked"])
def test_a_token_that_is_void_does_not_fall_back_to_looking_on(table: Table, token: str) -> None:
    bo = table["Bo"]
    if token == "revoked":  # noqa: S105, no token
        token = str(bo.token)
        own = bo.see("/tokens")["tokens"][0]["id"]
        assert bo.ask("DELETE", f"{bo.home}/tokens/{own}").status_code == 204
    for path in ("", "/events", "/events/1"):
        assert of(onlooker(table, token).get(bo.home + path), 401)["code"] == "invalid_token"


def test_onlookers_only_read(shown: Table, olga: Client) -> None:
    head = shown["Ann"].head
    for method in ("get", "post", "delete", "patch"):
        for path in operations(method, with_token=True):
            address = f"{onlooker(shown).home}{filled(path)}"
            body = {} if method in ("get", "delete") else {"json": {"version": 1}}
            answer = Client(shown.http).ask(method.upper(), address, **body)
            assert said(answer) == MISSING, path
            assert said(olga.ask(method.upper(), address, **body)) == STRANGE, path
    assert shown["Ann"].head == head


def test_a_closed_table_looks_like_a_missing_one(server: Server, olga: Client) -> None:
    closed, nowhere = started(server.http, "Ann")["Ann"].home, f"/v1/sessions/{uuid4()}"
    for home in (closed, nowhere, "/v1/sessions/x"):
        for path in map(filled, operations("get", with_token=False)):
            assert said(Client(server.http).get(home + path)) == MISSING
            assert said(olga.get(home + path)) == STRANGE


@rule("table.onlookers")
def test_a_closed_table_hides_also_the_versions_when_it_was_open(table: Table) -> None:
    anyone, opened = onlooker(table), table["Ann"].head
    lets_in(table, "nobody")
    for path in ("", f"?at={opened}", "/events/1", f"/state?at={opened}"):
        assert said(anyone.get(anyone.home + path)) == MISSING
    lets_in(table, "anyone")
    closed = anyone.see()["version"] - 1
    assert (
        anyone.see("/state", at=closed)["table"] == table["Ann"].see("/state", at=closed)["table"]
    )


def test_reads_without_a_token_are_kept_apart_from_reads_with_one(
    table: Table,
) -> None:
    anyone = onlooker(table)
    for path in ("", "/state?at=1", "/notes", "/events", "/events/1", "/forks", "/refusals"):
        answer = anyone.get(anyone.home + path)
        assert "Authorization" in answer.headers["vary"]
        assert answer.headers["cache-control"].startswith("private, ")


@rule("table.onlookers")
def test_a_fork_is_closed_until_its_own_table_opens_it(table: Table) -> None:
    fork = forked(table["Bo"])
    assert said(onlooker(fork).get(fork["Bo"].home)) == MISSING
    assert onlooker(table).see("/forks")["forks"] == []
    lets_in(fork, "anyone")
    assert onlooker(fork).see()["forked_from"]["session"] == table.session
    (shown,) = onlooker(table).see("/forks")["forks"]
    assert shown["session"] == fork.session


def test_a_table_that_closed_is_not_opened_by_a_fork_of_when_it_was_open(table: Table) -> None:
    opened = table["Ann"].head
    lets_in(table, "nobody")
    fork = forked(table["Bo"], version=opened)
    assert said(onlooker(fork).get(fork["Bo"].home)) == MISSING


@pytest.mark.parametrize("form", ["text/event-stream", "application/x-ndjson"])
def test_onlookers_follow_until_the_table_closes(table: Table, form: str) -> None:
    with onlooker(table).follows(form=form, follow="true", after=3) as lines:
        made = table["Bo"].draws_a_line("Spiders.")
        assert f'"version":{made["version"]}' in next(line for line in lines if "{" in line)
        lets_in(table, "nobody")
        table["Bo"].draws_a_line("Ladders.")
        rest = "".join(lines)
    assert "propose" in rest
    assert not any(word in rest for word in ('"type":"agree"', "Ladders"))


def test_a_socket_of_onlookers_is_closed_when_the_table_closes(table: Table, olga: Client) -> None:
    reasons = {"": "missing_token", str(olga.token): "no_such_session"}
    for token, reason in reasons.items():
        with listening(onlooker(table, token)) as link:
            lets_in(table, "nobody")
            assert ending(link) == (4401, reason)
        lets_in(table, "anyone")


def test_a_seated_player_keeps_following_when_the_table_closes(table: Table) -> None:
    with table["Vi"].follows(after=table["Ann"].head) as lines:
        lets_in(table, "nobody")
        assert [frame["data"]["type"] for frame in islice(frames(lines), 2)] == ["propose", "agree"]
