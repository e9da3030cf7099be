"""Error codes about the state of the server."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class ServerProblems:
    """The codes about the state of the server."""

    TOO_MANY_STREAMS = ServerCode(
        "too_many_streams",
        status=_S.SERVICE_UNAVAILABLE,
        title="Too many live readers",
        meaning="This process serves as many streams as it may.",
        remedy="Wait for as long as Retry-After says and connect again, from the last version that was read.",
        retry_after=5,
    )
    STREAM_LIMIT = ServerCode(
        "stream_limit",
        status=_S.TOO_MANY_REQUESTS,
        title="Too many live readers with one token, or from one address",
        meaning="One {policy} may have {streams_allowed} live streams of this process at a time, and has as many; those"
        " of onlookers count by their address.",
        remedy="Close one of them, or wait for as long as Retry-After says: places of readers that are gone"
        " come back. Follow a session once, and share what comes.",
        retry_after=5,
    )
    RATE_LIMITED = ServerCode(
        "rate_limited",
        status=_S.TOO_MANY_REQUESTS,
        title="Too many requests",
        meaning="The limit `{policy}` allows {quota} in {window_seconds} seconds: a request counts for one, and for"
        " each millisecond of work beyond the first one more. Nothing was done.",
        remedy="Wait for as long as Retry-After says; the fields RateLimit and RateLimit-Policy of every answer"
        " tell how much is left.",
        retry_after=60,
    )
    UNAVAILABLE = ServerCode(
        "unavailable",
        status=_S.SERVICE_UNAVAILABLE,
        title="The log is out of reach for a moment",
        meaning="The log cannot be used just now: {cause}. Nothing that was acknowledged is lost, and whether"
        " this request was recorded is not known.",
        remedy="Wait for as long as Retry-After says and repeat the request with the same Idempotency-Key.",
        retry_after=1,
    )
    CONTENDED = ServerCode(
        "contended",
        status=_S.SERVICE_UNAVAILABLE,
        title="The session is too busy",
        meaning="Other processes kept appending first, twenty times over. Nothing was recorded.",
        remedy="Wait for as long as Retry-After says and repeat the request with the same Idempotency-Key.",
        retry_after=1,
    )
    LOG_DAMAGED = ServerCode(
        "log_damaged",
        status=_S.INTERNAL_SERVER_ERROR,
        title="The session's log is damaged",
        meaning="The log of session {session} cannot be read from version {version} on: an event is missing"
        " there, does not follow the one before it, or says nothing that can be read. Nothing was"
        " recorded.",
        remedy="Read what is before it, with `at` or by pages. Whoever runs the server has been told, and"
        " may bring the events back from a backup.",
    )
    INTERNAL_ERROR = ServerCode(
        "internal_error",
        status=_S.INTERNAL_SERVER_ERROR,
        title="An error of ours",
        meaning="Something that should not happen did; the log is not touched by it.",
        remedy="Report it with its `trace_id`, by which whoever runs the server finds it in the log.",
    )
