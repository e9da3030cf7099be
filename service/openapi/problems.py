"""Which problems each operation can answer with."""

from collections.abc import Sequence

from litestar.handlers import HTTPRouteHandler

from domain.core.reason import KNOWN, Code
from service.problem.table import UNANSWERED

WITHOUT_TOKEN = {
    "listRulesets",
    "getRuleset",
    "getSchemas",
    "getOdds",
    "getHealth",
    "getReadiness",
    "getMetrics",
    "listKeys",
}
TOKEN_OPTIONAL = {"startSession", "claimSeat"}
_WITH_TOKEN_ALONE = {"exportSession", "listTokens"}
"""What of a session no onlooker reads: it costs much, or is about tokens. So are webhooks."""
UNCOUNTED = {"getHealth", "getReadiness", "getMetrics"}
"""Those that no limit is for."""

_ABOUT_WEBHOOKS = (
    "registerWebhook",
    "listWebhooks",
    "getWebhook",
    "changeWebhook",
    "deleteWebhook",
    "rotateWebhookSecret",
    "pingWebhook",
    "listDeliveries",
    "getDelivery",
    "redeliver",
)

NEEDS: dict[str, str] = {
    "startSession": "With a token, that needs the scope `gm`.",
    "claimSeat": "With a token, that needs the scope `play`, and `gm` for a GM's seat.",
    "importSession": "Needs the scope `gm`.",
    "forkSession": "Needs the scopes `read` and `gm`.",
    "addSeat": "Needs the scope `gm`.",
    "removeSeat": "Needs the scope `gm`.",
    "renewClaimCode": "Needs the scope `gm`.",
    "redact": "Needs every scope.",
    "issueToken": "Needs every scope.",
    "listTokens": "Needs no scope for the token itself, and every scope for others.",
    "revokeToken": "Needs no scope for the token itself, and every scope for others.",
    **dict.fromkeys(_ABOUT_WEBHOOKS, "Needs the scope `webhooks`."),
    "postMove": "Needs the scope `play`, `gm` for a GM's seat, and for a dry run only `read`.",
}
"""The scopes that operations ask of a token, where it is not `read` alone (docs/tokens.md)."""


_OPEN = (
    "Needs the scope `read`, or no token where the session's house rule `onlookers` lets anyone look on:"
    " then it shows what everybody there may see."
)


def described(id: str, text: str, *, is_open: bool = False) -> str:
    """What an operation's docstring says, and which scope it needs."""
    if id in WITHOUT_TOKEN:
        return text
    return f"{text}\n\n{NEEDS.get(id, _OPEN if is_open else 'Needs the scope `read`.')}"


def is_open(id: str, handler: HTTPRouteHandler) -> bool:
    """Whether onlookers may ask for it, where a table lets anyone look on (`table.onlookers`)."""
    reads = "GET" in handler.http_methods and "session" in handler.parsed_fn_signature.parameters
    return reads and id not in _WITH_TOKEN_ALONE.union(_ABOUT_WEBHOOKS)


_ALWAYS = ("internal_error",)
_COUNTED = ("rate_limited",)
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
        "via_of_token",
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
        "via_of_token",
        "contended",
    ),
    "getMetrics": ("no_such_page",),
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
    "getNetworkPicture": ("not_in_this_game",),
    "getMapPicture": ("not_in_this_game",),
    "getNetworkDot": ("not_in_this_game",),
    "getNetworkGraphml": ("not_in_this_game",),
    "getSheets": ("not_in_this_game",),
    "getConflict": ("no_such_conflict", "not_in_this_game"),
    "listPaths": ("no_such_conflict", "not_in_this_game"),
    "getDispute": ("no_such_dispute",),
    "getEvent": ("no_such_version", "no_such_page"),
    "getRuling": ("no_such_version", "no_such_page"),
    "exportSession": ("too_many_streams", "stream_limit"),
    "importSession": (
        "unreadable_archive",
        "wrong_archive",
        "session_exists",
        "ancestor_differs",
        "fork_too_deep",
        "body_too_large",
        "unsupported_media_type",
        "request_timeout",
    ),
    "listEvents": (
        "not_acceptable",
        "too_many_streams",
        "stream_limit",
        "no_such_version",
        "bad_handshake",
        "foreign_origin",
    ),
    "issueToken": ("not_your_seat", "read_only"),
    "forkSession": ("no_such_version", "fork_too_deep", "unknown_seat", "observers_watch"),
    "revokeToken": ("no_such_token",),
    "registerWebhook": (
        "read_only",
        "observers_watch",
        "seat_not_taken",
        "unknown_event_type",
        "target_refused",
        "too_many_webhooks",
    ),
    "getWebhook": ("no_such_webhook",),
    "changeWebhook": ("no_such_webhook", "unknown_event_type", "target_refused"),
    "deleteWebhook": ("no_such_webhook",),
    "rotateWebhookSecret": ("no_such_webhook",),
    "pingWebhook": ("no_such_webhook", "webhook_disabled"),
    "listDeliveries": ("no_such_webhook",),
    "getDelivery": ("no_such_webhook", "no_such_delivery"),
    "redeliver": ("no_such_webhook", "no_such_delivery", "webhook_disabled"),
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
    "postMove": (*_REFUSED, "other_game", "read_only", "stale_version", "contended"),
}


def problems(id: str, handler: HTTPRouteHandler) -> Sequence[str]:
    """The codes of a route that passes through the framework."""
    names = handler.parsed_fn_signature.parameters
    codes = [*_ALWAYS, *_OF_OPERATION.get(id, ())]
    codes += () if id in UNCOUNTED else _COUNTED
    if not id.startswith(("getHealth", "getMetrics", "listRulesets", "getRuleset", "getSchemas")):
        codes += _FROM_LOG
    if id not in WITHOUT_TOKEN | TOKEN_OPTIONAL:
        codes += _WITH_TOKEN
    codes += _IN_SESSION if "session" in names else ()
    codes += _WITH_SEAT if "seat" in names else ()
    codes += ("no_such_version",) if "at" in names else ()
    codes += _WITH_BODY if handler.opt.get("takes") else ()
    codes += _WITH_KEY if {"secret", "keyed", "repeatable"} & set(handler.opt) else ()
    typed = set(names) - {"request", "session", "removed", "seat_id", "token", "ruleset"}
    typed -= {"webhook", "delivery"}
    codes += _WITH_PARAMETERS if typed else ()
    return codes


def problems_of_moves() -> Sequence[str]:
    """The codes of `POST …/moves`, which does not."""
    asking = (*_WITH_PARAMETERS, *_WITH_TOKEN, *_IN_SESSION, *_WITH_SEAT)
    own = (*_WITH_BODY, *_WITH_KEY, *_OF_OPERATION["postMove"])
    return (*_ALWAYS, *_COUNTED, *_FROM_LOG, *asking, *own)
