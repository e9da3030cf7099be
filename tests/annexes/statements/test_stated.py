"""Statements over HTTP: anyone can fetch them, and paths prove the content of their trees."""

from collections.abc import Iterator

import pytest

from tests.annexes.statements.test_merkle import recipe
from tests.support.client import Client, Json, played
from tests.support.ended import end
from tests.support.figures import figures
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from tests.support.stated import UNASKED, stated


@pytest.fixture(scope="module")
def place(postgres_url: str) -> Iterator[tuple[Server, str]]:
    with fresh_database(postgres_url) as url, serving(url, **UNASKED) as running:
        yield running, url


def told(by: Client, **query: object) -> Json:
    found: Json = by.read("/v1/statements", **query)
    return found


def unhexed(path: list[str]) -> list[bytes]:
    return [bytes.fromhex(one) for one in path]


def tree(statement: Json) -> tuple[int, bytes]:
    return statement["size"], bytes.fromhex(statement["root"])


def test_before_the_first_statement_there_is_none(postgres_url: str) -> None:
    with fresh_database(postgres_url) as url, serving(url, **UNASKED) as running:
        assert told(Client(running.http)) == {"statements": [], "consistency": [], "head": None}


def test_each_tree_begins_with_the_one_before_and_with_any_that_was_kept(
    place: tuple[Server, str],
) -> None:
    visitor, checks = Client(place[0].http), recipe()
    for names in (("Ann",), ("Ann", "Bo"), ("Ann",)):
        for _ in names:
            played(place[0].http, *names)
        stated(place[1])
    every = told(visitor, after=0)["statements"]
    assert [one["number"] for one in every[:3]] == [1, 2, 3]
    assert told(visitor)["statements"] == every[-1:]
    for known in every[:-1]:
        page = told(visitor, after=known["number"])
        assert page["statements"] == every[known["number"] :]
        path = unhexed(page["consistency"])
        assert checks["is_consistent"](*tree(known), *tree(every[-1]), path)
        assert path
    assert told(visitor, after=every[-1]["number"])["statements"] == []


def test_a_head_is_proved_to_every_reader_of_the_session(place: tuple[Server, str]) -> None:
    table, checks = played(place[0].http, "Ann", "Bo"), recipe()
    ann = table["Ann"]
    stated(place[1])
    made = ann.draws_a_line("Rats.")
    stated(place[1])
    ann.draws_a_line("Mice.")
    found = told(ann, session=table.session)
    (statement,), head = found["statements"], found["head"]
    named = (head["session"], head["version"], head["hash"], head["standing"])
    assert named == (table.session, made["version"], made["hash"], "here")
    leaf, (size, root) = checks["leaf_hash"](head), tree(statement)
    assert checks["is_included"](leaf, head["number"], size, unhexed(head["path"]), root)
    stranger = played(place[0].http, "Cy")["Cy"]
    for asker, code in ((Client(place[0].http), "missing_token"), (stranger, "no_such_session")):
        a_problem(asker.get("/v1/statements", session=table.session), code)


def test_anyone_reads_the_head_of_an_ended_session(place: tuple[Server, str]) -> None:
    table = played(place[0].http, "Ann", "Bo")
    end(place[1], table.session, "session_deleted")
    stated(place[1])
    head = told(Client(place[0].http), session=table.session)["head"]
    assert (head["version"], head["standing"]) == (2, "deleted")


def test_a_session_that_was_not_stated_yet_has_no_head(place: tuple[Server, str]) -> None:
    stated(place[1])
    table = played(place[0].http, "Ann")
    assert told(table["Ann"], session=table.session)["head"] is None


def test_a_running_server_makes_statements_automatically(postgres_url: str) -> None:
    quicker = {"verger.service.annexes.statements.statements.LOOK_SECONDS": 0.05}
    with fresh_database(postgres_url) as url, serving(url, quicker=quicker) as running:
        found = until(lambda: told(Client(running.http))["statements"], bool)
        assert [one["number"] for one in found] == [1]
        running.told(event="statement_made", number=1)


def _inserting(body: str) -> str:
    """Return the SQL for the function of a trigger. To replace a function, the database needs no lock on the table."""
    return (
        "CREATE OR REPLACE FUNCTION inserting() RETURNS trigger LANGUAGE plpgsql"
        f" AS $$ BEGIN {body}; END $$"
    )


def test_a_failed_statement_is_counted_and_made_at_the_next_look(postgres_url: str) -> None:
    quicker = {"verger.service.annexes.statements.statements.LOOK_SECONDS": 0.05}
    with fresh_database(postgres_url) as url:
        execute(url, _inserting("RAISE 'refused'"))
        execute(
            url,
            "CREATE TRIGGER inserting BEFORE INSERT ON statements"
            " FOR EACH ROW EXECUTE FUNCTION inserting()",
        )
        with serving(url, quicker=quicker) as running:
            running.told(event="statement_failed")
            assert figures(running.http).of("verger_internal_errors_total", part="statements") > 0
            execute(url, _inserting("RETURN NEW"))
            running.told(event="statement_made", number=1)
