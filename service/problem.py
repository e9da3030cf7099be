"""The one table of problems: every code that an error can have, its status and its words.

Errors are RFC 9457 `application/problem+json`; `type` is a page under `/docs/problems/`.
"""

from http import HTTPStatus
from typing import Annotated

import msgspec

from domain.identifier import RuleId
from domain.reason import KNOWN, Code
from domain.rulesets import RULESETS
from domain.ruling import Fact, Refused

MEDIA_TYPE = "application/problem+json"


class Kind(msgspec.Struct, frozen=True):
    """What a code means to a client."""

    status: int
    title: str
    meaning: str
    """When it happens, and how to go on."""
    retry_after: int | None = None
    """Seconds after which trying again makes sense."""


_S = HTTPStatus
EDGE: dict[str, Kind] = {
    "malformed_json": Kind(
        _S.BAD_REQUEST, "The body is not JSON", "Send one JSON value in UTF-8, not nested deeply."
    ),
    "invalid_body": Kind(
        _S.BAD_REQUEST,
        "The body does not fit its schema",
        "`facts.at` names the place, `facts.reason` what is wrong there; see the schema.",
    ),
    "invalid_parameter": Kind(
        _S.BAD_REQUEST,
        "A parameter does not fit its schema",
        "`facts.parameter` names it, `facts.reason` says what is wrong with it.",
    ),
    "missing_token": Kind(
        _S.UNAUTHORIZED, "A token is needed", "Send `Authorization: Bearer` with a seat's token."
    ),
    "invalid_token": Kind(
        _S.UNAUTHORIZED,
        "The token is not valid",
        "It is mistyped, was revoked or has expired; claim a seat or issue another token.",
    ),
    "missing_scope": Kind(
        _S.FORBIDDEN,
        "The token may not do this",
        "It needs `facts.needed` of the scopes, and has `facts.held`: use a token that was issued"
        " with them, or the one from when the seat was claimed.",
    ),
    "not_your_seat": Kind(
        _S.FORBIDDEN,
        "The token does not hold this seat",
        "Act for one of the seats in `facts.seats`.",
    ),
    "read_only": Kind(
        _S.FORBIDDEN,
        "The token may only read here",
        "It holds no seat of this session: claim one, or fork the session.",
    ),
    "which_seat": Kind(
        _S.BAD_REQUEST,
        "The token holds several seats of this session",
        "Say which of `facts.seats` acts, with `?seat=`.",
    ),
    "nothing_to_redact": Kind(
        _S.CONFLICT,
        "There is nothing to redact",
        "The moves of these events hold no texts that people wrote; nothing was recorded.",
    ),
    "inherited": Kind(
        _S.CONFLICT,
        "These events are another session's",
        "What a fork has from its parent is redacted there: ask for it in `facts.session`.",
    ),
    "too_many_forks": Kind(
        _S.CONFLICT,
        "Too many forks go on from what is to be redacted",
        "A redaction reaches the forks too, and those of forks: `facts.limit` of them at most.",
    ),
    "log_too_long": Kind(
        _S.CONFLICT,
        "The log is too long to be redacted",
        "It has `facts.events` events, and `facts.limit` are what is judged again at most.",
    ),
    "no_such_page": Kind(_S.NOT_FOUND, "There is nothing at this address", "See `/docs`."),
    "no_such_session": Kind(
        _S.NOT_FOUND,
        "No such session",
        "There is none of this id that the token may read.",
    ),
    "no_such_version": Kind(
        _S.NOT_FOUND, "No such version", "The session has versions 1 to `facts.head`."
    ),
    "no_such_conflict": Kind(
        _S.NOT_FOUND,
        "No such conflict is under way",
        "Name the one of `play.conflict` in the state, or a version with `?at=` at which it was.",
    ),
    "not_in_this_game": Kind(
        _S.NOT_FOUND,
        "This game has none of it",
        "The session is of `facts.ruleset`, which has no `facts.read`; its state has what it has.",
    ),
    "no_such_dispute": Kind(
        _S.NOT_FOUND,
        "No such dispute",
        "See `GET …/disputes` for those there are, `q1`, `q2` and so on.",
    ),
    "no_such_ruleset": Kind(
        _S.NOT_FOUND, "No such ruleset", "See `GET /v1/rulesets` for those there are."
    ),
    "no_such_token": Kind(
        _S.NOT_FOUND, "No such token", "None of this id acts for one of the seats held."
    ),
    "no_such_webhook": Kind(
        _S.NOT_FOUND,
        "No such webhook",
        "None of this id belongs to a seat that the token holds; see `GET …/webhooks`.",
    ),
    "no_such_delivery": Kind(
        _S.NOT_FOUND,
        "No such delivery",
        "The webhook has none of this id, or has it no more: see `GET …/deliveries`.",
    ),
    "too_many_webhooks": Kind(
        _S.CONFLICT,
        "The seat has as many webhooks as it may",
        "Those are `facts.limit`: delete or change one of them.",
    ),
    "webhook_disabled": Kind(
        _S.CONFLICT,
        "The webhook is disabled",
        "Nothing is sent to it, since `facts.because`: enable it first, with"
        ' `PATCH …/webhooks/{webhook}` and `{"enabled": true}`.',
    ),
    "target_refused": Kind(
        _S.UNPROCESSABLE_ENTITY,
        "No webhook may point there",
        "`facts.reason` says why: `scheme` (use `https:`), `userinfo` (leave out name and password),"
        " `malformed`, `unresolved` (no address is known for the host), or `private_address` (it leads"
        " into a network that is not public).",
    ),
    "unknown_event_type": Kind(
        _S.UNPROCESSABLE_ENTITY,
        "The game has no such events",
        "`facts.types` are none of `facts.ruleset`: an event's type is the name of its move, as"
        " `GET /v1/rulesets/{ruleset}/schemas` lists them.",
    ),
    "no_such_claim_code": Kind(
        _S.NOT_FOUND, "No such claim code", "It is mistyped, or was never issued."
    ),
    "claim_code_used": Kind(
        _S.CONFLICT,
        "The claim code was used",
        "A code works once, and until its seat gets a newer one; ask the GM for another.",
    ),
    "method_not_allowed": Kind(
        _S.METHOD_NOT_ALLOWED, "Not this method here", "The Allow header lists those there are."
    ),
    "not_acceptable": Kind(
        _S.NOT_ACCEPTABLE, "No such form", "Accept one of the media types that the documents list."
    ),
    "request_timeout": Kind(
        _S.REQUEST_TIMEOUT, "The body did not arrive in time", "Send it again, faster."
    ),
    "request_running": Kind(
        _S.CONFLICT,
        "A request with this key is under way",
        "Wait for its answer, or repeat it in a moment with the same key.",
        1,
    ),
    "stale_version": Kind(
        _S.PRECONDITION_FAILED,
        "The session has moved on",
        "`If-Match` named an older version; `events` holds what happened since.",
    ),
    "body_too_large": Kind(
        _S.REQUEST_ENTITY_TOO_LARGE, "The body is too large", "Send at most `facts.limit` bytes."
    ),
    "unsupported_media_type": Kind(
        _S.UNSUPPORTED_MEDIA_TYPE,
        "Not JSON",
        "Send `Content-Type: application/json`; with an archive `application/x-ndjson`.",
    ),
    "unreadable_archive": Kind(
        _S.UNPROCESSABLE_ENTITY,
        "No archive that this server can read",
        "Send what `GET …/export` gave, byte for byte; `facts.reason` says what is in the way.",
    ),
    "wrong_archive": Kind(
        _S.UNPROCESSABLE_ENTITY,
        "The archive is not what was played",
        "Version `facts.version` is the first that is wrong, `facts.reason` says how. Nothing of"
        " it was stored.",
    ),
    "ancestor_differs": Kind(
        _S.CONFLICT,
        "What it was forked from is here, and is another",
        "The session here and the archive do not hold the same events, redacted alike, up to"
        " `facts.version`; if it is not here, import its own archive first.",
    ),
    "session_exists": Kind(
        _S.CONFLICT,
        "The session is here already",
        "An archive is brought in once, and not where its session was played.",
    ),
    "key_reused": Kind(
        _S.UNPROCESSABLE_ENTITY,
        "The key was used for another request",
        "An Idempotency-Key belongs to one request; send a new key with a new request.",
    ),
    "unusable_key": Kind(
        _S.BAD_REQUEST,
        "The Idempotency-Key cannot be used",
        "Send `facts.least` to `facts.most` printable ASCII characters, best a random UUID.",
    ),
    "too_many_streams": Kind(
        _S.SERVICE_UNAVAILABLE,
        "Too many live readers",
        "This process serves as many streams as it may; try again later.",
        5,
    ),
    "rate_limited": Kind(
        _S.TOO_MANY_REQUESTS,
        "Too many requests",
        "Wait `facts.retry_after` seconds: `facts.quota` requests in `facts.window` seconds are"
        " what `facts.policy` allows. Nothing was done; the fields RateLimit and RateLimit-Policy"
        " of every answer tell how much is left.",
        60,
    ),
    "unavailable": Kind(
        _S.SERVICE_UNAVAILABLE,
        "The log is out of reach for a moment",
        "Nothing is lost; repeat the request with the same Idempotency-Key.",
        1,
    ),
    "contended": Kind(
        _S.SERVICE_UNAVAILABLE,
        "The session is too busy",
        "Other processes kept appending first; repeat the request with the same key.",
        1,
    ),
    "internal_error": Kind(
        _S.INTERNAL_SERVER_ERROR,
        "An error of ours",
        "Report it with its `trace_id`; the log is not touched by it.",
    ),
}

