"""A real server whose database has damaged pages: some of a relation's bytes are overwritten."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.support.client import Player, played
from tests.support.postgres import execute, reachable_folder
from tests.support.server import Server, serving
from verger.service.database import embedded, migrate

LINES = 60
PAGE_BYTES = 8192
EVERY_PAGE = range(10_000)


class Play(NamedTuple):
    """A server on its own database, with one session on many pages and another session."""

    held: embedded.RunningServer
    server: Server
    ann: Player
    other: Player


@contextmanager
def playing(**settings: object) -> Iterator[Play]:
    """Run a server; the other session is in another part of the log than Ann's."""
    with reachable_folder() as folder, embedded.held(folder / "postgres") as held:
        migrate.migrate(held.url)
        with serving(held.url, **settings) as server:  # type: ignore[arg-type]
            ann = played(server.http, "Ann", "Bo")["Ann"]
            for number in range(LINES):
                ann.draws_a_line(f"Spiders, {number}.")
            others = (played(server.http, "Ann", "Bo")["Ann"] for _ in count())
            other = next(one for one in others if part(held, one) != part(held, ann))
            yield Play(held, server, ann, other)


def part(held: embedded.RunningServer, player: Player) -> str:
    """Give the part of the log that has a player's session."""
    sql = f"SELECT DISTINCT tableoid::regclass FROM events WHERE session = '{player.session}'"  # noqa: S608
    return execute(held.url, sql)


@contextmanager
def stopped(held: embedded.RunningServer) -> Iterator[Path]:
    """Stop the database, and give its folder."""
    held.server.run("pg_ctl", "stop", "--wait", "--mode=fast")
    yield held.server.data
    held.start()


def damage(held: embedded.RunningServer, relation: str, pages: range = EVERY_PAGE) -> None:
    """Overwrite some bytes of those of these pages that there are, while the database is stopped."""
    path = execute(held.url, f"SELECT pg_relation_filepath('{relation}')")
    with stopped(held) as data, (data / path).open("r+b") as file:
        for page in range(pages.start, min(pages.stop, (data / path).stat().st_size // PAGE_BYTES)):
            file.seek(page * PAGE_BYTES + 1000)
            file.write(b"\xee" * 500)


def page_of(play: Play, version: int) -> int:
    """Give the page that has an event of Ann's session."""
    sql = f"SELECT ctid FROM events WHERE session = '{play.ann.session}' AND version = {version}"  # noqa: S608
    return int(execute(play.held.url, sql).strip("()").partition(",")[0])


def first_on(play: Play, page: int) -> int:
    """Give the first version of Ann's session on a page."""
    sql = (
        f"SELECT min(version) FROM events WHERE session = '{play.ann.session}'"  # noqa: S608
        f" AND ctid >= '({page},0)'::tid AND ctid < '({page + 1},0)'::tid"
    )
    return int(execute(play.held.url, sql))
