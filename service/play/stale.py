"""The answer to a move that was drawn from another version than the head: what happened since."""

from collections.abc import Sequence

import msgspec

from service.log.row import Row, wire
from service.play.sessions import Session
from service.problem.code import ProblemCode
from service.problem.problem import ProblemError

SINCE_EVENTS = 100
SINCE_BYTES = 256 * 1024
"""How much of it the answer holds; a link leads to the rest."""


def stale(hot: Session, expected: int, since: Sequence[Row]) -> ProblemError:
    """The problem, `since` being the events after what was expected, one more than it may hold."""
    head = max(hot.version, since[-1].version if since else 0)
    problem = ProblemError(ProblemCode.STALE_VERSION, expected=expected, head=head)
    problem.headers["ETag"] = f'"{head}"'
    shown: list[msgspec.Raw] = []
    size = 0
    for row in since[:SINCE_EVENTS]:
        event = wire(row)
        size += len(event)
        if shown and size > SINCE_BYTES:
            break
        shown.append(msgspec.Raw(event))
    problem.events = tuple(shown)
    if len(shown) < len(since):
        last = expected + len(shown)
        problem.facts["next_after"] = last
        problem.headers["Link"] = f'</v1/sessions/{hot.id}/events?after={last}>; rel="next"'
    return problem
