"""Turn refusals and obstacles into error answers (problems). This is the only place that does so."""

from typing import assert_never

import msgspec

from verger.domain.core.ruling import Refused
from verger.service.database.outage import DamagedError, UnavailableError
from verger.service.edge.asking import MissingScopeError, canonical_id
from verger.service.identity.grant import MissingScope
from verger.service.identity.rate_limit import Spent
from verger.service.log.row import wire
from verger.service.log.store import Store
from verger.service.play.answer import (
    SINCE_EVENTS,
    Answer,
    Appended,
    NotAppended,
    NotMade,
    QuestionClosed,
    Stale,
)
from verger.service.play.damage import LogDamagedError
from verger.service.problem.code import ProblemCode
from verger.service.problem.obstacle import Obstacle
from verger.service.problem.problem import ProblemError, refusal

IN_SESSIONS = "/v1/sessions/"
SINCE_BYTES = 256 * 1024
"""The maximum size, in bytes, of the missed events in the answer to a move for an old version. A link leads to the rest."""


def appended(answer: Answer | Obstacle) -> Appended:
    """Return the event that a request led to. If there is none, raise the problem."""
    if isinstance(answer, Appended):
        return answer
    raise problem_of(answer)


def problem_of(answer: NotMade | Obstacle) -> ProblemError:
    """Return the problem that answers a request that made no event."""
    match answer:
        case Refused():
            return refusal(answer)
        case Stale():
            return _stale(answer)
        case QuestionClosed(question, head):
            problem = ProblemError(ProblemCode.QUESTION_CLOSED, question_id=question, head=head)
            problem.headers["ETag"] = f'"{head}"'
            return problem
        case MissingScope():
            return MissingScopeError(answer)
        case NotAppended.CONTENDED:
            return ProblemError(ProblemCode.CONTENDED)
        case NotAppended.KEY_REUSED:
            return ProblemError(ProblemCode.KEY_REUSED)
        case NotAppended.REQUEST_RUNNING:
            return ProblemError(ProblemCode.REQUEST_RUNNING)
        case Obstacle():
            return ProblemError(answer.code, **answer.facts)
        case _:
            assert_never(answer)


async def obstructed(store: Store, error: UnavailableError, path: str) -> ProblemError:
    """Return the problem that answers a request while the database cannot be used.

    If the log of the session in the path is damaged, the problem says so.
    """
    session = canonical_id(path.removeprefix(IN_SESSIONS).partition("/")[0])
    if session and isinstance(error, DamagedError):
        try:
            await store.require_whole(session)
        except LogDamagedError as damaged:
            return damaged
        except UnavailableError:
            pass  # another part of the database is damaged too
    return ProblemError(ProblemCode.UNAVAILABLE, cause=error.cause)


def rate_limited(spent: Spent) -> ProblemError:
    """Return the problem that answers a request over its rate limit."""
    problem = ProblemError(
        ProblemCode.RATE_LIMITED,
        policy=spent.policy,
        quota=spent.quota,
        window_seconds=spent.window,
        retry_after_seconds=spent.seconds,
    )
    problem.headers["Retry-After"] = str(spent.seconds)
    return problem


def _stale(answer: Stale) -> ProblemError:
    problem = ProblemError(
        ProblemCode.STALE_VERSION, version_expected=answer.expected, head=answer.head
    )
    problem.headers["ETag"] = f'"{answer.head}"'
    problem.events = _shown(answer)
    if len(problem.events) < len(answer.since):
        last = answer.expected + len(problem.events)
        problem.facts["next_after"] = last
        events = f"/v1/sessions/{answer.session}/events"
        problem.headers["Link"] = f'<{events}?after={last}>; rel="next"'
    return problem


def _shown(answer: Stale) -> tuple[msgspec.Raw, ...]:
    """Return as many of the missed events as an answer can contain, at least one."""
    shown: list[msgspec.Raw] = []
    size = 0
    for row in answer.since[:SINCE_EVENTS]:
        event = wire(row)
        size += len(event)
        if shown and size > SINCE_BYTES:
            break
        shown.append(msgspec.Raw(event))
    return tuple(shown)
