"""A real server whose database has damaged pages: some of a relation's bytes are overwritten."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from tests.support.client import Player, played
from tests.support.postgres import execute, reachable_folder
from tests.support.server import Server, serving
from verger.service.database import embedded, migrate

LINES = 60
MANY = 20
"""A number of lines whose events fill more than a page."""
PAGE_BYTES = 8192
EVERY_PAGE = range(10_000)
LOG, INDEX = "events", "events_pkey"
NARROW = f"ALTER INDEX {INDEX} SET (fillfactor = 10); REINDEX INDEX {INDEX}"
"""Makes an index with few events on each page, so that each session has separate pages."""


class Play(NamedTuple):
    """A server on its own database, with one session on many pages and two other sessions."""

    held: embedded.RunningServer
    server: Server
    ann: Player
    other: Player
    third: Player
    """This session is after Ann's in the table, and between the other two in the index."""


@contextmanager
def playing(**settings: object) -> Iterator[Play]:
    """Run a server with three sessions. Of the pages of Ann's session, only the first can have events of the other session.

    The events of the third session come after Ann's, so that new events are not written on Ann's last page.
    """
    with reachable_folder() as folder, embedded.held(folder / "postgres") as held:
        migrate.migrate(held.url)
        with serving(held.url, **settings) as server:  # type: ignore[arg-type]
            begun = [played(server.http, "Ann", "Bo")["Ann"] for _ in range(3)]
            # The index has the third session between the two, so that they share no page there.
            other, third, ann = sorted(begun, key=lambda player: player.session)
            draw_lines(other, 2)
            draw_lines(ann, LINES)
            draw_lines(third, MANY)
            execute(held.url, NARROW)
            yield Play(held, server, ann, other, third)


def draw_lines(player: Player, lines: int) -> None:
    """Make some moves."""
    for number in range(lines):
        player.draws_a_line(f"Spiders, {number}.")


@contextmanager
def stopped(held: embedded.RunningServer) -> Iterator[Path]:
    """Stop the database, and return its folder."""
    held.server.run("pg_ctl", "stop", "--wait", "--mode=fast")
    yield held.server.data
    held.start()


def damage(
    held: embedded.RunningServer,
    relation: str,
    pages: range = EVERY_PAGE,
    *,
    of: Sequence[str] = (),
    but: Sequence[str] = (),
) -> None:
    """Overwrite some bytes of pages while the database is stopped.

    `of` limits this to pages with rows of these sessions, and `but` to pages without rows of these. An index keeps all its pages except
    leaves.
    """
    path = execute(held.url, f"SELECT pg_relation_filepath('{relation}')")
    with stopped(held) as data, (data / path).open("r+b") as file:
        # The free space map could name a damaged page as one that has room for new rows.
        (data / f"{path}_fsm").unlink(missing_ok=True)
        for number in range(
            pages.start, min(pages.stop, (data / path).stat().st_size // PAGE_BYTES)
        ):
            file.seek(number * PAGE_BYTES)
            page = file.read(PAGE_BYTES)
            if _is_above_leaves(page) or (of and not _has(page, of)) or _has(page, but):
                continue
            file.seek(number * PAGE_BYTES + 1000)
            file.write(b"\xee" * 500)


def _has(page: bytes, sessions: Sequence[str]) -> bool:
    return any(UUID(session).bytes in page for session in sessions)


def _is_above_leaves(page: bytes) -> bool:
    """Return whether a page of a B-tree is not a leaf, by the flags at its end.

    Only pages of indexes have such flags.
    """
    special = int.from_bytes(page[16:18], "little")
    return special < PAGE_BYTES and not page[-4] & 1


def page_of(play: Play, version: int) -> int:
    """Return the number of the disk page that holds an event of Ann's session."""
    sql = f"SELECT ctid FROM events WHERE session = '{play.ann.session}' AND version = {version}"  # noqa: S608
    return int(execute(play.held.url, sql).strip("()").partition(",")[0])


def first_on(play: Play, page: int) -> int:
    """Return the first version of Ann's session on a disk page."""
    sql = (
        f"SELECT min(version) FROM events WHERE session = '{play.ann.session}'"  # noqa: S608
        f" AND ctid >= '({page},0)'::tid AND ctid < '({page + 1},0)'::tid"
    )
    return int(execute(play.held.url, sql))