# Refusals are conflicts with the rules, but for those that no rule has to be asked about.
_REFUSAL_STATUS: dict[str, HTTPStatus] = {
    Code.UNUSABLE_TEXT: _S.BAD_REQUEST,
    Code.OBSERVERS_WATCH: _S.FORBIDDEN,
    Code.GM_ONLY: _S.FORBIDDEN,
    Code.NOT_THE_AUTHOR: _S.FORBIDDEN,
    Code.NOT_YOURS_TO_REDACT: _S.FORBIDDEN,
}

KINDS: dict[str, Kind] = EDGE | {
    code: Kind(_REFUSAL_STATUS.get(code, _S.CONFLICT), reason.title, reason.remedy)
    for code, reason in KNOWN.items()
}
assert RULESETS, "their codes are known once they are imported"
"""Every code. What of a refusal stands in braces is one of its facts."""


_Event = Annotated[
    msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/EventView"})
]
"""As it stands in the log, byte for byte."""


class ProblemBody(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: a stable code for programs, a sentence for people, and the facts of both."""

    type: str
    """The page that explains the code."""
    title: str
    status: int
    detail: str
    instance: str
    """The address that was asked."""
    code: str
    trace_id: str
    facts: dict[str, Fact] = {}
    rule: RuleId | None = None
    """The rule that refused, where one did."""
    remedy: str | None = None
    """What would make the move legal."""
    events: tuple[_Event, ...] = ()
    """With `stale_version`: what happened since."""


class ProblemError(Exception):
    """An answer that is not what was asked for."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.facts: dict[str, Fact] = facts
        self.rule: RuleId | None = None
        self.remedy: str | None = None
        self.detail = KINDS[code].meaning
        self.events: tuple[msgspec.Raw, ...] = ()
        self.headers: dict[str, str] = {}

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return int(KINDS[self.code].status)

    def body(self, instance: str, trace_id: str) -> bytes:
        """The problem document."""
        kind = KINDS[self.code]
        return msgspec.json.encode(
            ProblemBody(
                f"/docs/problems/{self.code}",
                kind.title,
                int(kind.status),
                self.detail,
                instance,
                self.code,
                trace_id,
                self.facts,
                self.rule,
                self.remedy,
                self.events,
            )
        )

    def all_headers(self) -> dict[str, str]:
        """The headers of the answer, besides its type and length."""
        headers = dict(self.headers)
        retry_after = KINDS[self.code].retry_after
        if retry_after is not None:
            headers.setdefault("Retry-After", str(retry_after))
        if self.status == _S.UNAUTHORIZED:
            # RFC 6750: what was sent no token at all is told of no error.
            error = ', error="invalid_token"' if self.code == "invalid_token" else ""
            headers["WWW-Authenticate"] = f'Bearer realm="verger"{error}'
        return headers


def refusal(ruling: Refused) -> ProblemError:
    """A ruling that says no, as a problem."""
    problem = ProblemError(ruling.code, **ruling.facts)
    problem.rule = ruling.rule
    problem.detail = ruling.sentence
    problem.remedy = ruling.remedy
    return problem
