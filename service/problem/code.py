"""The codes of problems that no rule of a game refuses with; programs match on these."""

from enum import StrEnum
from typing import NewType

from verger.domain.core.reason import Code


class ProblemCode(StrEnum):
    """Stable names of problems; a rule's refusal has its reason's code."""

    # requests
    MALFORMED_REQUEST = "malformed_request"
    UNKNOWN_METHOD = "unknown_method"
    URI_TOO_LONG = "uri_too_long"
    HEAD_TOO_LARGE = "head_too_large"
    UNKNOWN_EXPECTATION = "unknown_expectation"
    UNSUPPORTED_TRANSFER_CODING = "unsupported_transfer_coding"
    UNSUPPORTED_HTTP_VERSION = "unsupported_http_version"
    MALFORMED_JSON = "malformed_json"
    INVALID_BODY = "invalid_body"
    INVALID_PARAMETER = "invalid_parameter"
    OTHER_GAME = "other_game"
    BAD_HANDSHAKE = "bad_handshake"
    FOREIGN_ORIGIN = "foreign_origin"
    NO_SUCH_PAGE = "no_such_page"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    NOT_ACCEPTABLE = "not_acceptable"
    REQUEST_TIMEOUT = "request_timeout"
    BODY_TOO_LARGE = "body_too_large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"
    STALE_VERSION = "stale_version"
    UNUSABLE_KEY = "unusable_key"
    KEY_REUSED = "key_reused"
    REQUEST_RUNNING = "request_running"
    # who asks
    MISSING_TOKEN = "missing_token"  # noqa: S105, a code
    INVALID_TOKEN = "invalid_token"  # noqa: S105, a code
    INVALID_TICKET = "invalid_ticket"
    TICKET_AND_TOKEN = "ticket_and_token"  # noqa: S105, a code
    TICKET_OF_STREAMS = "ticket_of_streams"
    MISSING_SCOPE = "missing_scope"
    VIA_OF_TOKEN = "via_of_token"  # noqa: S105, a code
    NOT_YOUR_SEAT = "not_your_seat"
    READ_ONLY = "read_only"
    WHICH_SEAT = "which_seat"
    STARTS_RESTRICTED = "starts_restricted"
    SESSION_QUOTA = "session_quota"
    NOT_AN_APP = "not_an_app"
    NO_SUCH_TOKEN = "no_such_token"  # noqa: S105, a code
    NO_SUCH_CLAIM_CODE = "no_such_claim_code"
    CLAIM_CODE_USED = "claim_code_used"
    NOT_RENEWABLE = "not_renewable"
    CLAIM_CODE_EXPIRED = "claim_code_expired"
    # what is asked for
    NO_SUCH_SESSION = "no_such_session"
    SESSION_ARCHIVED = "session_archived"
    SESSION_DELETED = "session_deleted"
    NO_SUCH_VERSION = "no_such_version"
    NO_SUCH_CONFLICT = "no_such_conflict"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NO_SUCH_DISPUTE = "no_such_dispute"
    NO_SUCH_RULESET = "no_such_ruleset"
    FEED_RESET = "feed_reset"
    # the log
    NOTHING_TO_REDACT = "nothing_to_redact"
    INHERITED = "inherited"
    TOO_MANY_FORKS = "too_many_forks"
    FORK_TOO_DEEP = "fork_too_deep"
    LOG_TOO_LONG = "log_too_long"
    UNREADABLE_ARCHIVE = "unreadable_archive"
    WRONG_ARCHIVE = "wrong_archive"
    ANCESTOR_DIFFERS = "ancestor_differs"
    ANCESTOR_NEEDED = "ancestor_needed"
    SESSION_EXISTS = "session_exists"
    STUB_DIFFERS = "stub_differs"
    NOT_GIVEN_UP = "not_given_up"
    HAS_FORKS = "has_forks"
    # webhooks
    NO_SUCH_WEBHOOK = "no_such_webhook"
    NO_SUCH_DELIVERY = "no_such_delivery"
    TOO_MANY_WEBHOOKS = "too_many_webhooks"
    WEBHOOK_DISABLED = "webhook_disabled"
    TARGET_REFUSED = "target_refused"
    UNKNOWN_EVENT_TYPE = "unknown_event_type"
    # the lobby
    LOBBY_OFF = "lobby_off"
    NO_SUCH_TABLE = "no_such_table"
    TABLE_FULL = "table_full"
    NO_SUCH_ASK = "no_such_ask"
    ASKED_ALREADY = "asked_already"
    ASK_ANSWERED = "ask_answered"
    TOO_MANY_ASKS = "too_many_asks"
    # the server
    TOO_MANY_STREAMS = "too_many_streams"
    STREAM_LIMIT = "stream_limit"
    RATE_LIMITED = "rate_limited"
    UNAVAILABLE = "unavailable"
    CONTENDED = "contended"
    LOG_DAMAGED = "log_damaged"
    INTERNAL_ERROR = "internal_error"


RefusalCode = NewType("RefusalCode", str)
"""The code of the reason for which a rule refuses, as it is on record."""

AnyCode = ProblemCode | Code | RefusalCode
