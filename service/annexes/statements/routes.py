"""The server's statements about the heads of all sessions, and the proof that none was lost."""

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
    Parameter(
        ge=0,
        le=2**53,
        description="The number of the last statement that you have. Default: only the newest is returned.",
    ),
]
Of = Annotated[
    UUID | None,
    Parameter(
        description="The id of a session. The answer then also has the head of this session."
    ),
]


class StatedHeadView(msgspec.Struct, frozen=True):
    """The newest head of a session in the tree of a statement."""

    number: int
    """The number of its leaf in the tree, from 0."""
    session: UUID
    """The id of the session."""
    version: int
    """The newest version of the session at that time."""
    hash: Hex32
    """The hash of the event with this version, in hex."""
    standing: Standing
    """Whether the session is `here`, `archived` or `deleted`."""
    path: tuple[Hex32, ...]
    """The hashes that prove that the tree contains the leaf (RFC 9162)."""


class StatementsView(msgspec.Struct, frozen=True):
    """Statements in order, and the proofs for the tree of the last statement."""

    statements: tuple[Statement, ...]
    """The statements, the oldest first."""
    consistency: tuple[Hex32, ...]
    """The hashes that prove that the last tree begins with the tree of the statement before this
    list (RFC 9162)."""
    head: StatedHeadView | None
    """The head of the session that you asked for; null if you named no session, or if no statement
    contains it yet."""


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
    """List the signed statements.

    Use them to prove later that the server has not deleted, shortened or rewritten a session. Keep
    them in another place. Each statement signs the newest versions of all sessions. With `session`,
    the answer also has the head of this session. That needs the same rights as reading the session.
    """
    parts = parts_of(request)
    if session:
        # Anybody may know of a session that was ended.
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
