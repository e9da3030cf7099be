"""Statements that somebody has kept show later damage: cut off, rewritten, deleted or replaced sessions."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from tests.service.cli.test_command_line import said, verger
from tests.support.client import Client, Table, of, played
from tests.support.postgres import execute, fresh_database
from tests.support.server import SECRET_KEY, Server, serving
from tests.support.stated import UNASKED, stated
from verger.service.annexes.statements.statement import Statement, signed
from verger.service.archive.checkpoint import new_key

Place = tuple[Server, str, Path]


@pytest.fixture
def place(postgres_url: str, tmp_path: Path) -> Iterator[Place]:
    """Yield a server, its own database, and the path of the file of kept statements."""
    with fresh_database(postgres_url) as url, serving(url, **UNASKED) as running:
        yield running, url, tmp_path / "kept.ndjson"


def sat(place: Place) -> Table:
    table = played(place[0].http, "Ann", "Bo")
    table["Bo"].draws_a_line("Spiders.")
    return table


def kept(place: Place) -> Statement:
    """Make a statement, fetch it over HTTP, and add it to the file."""
    (made,) = stated(place[1])
    answer = Client(place[0].http).get("/v1/statements")
    with place[2].open("ab") as file:
        file.write(answer.content + b"\n")
    told = msgspec.convert(answer.json()["statements"], list[Statement])
    assert told == [made]
    return made


def key(place: Place) -> str:
    """Return the public key in use."""
    found: str = Client(place[0].http).read("/v1/keys")["keys"][0]["public_key"]
    return found


def run(place: Place, *command: object) -> str:
    return said(verger(*command, environment=surroundings(place)))


def surroundings(place: Place) -> dict[str, str]:
    return {"DATABASE_URL": place[1], "VERGER_SECRET_KEYS": SECRET_KEY}


def against(place: Place, known: str) -> tuple[int, list[str]]:
    """Compare the database with the kept statements. Return the exit status and the lines of the output."""
    asked = ("verify", "--all", "--jobs", 1, "--against", place[2], "--key", known)
    finished = verger(*asked, environment=surroundings(place))
    return finished.returncode, (finished.stdout + finished.stderr).splitlines()


def behind_its_back(place: Place, statement: str) -> None:
    """Change the database while its triggers are off."""
    execute(place[1], f"SET session_replication_role = replica; {statement}")


def leaves(place: Place) -> list[str]:
    sql = "SELECT version, standing FROM stated_heads ORDER BY number"
    return execute(place[1], sql).splitlines()


def test_a_statement_names_only_sessions_that_have_moved_or_ended_since(
    place: Place, tmp_path: Path
) -> None:
    one, two = sat(place), sat(place)
    first = kept(place)
    assert (first.number, first.size, leaves(place)) == (1, 2, ["3|here", "3|here"])
    one["Ann"].draws_a_line("Rats.")
    assert (kept(place).size, leaves(place)[2:]) == (3, ["4|here"])
    again = kept(place)
    assert (again.number, again.size) == (3, 3)
    run(place, "expire", one.session, "--to", tmp_path)
    run(place, "expire", two.session, "--delete")
    kept(place)
    actions = ["1|here", "2|here"]
    assert sorted(leaves(place)[3:]) == sorted(["3|deleted", "4|archived", *actions])
    run(place, "import", next(tmp_path.glob("*-4.ndjson")))
    assert (kept(place).size, leaves(place)[7:]) == (9, ["4|here", "3|here"])
    assert against(place, key(place))[0] == 0


def test_kept_statements_hold_through_play_redactions_ends_and_new_keys(
    place: Place, tmp_path: Path
) -> None:
    one, two, three = sat(place), sat(place), sat(place)
    known = key(place)
    kept(place)
    one["Bo"].draws_a_line("Gerda Zwiebel")
    of(one["Bo"].post(f"{one['Bo'].home}/redactions", {"versions": [4], "reason": "Asked."}), 201)
    run(place, "expire", two.session, "--to", tmp_path)
    run(place, "expire", three.session, "--delete")
    status, told = against(place, known)
    assert (status, told[-1]) == (
        0,
        "confirmed statements: 1 (the newest covers 3 heads); stated sessions that have ended since: 2",
    )
    run(place, "keys", "--rotate")
    answer = Client(place[0].http).get("/v1/statements", after=1)
    place[2].write_bytes(place[2].read_bytes() + answer.content + b"\n")
    after = kept(place)
    assert after.number == 3
    assert after.next_key == key(place) != known
    assert against(place, known)[0] == 0


VANISHED = {
    "DELETE FROM events WHERE session = '{}' AND version = 3": "its log was cut off after version 2",
    "DELETE FROM events WHERE session = '{}'": "it is gone, and no stub says why",
    "UPDATE events SET hash = sha256(hash) WHERE session = '{}' AND version = 3": (
        "its log was rewritten: another event has that version"
    ),
}


@pytest.mark.parametrize("done", VANISHED)
def test_changes_around_the_log_are_named(place: Place, done: str) -> None:
    table, _ = sat(place), sat(place)
    kept(place)
    behind_its_back(place, done.format(table.session))
    status, told = against(place, key(place))
    assert status == 1
    assert f"{table.session}  contradicts a statement about its version 3: {VANISHED[done]}" in told


def test_a_deleted_session_that_is_here_again_is_named(place: Place) -> None:
    table = sat(place)
    row = f"TABLE events WHERE session = '{table.session}'"
    behind_its_back(place, f"CREATE TABLE aside AS {row.replace('TABLE', 'SELECT * FROM')}")
    run(place, "expire", table.session, "--delete")
    kept(place)
    behind_its_back(place, "DELETE FROM stubs; INSERT INTO events SELECT * FROM aside")
    told = f"{table.session}  contradicts a statement about its version 3: it was deleted, and is here again"
    assert told in against(place, key(place))[1]


@pytest.mark.parametrize(
    ("done", "told"),
    [
        (
            "DELETE FROM stated_heads WHERE number = 1",
            "is of 2 heads, of which only the first 1 are on record",
        ),
        (
            "UPDATE stated_heads SET hash = sha256(hash) WHERE number = 0",
            "is of other heads than those on record: what was stated was rewritten since",
        ),
    ],
)
def test_heads_that_were_stated_cannot_be_changed_with_the_rest(
    place: Place, done: str, told: str
) -> None:
    sat(place), sat(place)
    kept(place)
    behind_its_back(place, done)
    status, found = against(place, key(place))
    assert (status, f"statement 1 {told}" in found) == (1, True)


def test_two_histories_of_one_server_are_found(place: Place) -> None:
    sat(place)
    made = kept(place)
    private, public = new_key()
    both = [signed(private, made), signed(private, msgspec.structs.replace(made, root="00" * 32))]
    place[2].write_bytes(b"\n".join(map(msgspec.json.encode, both)))
    status, told = against(place, public.hex())
    assert (status, "two different histories were signed: see statement 1" in told) == (1, True)


def test_statements_of_another_server_prove_nothing(place: Place, postgres_url: str) -> None:
    sat(place)
    with (
        fresh_database(postgres_url) as url,
        serving(url, **UNASKED) as running,
    ):
        sat(other := (running, url, place[2]))
        kept(other)
        known = key(other)
    status, told = against(place, known)
    assert (status, told[-1]) == (
        2,
        "verger: no key of this database signed the statements: another server made them, or the"
        " keys were removed from this database",
    )


def test_statements_without_the_keys_signature_prove_nothing(place: Place) -> None:
    sat(place)
    made, known = kept(place), key(place)
    no_keys = place[2].with_name("keys.json")
    no_keys.write_text('{"keys": 3}')
    for text, by in (
        (msgspec.json.encode(made), new_key()[1].hex()),
        (msgspec.json.encode(msgspec.structs.replace(made, size=7)), known),
        (b"", known),
        (b"[]", known),
        (b'{"statements": 3}', known),
        (b"\xff", known),
        (msgspec.json.encode(made), "no key"),
        (msgspec.json.encode(made), str(no_keys)),
    ):
        place[2].write_bytes(text)
        status, told = against(place, by)
        assert (status, len(told)) == (2, 1), told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--all", "--against", "kept"), "use --key together with --checkpoint or --against"),
        (("--all", "--checkpoint", "kept", "--key", "00"), "--checkpoint only with an archive"),
        (("kept", "--jobs", "2"), "--jobs only with --all"),
    ],
)
def test_statements_that_contradict_each_other_are_reported(
    asked: Sequence[str], told: str
) -> None:
    finished = verger("verify", *asked, environment={})
    assert (finished.returncode, told in finished.stderr) == (2, True), finished.stderr


def test_several_processes_make_one_statement_in_its_time(place: Place) -> None:
    sat(place)
    hour = timedelta(hours=1)
    assert [made.number for made in stated(place[1], hour, processes=3)] == [1]
    assert stated(place[1], hour) == []
    execute(
        place[1],
        "SET session_replication_role = replica; UPDATE statements SET at = at - interval '1 hour'",
    )
    assert [made.number for made in stated(place[1], hour, processes=3)] == [2]


@pytest.mark.parametrize("table", ["statements", "stated_heads", "stated_nodes"])
def test_no_statement_can_be_deleted_from_the_database(place: Place, table: str) -> None:
    sat(place)
    kept(place)
    for done in (f"DELETE FROM {table}", f"TRUNCATE {table}"):  # noqa: S608
        told = execute(place[1], f"DO $$ BEGIN {done}; EXCEPTION WHEN OTHERS THEN NULL; END $$")
        assert told == ""
    assert execute(place[1], f"SELECT count(*) FROM {table}") == "1"  # noqa: S608


CHANGED = {
    "DELETE FROM operator_actions WHERE number = 1": "action 1 is missing",
    "UPDATE operator_actions SET detail = '' WHERE number = 1": "action 1 was rewritten",
    "UPDATE operator_actions SET at = at - interval '1 day' WHERE number = 1": (
        "action 1 was rewritten"
    ),
    "UPDATE operator_actions SET session = NULL WHERE number = 1": "action 1 was rewritten",
    "UPDATE operator_actions SET system_user_name = 'Ann' WHERE number = 1": (
        "action 1 was rewritten"
    ),
}


@pytest.mark.parametrize("done", CHANGED)
def test_an_act_of_an_operator_is_stated_and_stays_on_record(place: Place, done: str) -> None:
    one, two = sat(place), sat(place)
    run(place, "expire", one.session, "--delete")
    kept(place)
    run(place, "block", "--address", "203.0.113.7")
    kept(place)
    assert leaves(place).count("1|here") == leaves(place).count("2|here") == 1
    assert against(place, key(place))[0] == 0
    behind_its_back(place, done)
    status, told = against(place, key(place))
    assert status == 1
    assert f"the record of operators contradicts a statement: {CHANGED[done]}" in told
    assert two["Ann"].head == 3
