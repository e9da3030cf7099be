"""Processes make statements during play, also after another process has ended. Each statement follows the one before."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.client import played
from tests.support.ended import end
from tests.support.patience import until
from tests.support.postgres import execute, fresh_database
from tests.support.server import SECRET_KEY, Server, serving
from tests.support.settings import Settings
from tests.support.stated import UNASKED, stated
from verger.service.annexes.statements import statements
from verger.service.annexes.statements.statement import doubt
from verger.service.annexes.statements.statements import Statements
from verger.service.annexes.statements.verify_statements import compare
from verger.service.cli.database import at_work


@pytest.fixture
def place(postgres_url: str) -> Iterator[tuple[Server, str]]:
    with fresh_database(postgres_url) as url, serving(url, **UNASKED) as running:
        yield running, url


def settings(url: str) -> Settings:
    return Settings(database_url=url, secret_keys=SECRET_KEY)


def holds(url: str) -> bool:
    """Return whether all statements follow each other, and match the database."""

    async def look() -> bool:
        async with at_work(settings(url)) as parts:
            told = await parts.the(Statements).after(0, 100)
            keys = [key.public_key for key in await parts.keys.published()]
            found = await compare(parts.database, told)
            return doubt(told, keys[-1:]) is None and not (found.wrong or found.vanished)

    return asyncio.run(look())


def test_a_statement_of_many_heads_is_made_in_parts(
    place: tuple[Server, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "PAGE", 2)
    for _ in range(5):
        played(place[0].http, "Ann")
    (made,) = stated(place[1])
    assert made.size == 5
    assert holds(place[1])


def test_heads_from_a_process_that_ended_are_in_the_next_statement(
    place: tuple[Server, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def end(*_: object) -> None:
        raise KeyboardInterrupt

    played(place[0].http, "Ann"), played(place[0].http, "Bo")
    with monkeypatch.context() as ending:
        ending.setattr(statements, "_keep", end)
        with pytest.raises(KeyboardInterrupt):
            stated(place[1])
    played(place[0].http, "Cy")
    (made,) = stated(place[1])
    assert (made.number, made.size) == (1, 3)
    assert holds(place[1])


def test_a_long_statement_holds_no_feed_back(
    place: tuple[Server, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = played(place[0].http, "Ann")["Ann"]
    add, told = Statements._add, []  # noqa: SLF001

    async def slowly(self: Statements, tree: Any, heads: Sequence[Any]) -> None:
        made = await asyncio.to_thread(ann.draws_a_line, "Rats.")
        found = await asyncio.to_thread(
            until, lambda: ann.read("/v1/feed")["items"], lambda items: len(items) == 2
        )
        told.append((made["version"], found[-1]["version"]))
        await add(self, tree, heads)

    with monkeypatch.context() as slow:
        slow.setattr(Statements, "_add", slowly)
        assert [made.size for made in stated(place[1])] == [1]
    assert told == [(2, 2)]
    assert [made.size for made in stated(place[1])] == [2], "what came meanwhile is stated next"


def test_a_restored_database_is_looked_through_again(place: tuple[Server, str]) -> None:
    ann, _ = played(place[0].http, "Ann")["Ann"], played(place[0].http, "Bo")
    stated(place[1])
    ann.draws_a_line("Rats.")
    as_if_restored = "UPDATE statements SET history = 'another', place = 1000000000"
    execute(place[1], f"SET session_replication_role = replica; {as_if_restored}")
    assert [made.size for made in stated(place[1])] == [3]
    assert holds(place[1])


def test_a_lost_statement_speaks_against_no_other_statement(
    place: tuple[Server, str],
) -> None:
    played(place[0].http, "Ann")
    (made,) = stated(place[1])
    lost = replace(made, number=made.number + 1, size=made.size + 1)
    later = replace(made, number=made.number + 2)

    async def look() -> tuple[str, ...]:
        async with at_work(settings(place[1])) as parts:
            return (await compare(parts.database, (made, lost, later))).wrong

    told = "statement 2 is of 2 heads, of which only the first 1 are on record"
    assert asyncio.run(look()) == (told,)


def rotate(url: str, times: int = 1) -> list[str]:
    """Rotate the key several times at once, and return the ids of the new keys."""

    async def once() -> str:
        async with (
            at_work(settings(url)) as parts,
            parts.database.connection() as connection,
            connection.transaction(),
        ):
            return await parts.the(Statements).rotate(connection)

    async def all_of_them() -> list[str]:
        return await asyncio.gather(*(once() for _ in range(times)))

    return asyncio.run(all_of_them())


def test_a_rotation_of_the_key_does_not_replace_a_due_statement(
    place: tuple[Server, str],
) -> None:
    session = played(place[0].http, "Ann").session
    stated(place[1])
    end(place[1], session)
    # Make the statement and the end of the session some hours older.
    for table, hours in (("statements", 5), ("stubs", 4)):
        past = f"UPDATE {table} SET at = at - interval '{hours} hours'"  # noqa: S608
        execute(place[1], f"SET session_replication_role = replica; {past}")
    rotate(place[1])
    stated(place[1])
    sql = "SELECT standing FROM stated_heads ORDER BY number"
    assert execute(place[1], sql).split() == ["here", "archived"]


def test_keys_that_are_rotated_at_once_follow_each_other(place: tuple[Server, str]) -> None:
    played(place[0].http, "Ann")
    stated(place[1])
    assert len(set(rotate(place[1], 3))) == 3
    assert [made.number for made in stated(place[1])] == [5]
    assert holds(place[1])
