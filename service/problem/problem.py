"""Errors: RFC 9457 `application/problem+json`; `type` is a page under `/docs/problems/`."""

from http import HTTPStatus
from typing import Annotated

import msgspec

from verger.domain.core.identifier import RuleId
from verger.domain.core.reason import KNOWN
from verger.domain.core.ruling import Fact, Refused, filled
from verger.service.base_path import addressed
from verger.service.masking import masked, without_secrets
from verger.service.problem.code import ProblemCode, RefusalCode
from verger.service.problem.entry import ServerCode
from verger.service.problem.table import KINDS

MEDIA_TYPE = "application/problem+json"


_Event = Annotated[
    msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/EventView"})
]
"""The event as it is in the log, byte for byte."""


class ProblemBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: a stable code for programs, a sentence for people, and the facts of both."""

    type: str
    """The address of a page about the code."""
    title: str
    """The error in a few words."""
    status: int
    """The HTTP status."""
    detail: str
    """The error in a sentence, with its subject."""
    instance: str
    """The path that was requested."""
    code: str
    """The stable name of the error, for programs."""
    trace_id: str
    """The id of the request in the log of the server."""
    facts: dict[str, Fact] = {}
    """The numbers and names in the detail, by name."""
    rule: RuleId | None = None
    """The id of the rule that refused the move; left out if no rule refused it."""
    remedy: str | None = None
    """The next step, in a sentence. It is left out if there is none."""
    events: tuple[_Event, ...] = ()
    """With `stale_version`: the events since the version that you sent."""


def _shown(fact: Fact) -> Fact:
    if isinstance(fact, tuple):
        return tuple(map(without_secrets, fact))
    return without_secrets(fact) if isinstance(fact, str) else fact


class ProblemError(Exception):
    """Raised to answer a request with a problem."""

    def __init__(self, code: ServerCode | RefusalCode, **facts: Fact) -> None:
        super().__init__(code)
        self.code = str(code)
        # If a client sends a secret by mistake, such as a token in an address, it is not sent back.
        facts = {name: _shown(fact) for name, fact in facts.items()}
        self.facts: dict[str, Fact] = facts
        self.rule: RuleId | None = None
        self.detail = filled(KINDS[code].meaning, facts)
        reason = KNOWN.get(self.code)
        remedy = reason.remedy_for(facts) if reason else KINDS[self.code].remedy
        self.remedy = filled(remedy, facts)
        self.events: tuple[msgspec.Raw, ...] = ()
        self.headers: dict[str, str] = {}

    @property
    def status(self) -> int:
        """Return the HTTP status of the code."""
        return int(KINDS[self.code].status)

    def body(self, instance: str, trace_id: str, base: str = "") -> bytes:
        """Return the problem document, with addresses below the server's base path."""
        kind = KINDS[self.code]
        return msgspec.json.encode(
            ProblemBody(
                type=f"{base}/docs/problems/{self.code}",
                title=kind.title,
                status=int(kind.status),
                detail=self.detail,
                instance=addressed(base, masked(instance)),
                code=self.code,
                trace_id=trace_id,
                facts=self.facts,
                rule=self.rule,
                remedy=self.remedy,
                events=self.events,
            )
        )

    def all_headers(self) -> dict[str, str]:
        """Return the headers of the answer, except those of its type and length."""
        headers = dict(self.headers)
        retry_after = KINDS[self.code].retry_after
        if retry_after is not None:
            headers.setdefault("Retry-After", str(retry_after))
        if self.status == HTTPStatus.NOT_ACCEPTABLE:
            headers["Vary"] = "Accept"
        if self.status == HTTPStatus.UNAUTHORIZED:
            # RFC 6750: the answer to a request without any token names no error.
            error = ', error="invalid_token"' if self.code == ProblemCode.INVALID_TOKEN else ""
            headers["WWW-Authenticate"] = f'Bearer realm="verger"{error}'
        return headers


def refusal(ruling: Refused) -> ProblemError:
    """Return a ruling that refuses, as a problem."""
    problem = ProblemError(RefusalCode(ruling.code), **ruling.all_facts)
    problem.rule = ruling.rule
    return problem
