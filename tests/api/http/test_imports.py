"""An imported session keeps its id and its bytes. It can be read and forked, but not continued."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import asyncpg
import httpx
import pytest

from tests.api.http.test_redactions import redacted
from tests.support.client import Client, Json, Player, Table, forked, of, played
from tests.support.log import archived, evening, examined, rechained, rows
from tests.support.postgres import execute, fresh_database, somebody_waits
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from verger.service.archive.verify_file import ArchiveVerifier
from verger.service.database.pool import Connection
from verger.service.log.lineage import FAMILY
from verger.service.settings import Settings

SMALL = 200_000


@pytest.fixture(scope="module")
def elsewhere(postgres_url: str) -> Iterator[tuple[Server, str]]:
    """Start another server that accepts only small archives. Yield it and its database's URL."""
    with (
        fresh_database(postgres_url) as url,
        serving(url, verger_import_bytes=SMALL) as running,
    ):
        yield running, url


@pytest.fixture(scope="module")
def reader(elsewhere: tuple[Server, str]) -> Client:
    """Return a client with a token for the other server."""
    started = played(elsewhere[0].http, "Ada", "Ben")
    return Client(started["Ada"].http, started["Ada"].token)


def sent(client: Client, archive: bytes) -> httpx.Response:
    """Send an archive, and return any answer."""
    return client.imports(archive)


def brought(client: Client, archive: bytes) -> Player:
    """Import an archive, and return the session as its importer reads it."""
    answer = sent(client, archive)
    shown: Json = of(answer, 201)
    assert answer.headers["location"] == f"/v1/sessions/{shown['session']}"
    assert client.token
    return Player(client.http, client.token, shown["session"], "")


def counted(url: str) -> str:
    """Return the number of rows in each table that an import writes to."""
    tables = ("events", "imports", "readers", "forks")
    return execute(url, " UNION ALL ".join(f"SELECT count(*) FROM {name}" for name in tables))  # noqa: S608


def test_an_import_is_read_as_it_was_played(table: Table, reader: Client) -> None:
    there = brought(reader, table["Bo"].exported())
    assert there.session == table.session
    assert there.log() == table["Bo"].log()
    for part in ("/state", "/network", "/banks", "/timeline"):
        assert there.see(part) == {**table["Bo"].see(part), **seat_of(there, part)}


def seat_of(there: Player, part: str) -> Json:
    """Return the reader's seat if this read contains it."""
    return {"seat": there.see(part)["seat"]} if part == "/state" else {}


def test_export_import_export_gives_the_same_bytes(table: Table, reader: Client) -> None:
    archive = table["Cy"].exported()
    assert brought(reader, archive).exported() == archive


def test_a_redacted_session_comes_and_goes_with_the_same_bytes(bo: Player, reader: Client) -> None:
    version = bo.draws_a_line("Gerda Zwiebel")["version"]
    bo.draws_a_line("Gerda Zwiebel again")
    redacted(bo, version)
    archive = bo.exported()
    assert b"Zwiebel" not in archive
    looked = examined(archive.splitlines(keepends=True))
    assert isinstance(looked, ArchiveVerifier), looked
    assert looked.log.counts.rewritten == [version, version + 1]
    assert brought(reader, archive).exported() == archive


def test_an_import_shows_the_sealed_parts_that_its_archive_shows(reader: Client) -> None:
    archive = b"".join(archived(rows(evening("war")[:50]), "s2"))
    assert b"The harbour is mined." in archive
    assert brought(reader, archive).exported() == archive


def test_the_same_import_repeated_gets_the_same_answer(table: Table, reader: Client) -> None:
    archive = table["Bo"].exported()
    assert of(sent(reader, archive), 201) == of(sent(reader, archive), 201)


def test_only_the_importer_may_read_an_import(
    elsewhere: tuple[Server, str], table: Table, reader: Client
) -> None:
    archive = table["Bo"].exported()
    brought(reader, archive)
    other = Client(reader.http, played(elsewhere[0].http, "Cleo")["Cleo"].token)
    assert of(sent(other, archive), 409)["code"] == "session_exists"
    assert other.get(f"/v1/sessions/{table.session}").status_code == 404


@pytest.fixture
async def redacting(elsewhere: tuple[Server, str]) -> AsyncIterator[Connection]:
    connection = await asyncpg.connect(elsewhere[1])
    yield connection
    await connection.close()


async def test_an_import_waits_for_a_redaction_that_looks_for_forks(
    redacting: Connection, table: Table, reader: Client
) -> None:
    async with redacting.transaction():
        await redacting.execute("SELECT pg_advisory_xact_lock($1)", FAMILY)
        importing = asyncio.create_task(asyncio.to_thread(brought, reader, table["Bo"].exported()))
        await somebody_waits(redacting)
        assert not importing.done()
    assert (await importing).session == table.session


def test_a_session_that_the_server_has_is_not_imported(table: Table) -> None:
    archive = table["Bo"].exported()
    a_problem(sent(table["Bo"], archive), "session_exists")
    assert table["Bo"].draws_a_line("Play goes on")


def test_an_import_is_played_on_only_in_a_fork(table: Table, reader: Client) -> None:
    there = brought(reader, table["Bo"].exported())
    a_problem(there.move("add_limit", kind="line", text="Spiders"), "read_only")
    (own,) = forked(there)
    assert own.draws_a_line("Spiders")["version"] == there.head + 2
    assert there.exported() == table["Bo"].exported()


def test_the_archive_of_a_fork_brings_its_parent(table: Table, reader: Client) -> None:
    fork = forked(table["Bo"])["Bo"]
    fork.draws_a_line("Only here")
    there = brought(reader, fork.exported())
    assert there.exported() == fork.exported()
    parent = Player(there.http, reader.token or "", table.session, "")
    assert parent.log() == table["Bo"].log()[: parent.head]


def test_a_tampered_archive_is_not_stored(
    elsewhere: tuple[Server, str], reader: Client, table: Table
) -> None:
    before = counted(elsewhere[1])
    lines = table["Bo"].exported().splitlines(keepends=True)
    forged = [*lines[:3], lines[3].replace(b"sits", b"SITS", 1), *lines[4:]]
    told = a_problem(sent(reader, b"".join(forged)), "wrong_archive")
    assert told["facts"]["version"] == 3
    cut = a_problem(sent(reader, b"".join(lines[:-2])), "unreadable_archive")
    assert f"it ends after version {len(lines) - 3}" in cut["detail"]
    assert counted(elsewhere[1]) == before


def test_a_log_that_the_rules_would_not_allow_is_not_stored(reader: Client) -> None:
    log = rows(evening("war")[:60])
    event = json.loads(log[40].data)
    event["effects"] = []
    data = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    forged = list(rechained([*log[:40], log[40]._replace(data=data), *log[41:]]))
    told = a_problem(sent(reader, b"".join(archived(forged))), "wrong_archive")
    assert told["facts"] == {"version": 41, "reason": "the rules give other effects"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"\xff\xfe",
        b'{"verger":"log"}\n',
        b'{"verger":"log","format":2}\n',
        b'{"verger":"log","format":1,"lineage":' + b"[" * 100_000,
    ],
)
def test_a_file_that_is_no_archive_is_refused(reader: Client, content: bytes) -> None:
    a_problem(sent(reader, content), "unreadable_archive")


def test_an_archive_that_is_too_large_is_refused(reader: Client) -> None:
    told = a_problem(sent(reader, b" " * (SMALL + 1)), "body_too_large")
    assert told["facts"] == {"bytes_allowed": SMALL}
    assert Settings().import_bytes > SMALL
