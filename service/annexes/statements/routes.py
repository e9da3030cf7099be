"""What the server has stated of all sessions' heads, and what proves that nothing of it went since."""

from contextlib import suppress
from typing import Annotated
from uuid import UUID

import msgspec
from litestar import get
from litestar.params import Parameter

from verger.service.annexes.statements.statement import Standing, Statement
from verger.service.annexes.statements.statements import Found, Statements
from verger.service.archive.checkpoint import Hex32
from verger.service.edge.asking import reading
from verger.service.edge.body import AnyRequest, parts_of
from verger.service.edge.operation import Operation
from verger.service.play.session import EndedSessionError
from verger.service.problem.code import ProblemCode

PAGE = 100

After = Annotated[
    int | None,
    Parameter(ge=0, le=2**53, description="The number of one; else the newest comes alone."),
]
Of = Annotated[UUID | None, Parameter(description="A session whose head is wanted too.")]


class StatedHeadView(msgspec.Struct, frozen=True):
    """A session's newest head in a statement's tree."""

    number: int
    """Of its leaf, from 0."""
    session: UUID
    version: int
    hash: Hex32
    standing: Standing
    path: tuple[Hex32, ...]
    """Proves that the leaf is there."""


class StatementsView(msgspec.Struct, frozen=True):
    """Statements in their order, and what proves what the last one's tree holds."""

    statements: tuple[Statement, ...]
    consistency: tuple[Hex32, ...]
    """Proves that it begins with the tree of the statement before these."""
    head: StatedHeadView | None


@get(
    "/statements",
    operation_id="listStatements",
    opt=Operation(
        bearer="optional",
        problems=(
            ProblemCode.MISSING_TOKEN,
            ProblemCode.INVALID_TOKEN,
            ProblemCode.MISSING_SCOPE,
        ),
    ),
)
async def list_statements(
    request: AnyRequest, after: After = None, session: Of = None
) -> StatementsView:
    """List what the server has stated, signed, of the heads of all sessions.

    Kept elsewhere, it shows later what was cut off, rewritten or deleted. A session's head takes what
    reading the session takes.
    """
    parts = parts_of(request)
    if session:
        # Of one that was ended anybody is told.
        with suppress(EndedSessionError):
            await reading(parts, request.headers.get("authorization"), str(session), None)
    return await _shown(parts.the(Statements), after, session)


async def _shown(stated: Statements, after: int | None, session: UUID | None) -> StatementsView:
    newest = await stated.newest()
    if newest is None:
        return StatementsView((), (), None)
    before = newest.number - 1 if after is None else after
    told = await stated.after(before, PAGE)
    known = await stated.after(before - 1, 1) if before and told else []
    last = told[-1] if told else newest
    path = await stated.since(known[0].size if known else 0, last.size)
    found = await stated.head(last.size, session) if session else None
    head = _head(found) if found else None
    return StatementsView(tuple(told), _hex(path), head)


def _head(found: Found) -> StatedHeadView:
    head = msgspec.structs.asdict(found.head)
    return StatedHeadView(number=found.number, **head, path=_hex(found.path))


def _hex(path: tuple[bytes, ...]) -> tuple[str, ...]:
    return tuple(one.hex() for one in path)
