"""Import the archive of a fork. Sometimes the server needs the archive of an ancestor first."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import NamedTuple

import asyncpg
import pytest

from tests.api.http.test_imports import brought, sent
from tests.api.http.test_redactions import redacted
from tests.support.client import Client, Json, Player, Table, forked, of, played
from tests.support.log import archived, evening, rechained, rows
from tests.support.postgres import fresh_database, somebody_waits
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from verger.service.database.pool import Connection

DIFFERS, NEEDED = "ancestor_differs", "ancestor_needed"
redacts = partial(redacted, reason="She asked.")


class Elsewhere(NamedTuple):
    """Another server, and its database."""

    server: Server
    url: str


@pytest.fixture(scope="module")
def elsewhere(postgres_url: str) -> Iterator[Elsewhere]:
    with fresh_database(postgres_url) as url, serving(url) as running:
        yield Elsewhere(running, url)


@pytest.fixture(scope="module")
def reader(elsewhere: Elsewhere) -> Client:
    """Return a client with a token of another server."""
    http = elsewhere.server.http
    return Client(http, played(http, "Ada", "Ben")["Ada"].token)


@pytest.fixture
async def blocking(elsewhere: Elsewhere) -> AsyncIterator[Connection]:
    connection = await asyncpg.connect(elsewhere.url)
    yield connection
    await connection.close()


class Origin(NamedTuple):
    """A session, and the version of an event with a text that will be redacted."""

    player: Player
    line: int

    def forked(self, version: int = 0) -> Player:
        """Return a fork that is played on, made of this version or of the newest."""
        return played_on(self.player, version)

    def redacts(self) -> None:
        redacts(self.player, self.line)


def played_on(player: Player, version: int = 0) -> Player:
    """Return a fork that is played on, made of this version or of the newest."""
    (fork,) = forked(player, **({"version": version} if version else {}))
    fork.draws_a_line("Only here.")
    return fork


@pytest.fixture
def origin(table: Table) -> Origin:
    bo = table["Bo"]
    return Origin(bo, bo.draws_a_line("Gerda Zwiebel.")["version"])


def needed(reader: Client, fork: Player) -> Json:
    """Try to import a fork. Return the facts of the problem, which name the ancestor that is needed first."""
    told: Json = a_problem(sent(reader, fork.exported()), NEEDED)["facts"]
    return told


def differs(reader: Client, archive: bytes) -> str:
    """Try to import an archive. Return the reason why an ancestor in it differs from the session on the server."""
    told = a_problem(sent(reader, archive), DIFFERS)
    assert told["facts"]["reason"] in told["detail"]
    reason: str = told["facts"]["reason"]
    return reason


def comes(reader: Client, player: Player) -> None:
    """Import the archive of a session. An export must then give the same bytes."""
    archive = player.exported()
    assert brought(reader, archive).exported() == archive


def test_a_fork_made_after_the_redaction_needs_no_other_archive(
    origin: Origin, reader: Client
) -> None:
    origin.redacts()
    comes(reader, origin.forked())


def test_a_fork_made_before_the_redaction_needs_the_archive_that_has_it(
    origin: Origin, reader: Client
) -> None:
    fork = origin.forked()
    origin.redacts()
    assert needed(reader, fork) == {
        "session": origin.player.session,
        "version": fork.see()["forked_from"]["version"],
    }
    comes(reader, origin.player)
    comes(reader, fork)


def test_a_later_fork_of_an_unredacted_version_needs_that_archive_too(
    origin: Origin, reader: Client
) -> None:
    origin.redacts()
    fork = origin.forked(origin.line)
    assert needed(reader, fork) == {"session": origin.player.session, "version": origin.line}
    comes(reader, origin.player)
    comes(reader, fork)


def test_a_fork_of_a_fork_needs_each_archive_in_turn(origin: Origin, reader: Client) -> None:
    child = origin.forked()
    grandchild = played_on(child)
    origin.redacts()
    assert needed(reader, grandchild)["session"] == origin.player.session
    assert needed(reader, child)["session"] == origin.player.session
    comes(reader, origin.player)
    assert needed(reader, grandchild)["session"] == child.session
    comes(reader, child)
    comes(reader, grandchild)


def test_a_fork_of_a_redacted_fork_needs_only_the_archive_of_that_fork(
    origin: Origin, reader: Client
) -> None:
    child = origin.forked()
    line = child.draws_a_line("Hedwig Rettich.")["version"]
    grandchild = played_on(child)
    redacts(child, line)
    assert needed(reader, grandchild)["session"] == child.session
    comes(reader, child)
    comes(reader, grandchild)


def test_an_import_of_a_fork_adds_its_ancestor_up_to_the_forked_version(
    origin: Origin, reader: Client
) -> None:
    fork = origin.forked(origin.line)
    origin.player.draws_a_line("Later.")
    comes(reader, fork)
    told = a_problem(sent(reader, origin.player.exported()), "session_exists")
    assert told["facts"] == {"session": origin.player.session, "version": origin.line}


async def test_two_forks_of_one_session_can_be_imported_at_once(
    origin: Origin, blocking: Connection, reader: Client
) -> None:
    forks = [origin.forked().exported() for _ in range(2)]
    async with blocking.transaction():
        # Both imports find that the parent is missing, and wait to add it.
        await blocking.execute("LOCK TABLE imports IN SHARE MODE")
        imports = [asyncio.create_task(asyncio.to_thread(sent, reader, fork)) for fork in forks]
        await somebody_waits(blocking, 2)
    for answer in await asyncio.gather(*imports):
        of(answer, 201)


def test_an_archive_from_before_the_redaction_of_the_session_here_is_refused(
    origin: Origin, reader: Client
) -> None:
    fork = origin.forked()
    before = fork.exported()
    origin.redacts()
    comes(reader, origin.player)
    said = f"version {origin.line} is redacted here, and not in the archive"
    assert differs(reader, before) == said
    comes(reader, fork)


def test_an_archive_with_a_redaction_that_is_not_here_is_refused(
    origin: Origin, reader: Client
) -> None:
    fork = origin.forked()
    comes(reader, origin.player)
    origin.redacts()
    said = f"version {origin.line} is redacted in the archive, and not here"
    assert differs(reader, fork.exported()) == said


def test_an_archive_with_other_redacted_texts_than_here_is_refused(
    ann: Player, bo: Player, reader: Client
) -> None:
    subject = {"subject": "adopt_premise", "aspect": "theme", "text": "Gerda Zwiebel drowns."}
    proposed = ann.moves("propose", subject=subject)["version"]
    fork = played_on(bo)
    redacts(ann, 1)
    comes(reader, ann)
    redacts(ann, proposed)
    first = min(int(version) for version in ann.log()[-1]["event"]["move"]["rewritten"])
    assert str(first) in differs(reader, fork.exported())


def test_a_fork_of_a_later_version_than_is_here_is_refused(origin: Origin, reader: Client) -> None:
    comes(reader, origin.player)
    here = origin.player.head
    origin.player.draws_a_line("Later.")
    said = f"here it ends at version {here}, before the version that was forked"
    assert differs(reader, origin.forked().exported()) == said


def test_a_fork_that_other_events_lead_to_is_refused(reader: Client) -> None:
    log = rows(evening("coming_and_going"))
    end = next(number for number, row in enumerate(log) if row.session != log[0].session)
    other = [log[0]._replace(salt=bytes(16)), *log[1:end]]
    brought(reader, b"".join(archived(list(rechained(other)))))
    said = "here other events lead to the version that was forked"
    assert differs(reader, b"".join(archived(log))) == said
