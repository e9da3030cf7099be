"""Compare the database with statements that somebody has kept elsewhere."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from verger.service.annexes.statements import sql
from verger.service.annexes.statements.merkle import TreeBuilder
from verger.service.annexes.statements.statement import StatedHead, Statement
from verger.service.database.pool import Connection, Database
from verger.service.database.record import Record

PAGE = 1_000
COMPARE_SECONDS = 3_600.0
"""The maximum time of each comparison, in seconds."""


class Vanished(NamedTuple):
    """A stated version of a session that the database has lost or changed."""

    session: UUID
    version: int
    what: str


class Compared(NamedTuple):
    """The result of a comparison of statements with the database."""

    ended: int
    """The number of stated sessions that have been ended since, and have a stub."""
    wrong: tuple[str, ...]
    """Sentences about statements that the recorded heads contradict."""
    vanished: tuple[Vanished, ...]
    actions: tuple[str, ...]
    """Sentences about stated actions of operators that are missing or were changed."""


async def compare(database: Database, kept: Sequence[Statement]) -> Compared:
    """Compare kept statements with the recorded heads, and every recorded head with the database."""
    async with (
        database.connection() as connection,
        connection.transaction(isolation="repeatable_read", readonly=True),
    ):
        wrong = await _built_anew(connection, kept)
        vanished = await connection.fetch(sql.VANISHED, timeout=COMPARE_SECONDS)
        actions = await connection.fetch(sql.CHANGED_ACTIONS, timeout=COMPARE_SECONDS)
        ended = await connection.fetchval(sql.COUNT_ENDED, timeout=COMPARE_SECONDS)
    return Compared(
        ended,
        tuple(wrong),
        vanished=tuple(Vanished(**row) for row in vanished),
        actions=tuple(map(_changed, actions)),
    )


def _changed(row: Record) -> str:
    what = "is missing" if row["is_missing"] else "was rewritten"
    return f"the record of operators contradicts a statement: action {row['number']} {what}"


async def _built_anew(connection: Connection, kept: Sequence[Statement]) -> list[str]:
    """Build the tree from the recorded heads. Return a sentence about each statement that differs from it."""
    # In the order of sizes, because the heads of a restored database can be fewer than in its newest statements.
    tree, wrong, left = TreeBuilder(), [], sorted(kept, key=lambda told: told.size)
    wrong += _otherwise(tree, left)
    async for row in connection.cursor(sql.HEADS, prefetch=PAGE):
        if row["number"] != tree.size:
            break
        head = StatedHead(**{name: row[name] for name in StatedHead.__struct_fields__})
        for _ in tree.add(head.leaf):
            pass
        wrong += _otherwise(tree, left)
    wrong += [
        f"statement {told.number} is of {told.size} heads, of which only the first {tree.size} are"
        " on record"
        for told in left
    ]
    return wrong


def _otherwise(tree: TreeBuilder, left: list[Statement]) -> list[str]:
    """Remove the statements of this size from the list. Return a sentence about each that has another tree."""
    wrong: list[str] = []
    while left and left[0].size == tree.size:
        told = left.pop(0)
        if told.root != tree.root.hex():
            wrong.append(
                f"statement {told.number} is of other heads than those on record:"
                " what was stated was rewritten since"
            )
    return wrong
