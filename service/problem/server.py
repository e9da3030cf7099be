"""Error codes about the state of the server."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class ServerProblems:
    """The codes about the state of the server."""

    TOO_MANY_STREAMS = ServerCode(
        "too_many_streams",
        status=_S.SERVICE_UNAVAILABLE,
        title="The server has too many live streams",
        meaning="This process cannot serve more streams.",
        remedy="Wait for as long as Retry-After says. Then connect again from the last version that you have.",
        retry_after=5,
    )
    STREAM_LIMIT = ServerCode(
        "stream_limit",
        status=_S.TOO_MANY_REQUESTS,
        title="This client has too many live streams",
        meaning=(
            "One {policy} can have {streams_allowed} live streams of this process at a time, and"
            " has that many already. Streams of onlookers count by their address."
        ),
        remedy="Close one of the streams, or wait for as long as Retry-After says until closed streams no"
        " longer count. Follow each session only once, and share the events.",
        retry_after=5,
    )
    RATE_LIMITED = ServerCode(
        "rate_limited",
        status=_S.TOO_MANY_REQUESTS,
        title="Too many requests",
        meaning="The limit `{policy}` allows {quota} units in {window_seconds} seconds. Each request counts for"
        " one unit. In the limits `token` and `address`, each millisecond of work after the first adds"
        " one unit. Nothing was done.",
        remedy="Wait for as long as Retry-After says. The fields RateLimit and RateLimit-Policy of every answer show how much is left.",
        retry_after=60,
    )
    UNAVAILABLE = ServerCode(
        "unavailable",
        status=_S.SERVICE_UNAVAILABLE,
        title="The log is not available at the moment",
        meaning="The log cannot be used now: {cause}. Nothing that was acknowledged is lost. The server does"
        " not know whether this request was recorded.",
        remedy="Wait for as long as Retry-After says. Then repeat the request with the same Idempotency-Key.",
        retry_after=1,
    )
    CONTENDED = ServerCode(
        "contended",
        status=_S.SERVICE_UNAVAILABLE,
        title="The session is too busy",
        meaning="Other processes wrote to the log first, twenty times in a row. Nothing was recorded.",
        remedy="Wait for as long as Retry-After says. Then repeat the request with the same Idempotency-Key.",
        retry_after=1,
    )
    LOG_DAMAGED = ServerCode(
        "log_damaged",
        status=_S.INTERNAL_SERVER_ERROR,
        title="The session's log is damaged",
        meaning="The log of session {session} cannot be read from version {version} on. An event is missing"
        " there, does not follow the one before it, or cannot be read. Nothing was recorded.",
        remedy="Read the versions before it, with `at` or by pages. The operator is notified, and can restore"
        " the events from a backup.",
    )
    INTERNAL_ERROR = ServerCode(
        "internal_error",
        status=_S.INTERNAL_SERVER_ERROR,
        title="The server made an error",
        meaning="The server met an error that it does not expect. The log is unchanged.",
        remedy="Report the error with its `trace_id`. The operator can find it in the log of the server.",
    )
