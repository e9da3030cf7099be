"""The result of a session without some of its events, or with other rules."""

from typing import Annotated, Any

import msgspec
from litestar import Response, post
from msgspec import Meta

from verger.domain.core.decider import Ruleset
from verger.domain.core.divergence import Divergence
from verger.domain.core.house_rule import Value, cannot_choose
from verger.domain.core.identifier import HouseRuleId
from verger.domain.core.reason import Code
from verger.domain.games.rulesets import edition
from verger.service.edge.asking import seated
from verger.service.edge.body import AnyRequest, parts_of, read
from verger.service.edge.operation import Operation
from verger.service.edge.reading import LogPoint, Seat, session_at
from verger.service.play.what_if import Alteration, what_if
from verger.service.problem.code import ProblemCode
from verger.service.problem.problem import ProblemError, refusal


class WhatIfBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The changes to judge: events to leave out, and other rules."""

    without: Annotated[tuple[Annotated[int, Meta(ge=2, le=2**53)], ...], Meta(max_length=100)] = ()
    """The versions of the events to leave out."""
    house_rules: dict[HouseRuleId, Value] = {}
    """The values of house rules to use instead, by id."""
    ruleset_version: Annotated[int, Meta(ge=1, le=2**53)] | None = None
    """The version of the session's ruleset to use. Default: that of the session."""


class WhatIfView(msgspec.Struct, frozen=True):
    """The result with the changes. The log itself does not change."""

    version: int
    """The newest version that was compared."""
    judged_to: int
    """The last version that could be judged again."""
    identical: bool
    """Whether everything that was judged again gave the same result."""
    first: Divergence | None
    """The first event that would be refused or have another result."""
    diverging: tuple[Divergence, ...]
    """All events that would be refused or have another result, up to 100."""
    stopped: bool
    """Whether judging ended before the head, because new dice are needed or the log is too long."""


@post(
    "/sessions/{session:str}/what-if",
    operation_id="askWhatIf",
    status_code=200,
    opt=Operation(
        takes=WhatIfBody,
        problems=(
            ProblemCode.NO_SUCH_VERSION,
            ProblemCode.NO_SUCH_RULESET,
            Code.UNKNOWN_HOUSE_RULE,
            Code.VALUE_NOT_ALLOWED,
        ),
    ),
)
async def ask_what_if(request: AnyRequest, session: str, seat: Seat = None) -> Response[WhatIfView]:
    """Judge the log again with changes.

    Use it to see which later moves depend on a move or a house rule. You can leave out events, or
    use other house rules or another version of the rules. Every later move is judged with its
    recorded dice and time. A move that would now be refused is also left out. Nothing is recorded,
    and no dice are thrown. Judging stops at the first move that needs dice that were never thrown.
    """
    parts = parts_of(request)
    asking = await seated(parts, request.headers.get("authorization"), session, seat)
    async with session_at(parts, asking, LogPoint()) as point:
        body, _ = await read(request, WhatIfBody)
        changed = _checked(body, point.version, point.session.codec.ruleset)
        outcome = await what_if(parts.sessions, parts.store, point.session, changed)
        first = outcome.diverging[0] if outcome.diverging else None
        shown = WhatIfView(
            version=point.version,
            judged_to=outcome.judged_to,
            identical=first is None,
            first=first,
            diverging=outcome.diverging,
            stopped=outcome.stopped,
        )
        return Response(shown)


def _checked(body: WhatIfBody, head: int, own: Ruleset[Any]) -> Alteration:
    for version in body.without:
        if version > head:
            raise ProblemError(ProblemCode.NO_SUCH_VERSION, version=version, head=head)
    wanted = None
    if body.ruleset_version is not None:
        wanted = edition(own.name, body.ruleset_version)
        if wanted is None:
            raise ProblemError(
                ProblemCode.NO_SUCH_RULESET, ruleset=f"{own.name} {body.ruleset_version}"
            )
    for id, value in body.house_rules.items():
        if refused := cannot_choose((wanted or own).house_rules, id, value):
            raise refusal(refused)
    return Alteration(body.without, body.house_rules, wanted)
