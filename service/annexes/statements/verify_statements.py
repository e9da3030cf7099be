"""Whether the database still is what was stated of it, for whoever has kept statements elsewhere."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from verger.service.annexes.statements.merkle import TreeBuilder
from verger.service.annexes.statements.statement import StatedHead, Statement
from verger.service.database.pool import Connection, Database, plain

PAGE = 1_000
COMPARE_SECONDS = 3_600.0
"""How long it may take to look up every head that was stated."""


class Vanished(NamedTuple):
    """A session that is not what was stated of it."""

    session: UUID
    version: int
    what: str


class Compared(NamedTuple):
    """What came of comparing statements with the database."""

    ended: int
    """Sessions that were stated and have been ended, as their stubs say."""
    wrong: tuple[str, ...]
    """Statements that the list of heads does not bear out."""
    vanished: tuple[Vanished, ...]


# Each head that was stated has its event, or a stub that explains why it has not.
_COMPARED = """
    SELECT DISTINCT ON (h.session) h.session, h.version, CASE
        WHEN h.standing = 'deleted' AND now.version IS NOT NULL THEN 'it was deleted, and is here again'
        WHEN s.session IS NOT NULL THEN 'its stub names an earlier event, or another one'
        WHEN e.hash IS NOT NULL THEN 'its log was rewritten: another event has that version'
        WHEN now.version < h.version THEN 'its log was cut off after version ' || now.version
        WHEN now.version IS NOT NULL THEN 'the event is missing'
        ELSE 'it is gone, and no stub says why'
    END
    FROM stated_heads h
    LEFT JOIN events e ON (e.session, e.version) = (h.session, h.version)
    LEFT JOIN stubs s ON s.session = h.session
    LEFT JOIN LATERAL (
        SELECT version FROM events WHERE events.session = h.session ORDER BY version DESC LIMIT 1
    ) now ON e.hash IS DISTINCT FROM h.hash OR h.standing = 'deleted'
    WHERE (e.hash IS DISTINCT FROM h.hash OR h.standing = 'deleted') AND NOT coalesce(
        s.version > h.version OR (s.version, s.hash) = (h.version, h.hash), false
    )
    ORDER BY h.session, h.version
"""
_ENDED = "SELECT count(DISTINCT session) FROM stated_heads JOIN stubs USING (session)"


async def compare(database: Database, kept: Sequence[Statement]) -> Compared:
    """Compare statements, and every head on record, with the database."""
    async with (
        database.connection() as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        wrong = await _built_anew(connection, kept)
        vanished = await connection.fetch(_COMPARED, timeout=COMPARE_SECONDS)
        ended = await connection.fetchval(_ENDED, timeout=COMPARE_SECONDS)
    found = tuple(Vanished(plain(one[0]), one[1], one[2]) for one in vanished)
    return Compared(ended, tuple(wrong), found)


async def _built_anew(connection: Connection, kept: Sequence[Statement]) -> list[str]:
    """Build the tree from its heads; gives what was stated otherwise."""
    # By size: a database that was restored goes on from less than had been stated of it.
    tree, wrong, left = TreeBuilder(), [], sorted(kept, key=lambda told: told.size)
    sql = "SELECT number, session, version, encode(hash, 'hex'), standing FROM stated_heads ORDER BY number"
    wrong += _otherwise(tree, left)
    async for number, session, *told in connection.cursor(sql, prefetch=PAGE):
        if number != tree.size:
            break
        for _ in tree.add(StatedHead(session, *told).leaf):
            pass
        wrong += _otherwise(tree, left)
    wrong += [
        f"statement {told.number} is of {told.size} heads, of which only the first {tree.size} are"
        " on record"
        for told in left
    ]
    return wrong


def _otherwise(tree: TreeBuilder, left: list[Statement]) -> list[str]:
    """Take the statements of a tree of this size; gives those of another one."""
    wrong: list[str] = []
    while left and left[0].size == tree.size:
        told = left.pop(0)
        if told.root != tree.root.hex():
            wrong.append(
                f"statement {told.number} is of other heads than those on record:"
                " what was stated was rewritten since"
            )
    return wrong
