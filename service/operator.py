"""What the server's operator does to sessions, from the command line, while play goes on."""

from collections.abc import Sequence
from uuid import UUID

import msgspec

from domain.clock import NOBODY
from domain.redaction import Redact
from service.hot import UnknownSessionError
from service.problem import ProblemError
from service.redaction import Wanted
from service.settings import Settings
from service.wiring import Parts


class OperatorError(Exception):
    """What was asked for cannot be done; its words say why."""


class _Redaction(msgspec.Struct):
    move: Redact


async def redact(
    settings: Settings, session: str, versions: Sequence[int], reason: str, texts: Sequence[str]
) -> str:
    """Take the texts of events out of a session, and others wherever they stand; says what was done."""
    try:
        wanted = Wanted(UUID(session), NOBODY, tuple(versions), reason, tuple(texts))
    except ValueError:
        raise OperatorError(f"{session} is no session's id") from None
    async with Parts(settings).running() as parts:
        try:
            row = (await parts.redactions.redact(wanted)).row
        except UnknownSessionError:
            raise OperatorError(f"there is no session {session}") from None
        except ProblemError as problem:
            raise OperatorError(f"{problem.code}: {problem.detail} {problem.facts or ''}") from None
    move = msgspec.json.decode(row.data, type=_Redaction).move
    return f"Version {row.version} redacts {_listed(move.versions)}.\n{_affected(move.affected)}"


def _affected(versions: Sequence[int]) -> str:
    if not versions:
        return "Every event still comes out the same when it is judged again."
    return f"These come out differently when they are judged again: {_listed(versions)}."


def _listed(versions: Sequence[int]) -> str:
    return ", ".join(map(str, versions))
