"""A page of the log that PostgreSQL cannot read damages the sessions that have events there, and no others."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

import pytest

from tests.support.client import Player, of, played
from tests.support.patience import until
from tests.support.postgres import execute, reachable_folder
from tests.support.problems import a_problem
from tests.support.server import Server, serving
from tests.support.settings import Settings
from verger.service.archive.verify import Finding, Verifier
from verger.service.archive.verify_database import verify_session
from verger.service.database import embedded, migrate
from verger.service.edge.form import NDJSON
from verger.service.play.damage import told
from verger.service.wiring import Parts

pytestmark = pytest.mark.thorough

LINES = 60
PAGE_BYTES = 8192


class Play(NamedTuple):
    """A server on its own database, with one session on many pages and another session."""

    held: embedded.Held
    server: Server
    ann: Player
    other: Player


@pytest.fixture
def play() -> Iterator[Play]:
    told.cache_clear()
    with reachable_folder() as folder, embedded.held(folder / "postgres") as held:
        migrate.migrate(held.url)
        with serving(held.url) as server:
            ann = played(server.http, "Ann", "Bo")["Ann"]
            for number in range(LINES):
                ann.draws_a_line(f"Spiders, {number}.")
            others = iter(lambda: played(server.http, "Ann", "Bo")["Ann"], None)
            other = next(one for one in others if part(held, one) != part(held, ann))
            yield Play(held, server, ann, other)


def part(held: embedded.Held, player: Player) -> str:
    """Give the part of the log that has a player's session."""
    sql = f"SELECT DISTINCT tableoid::regclass FROM events WHERE session = '{player.session}'"  # noqa: S608
    return execute(held.url, sql)


@contextmanager
def stopped(play: Play) -> Iterator[Path]:
    """Stop the database, and give its folder."""
    play.held.server.run("pg_ctl", "stop", "--wait", "--mode=fast")
    yield play.held.server.data
    play.held.start()


def damage(play: Play, relation: str, pages: range) -> None:
    """Overwrite some bytes of pages while the database is stopped."""
    path = execute(play.held.url, f"SELECT pg_relation_filepath('{relation}')")
    with stopped(play) as data, (data / path).open("r+b") as file:
        for page in pages:
            file.seek(page * PAGE_BYTES + 1000)
            file.write(b"\xee" * 500)


def page_of(play: Play, version: int) -> int:
    sql = f"SELECT ctid FROM events WHERE session = '{play.ann.session}' AND version = {version}"  # noqa: S608
    return int(execute(play.held.url, sql).strip("()").partition(",")[0])


def first_on(play: Play, page: int) -> int:
    sql = (
        f"SELECT min(version) FROM events WHERE session = '{play.ann.session}'"  # noqa: S608
        f" AND ctid >= '({page},0)'::tid AND ctid < '({page + 1},0)'::tid"
    )
    return int(execute(play.held.url, sql))


def is_damaged(play: Play, version: int) -> None:
    """Check what needs the session's head, and that the other session and the server go on."""
    server, ann = play.server, play.ann
    path = f"/v1/sessions/{ann.session}"
    export = {"Accept": NDJSON}
    # The server does not read events again that it read a moment ago.
    until(lambda: ann.get(f"{path}/state").status_code == 500)
    for answer in (
        ann.get(f"{path}/state"),
        ann.move("add_limit", kind="line", text="Eels."),
        ann.get(f"{path}/export", headers=export),
    ):
        problem = a_problem(answer, "log_damaged")
        assert problem["facts"] == {"session": ann.session, "version": version}
    assert server.told(event="log_damaged", session=ann.session, version=version)
    assert not [line for line in server.lines if line["event"] == "internal_error"]
    of(play.other.move("add_limit", kind="line", text="Eels."), 201)
    of(play.other.get(f"/v1/sessions/{play.other.session}/state"), 200)
    of(play.other.get("/v1/feed"), 200)
    of(server.http.get("/readyz"), 200)


async def found(play: Play, player: Player) -> Finding | Verifier:
    async with Parts(Settings(database_url=play.held.url)).running() as parts:
        return await verify_session(
            parts.database, parts.store, UUID(player.session), lambda _: None
        )


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_a_damaged_page_of_events_is_named_and_the_events_before_it_are_read(
    play: Play, *, is_restarted: bool
) -> None:
    page = page_of(play, LINES // 2)
    version = first_on(play, page)
    assert version > 5
    if is_restarted:
        play.server.stop()
    damage(play, part(play.held, play.ann), range(page, page_of(play, LINES) + 1))
    if is_restarted:
        play.server.restart()
    play.server.wait_until_ready()
    is_damaged(play, version)
    path = f"/v1/sessions/{play.ann.session}"
    of(play.ann.get(f"{path}/state", at=version - 1), 200)
    events = of(play.ann.get(f"{path}/events", limit=version - 1), 200)
    assert len(events["events"]) == version - 1
    wrong = await found(play, play.ann)
    assert isinstance(wrong, Finding)
    assert wrong.version == version
    assert isinstance(await found(play, play.other), Verifier)


async def test_a_damaged_index_of_events_is_named_and_mended_by_a_new_one(play: Play) -> None:
    index = f"{part(play.held, play.ann)}_pkey"
    play.server.stop()
    damage(play, index, range(1, 2))
    play.server.restart()
    is_damaged(play, 1)
    assert isinstance(await found(play, play.ann), Finding)
    execute(play.held.url, f"REINDEX INDEX {index}")
    play.server.stop()
    play.server.restart()
    of(play.ann.move("add_limit", kind="line", text="Eels."), 201)
    assert isinstance(await found(play, play.ann), Verifier)
