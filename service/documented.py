"""Which problems each operation is documented with, status by status."""

from collections.abc import Sequence
from typing import Any

from litestar.handlers import HTTPRouteHandler

from domain.reason import KNOWN, Code
from service.kind import KINDS, UNANSWERED
from service.problem import MEDIA_TYPE

Document = dict[str, Any]

WITHOUT_TOKEN = {
    "listRulesets",
    "getRuleset",
    "getSchemas",
    "getOdds",
    "getHealth",
    "getReadiness",
    "listKeys",
}
TOKEN_OPTIONAL = {"startSession", "claimSeat"}

_ALWAYS = ("internal_error", "rate_limited")
_FROM_LOG = ("unavailable",)
_WITH_PARAMETERS = ("invalid_parameter",)
_WITH_TOKEN = ("missing_token", "invalid_token", "missing_scope")
_IN_SESSION = ("no_such_session",)
_WITH_SEAT = ("which_seat", "not_your_seat")
_WITH_BODY = (
    "malformed_json",
    "invalid_body",
    "unusable_text",
    "body_too_large",
    "unsupported_media_type",
    "request_timeout",
)
_WITH_KEY = ("unusable_key", "request_running", "key_reused")
# Nobody can ask here for the moves that are refused so.
_ELSEWHERE = (*UNANSWERED, Code.NOT_YOURS_TO_REDACT)
_REFUSED = tuple(code for code in KNOWN if code not in _ELSEWHERE)
_OF_OPERATION = {
    "startSession": (
        "no_such_ruleset",
        "invalid_token",
        "missing_scope",
        "no_gm",
        "seat_limit",
        "unknown_house_rule",
        "value_not_allowed",
    ),
    "claimSeat": (
        "no_such_claim_code",
        "claim_code_used",
        "seat_taken",
        "unknown_seat",
        "invalid_token",
        "missing_scope",
        "contended",
    ),
    "getRuleset": ("no_such_ruleset",),
    "getSchemas": ("no_such_ruleset",),
    "getOdds": ("no_such_ruleset", "no_such_page"),
    "askWhatIf": (
        "no_such_version",
        "no_such_ruleset",
        "unknown_house_rule",
        "value_not_allowed",
    ),
    "getDiff": ("no_such_version",),
    "getNetwork": ("not_in_this_game",),
    "getSheets": ("not_in_this_game",),
    "getConflict": ("no_such_conflict", "not_in_this_game"),
    "listPaths": ("no_such_conflict", "not_in_this_game"),
    "getDispute": ("no_such_dispute",),
    "getEvent": ("no_such_version", "no_such_page"),
    "getRuling": ("no_such_version", "no_such_page"),
    "exportSession": ("too_many_streams",),
    "importSession": (
        "unreadable_archive",
        "wrong_archive",
        "session_exists",
        "ancestor_differs",
        "body_too_large",
        "unsupported_media_type",
        "request_timeout",
    ),
    "listEvents": ("not_acceptable", "too_many_streams"),
    "issueToken": ("not_your_seat", "read_only"),
    "forkSession": ("no_such_version", "unknown_seat", "observers_watch"),
    "revokeToken": ("no_such_token",),
    "addSeat": (
        "read_only",
        "gm_only",
        "observers_watch",
        "seat_not_taken",
        "seat_limit",
        "no_gm",
        "contended",
    ),
    "removeSeat": (
        "read_only",
        "gm_only",
        "observers_watch",
        "seat_not_taken",
        "unknown_seat",
        "seat_taken",
        "boosts_out",
        "contended",
    ),
    "renewClaimCode": (
        "read_only",
        "gm_only",
        "observers_watch",
        "unknown_seat",
        "seat_taken",
        "seat_not_taken",
    ),
    "redact": (
        "no_such_version",
        "nothing_to_redact",
        "log_too_long",
        "too_many_forks",
        "inherited",
        "not_yours_to_redact",
        "seat_not_taken",
        "unknown_seat",
        "read_only",
        "stale_version",
        "contended",
    ),
    "postMove": (*_REFUSED, "read_only", "stale_version", "contended"),
}

TRACE = {
    "Trace-Id": {
        "description": "Names the request in the server's log; the caller's own where it sent a"
        " traceparent.",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": 'What is left of each limit, and for how many seconds: `"token";r=5999;t=60`.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'The limits: requests in a window of seconds, `"token";q=6000;w=60`.',
        "schema": {"type": "string"},
    },
}


def problems(id: str, handler: HTTPRouteHandler) -> Document:
    """The problems of a route that passes through the framework."""
    names = handler.parsed_fn_signature.parameters
    codes = [*_ALWAYS, *_OF_OPERATION.get(id, ())]
    if not id.startswith(("getHealth", "listRulesets", "getRuleset", "getSchemas")):
        codes += _FROM_LOG
    if id not in WITHOUT_TOKEN | TOKEN_OPTIONAL:
        codes += _WITH_TOKEN
    codes += _IN_SESSION if "session" in names else ()
    codes += _WITH_SEAT if "seat" in names else ()
    codes += ("no_such_version",) if "at" in names else ()
    codes += _WITH_BODY if handler.opt.get("takes") else ()
    codes += _WITH_KEY if {"secret", "keyed"} & set(handler.opt) else ()
    typed = set(names) - {"request", "session", "removed", "seat_id", "token", "ruleset"}
    codes += _WITH_PARAMETERS if typed else ()
    return _by_status(codes)


def problems_of_moves() -> Document:
    """The problems of `POST …/moves`, which does not."""
    asking = (*_WITH_PARAMETERS, *_WITH_TOKEN, *_IN_SESSION, *_WITH_SEAT)
    own = (*_WITH_BODY, *_WITH_KEY, *_OF_OPERATION["postMove"])
    return _by_status((*_ALWAYS, *_FROM_LOG, *asking, *own))


def _by_status(codes: Sequence[str]) -> Document:
    """A response for every status, naming the codes that it can have there."""
    statuses: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        statuses.setdefault(int(KINDS[code].status), []).append(code)
    return {str(status): _problem(found) for status, found in sorted(statuses.items())}


def _problem(codes: Sequence[str]) -> Document:
    reference = {"$ref": "#/components/schemas/ProblemBody"}
    schema = {"allOf": [reference], "properties": {"code": {"enum": sorted(codes)}}}
    shown = "; ".join(f"`{code}`: {KINDS[code].title}" for code in sorted(codes))
    headers = dict(TRACE)
    if any(KINDS[code].retry_after is not None for code in codes):
        text = "Seconds after which trying again makes sense."
        headers["Retry-After"] = {"description": text, "schema": {"type": "integer"}}
    if any(int(KINDS[code].status) == 401 for code in codes):
        headers["WWW-Authenticate"] = {
            "description": "The scheme: Bearer.",
            "schema": {"type": "string"},
        }
    return {
        "description": shown,
        "headers": headers,
        "content": {MEDIA_TYPE: {"schema": schema}},
    }
