"""The catalogue: every metric by its name, with its meaning and where it is read.

docs/metrics.md says the same, held to it by a test. Labels hold what the server itself says, from
bounded sets: no session, seat, token, address or text.
"""

from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any, Literal, NamedTuple

from verger.domain.games.rulesets import RULESETS
from verger.service import output
from verger.service.annexes.notices.dispatcher import Dispatcher
from verger.service.annexes.notices.sender import OUTCOMES
from verger.service.annexes.statements.statements import Statements
from verger.service.edge.form import FORMS
from verger.service.histogram import Histogram
from verger.service.log.insert import AppendConflict
from verger.service.play.playing import VERDICTS
from verger.service.problem.code import ProblemCode
from verger.service.wiring import Parts

Value = float | Histogram
Reading = Value | Mapping[Any, Value]
"""A metric's present value, by its labels where it has any."""


class Metric(NamedTuple):
    """A metric's name, its meaning, and how it is read off the parts."""

    kind: Literal["counter", "gauge", "histogram"]
    name: str
    labels: tuple[str, ...]
    meaning: str
    read: Callable[[Parts], Reading | None]
    """Gives None where a server has no such thing."""


_VERDICTS = {(ruleset, verdict): 0 for ruleset in RULESETS for verdict in VERDICTS}
_FORMS = dict.fromkeys(FORMS, 0)
_OUTCOMES = dict.fromkeys(OUTCOMES, 0)


def _own_errors(parts: Parts) -> Reading:
    answered = parts.requests.answered.items()
    requests = sum(count for (*_, code), count in answered if code == ProblemCode.INTERNAL_ERROR)
    return {
        "request": requests,
        "clock": parts.clock.failures,
        "webhooks": parts.the(Dispatcher).failures,
        "statements": parts.the(Statements).failures,
    }


PROCESS = (
    Metric(
        "gauge",
        "verger_build_info",
        ("version",),
        "1; its label says which version runs.",
        lambda _: {version("verger"): 1},
    ),
    Metric(
        "counter",
        "verger_internal_errors_total",
        ("part",),
        "Errors of our own: in a request, where time could not pass in a session, in sending webhooks, or in"
        " making a statement.",
        _own_errors,
    ),
    Metric(
        "histogram",
        "verger_event_loop_lag_seconds",
        (),
        "How late the event loop came to a timer of 20 ms. Every request waits as long.",
        lambda parts: parts.loop_watch.late,
    ),
    Metric(
        "counter",
        "verger_log_lines_dropped_total",
        ("output",),
        "Lines of the log (stderr) and printed lines (stdout) that were dropped: nobody read them in time, or"
        " they could not be written.",
        lambda _: output.dropped(),
    ),
)

REQUESTS = (
    Metric(
        "counter",
        "verger_http_requests_total",
        ("method", "route", "status", "code"),
        "Requests that are over, streams when they end: by method, route as the API document has"
        " it, status, and the problem's code or why a stream was cut off.",
        lambda parts: parts.requests.answered,
    ),
    Metric(
        "histogram",
        "verger_http_request_duration_seconds",
        ("method", "route"),
        "How long requests took, streams and exports left out.",
        lambda parts: parts.requests.seconds,
    ),
    Metric(
        "counter",
        "verger_rate_limit_refusals_total",
        ("limit",),
        "Requests that a limit refused: of a token, of an address, or of an address's failures.",
        lambda parts: parts.limits.refused,
    ),
    Metric(
        "gauge",
        "verger_turns_waiting",
        (),
        "Pieces of work of those who have used much that wait for their turn.",
        lambda parts: parts.turns.waiting,
    ),
    Metric(
        "counter",
        "verger_turns_total",
        ("outcome",),
        "Turns of those who have used much: taken, or refused as none came in time.",
        lambda parts: {"taken": parts.turns.taken, "refused": parts.turns.refused},
    ),
    Metric(
        "gauge",
        "verger_connections",
        (),
        "Connections that are open.",
        lambda parts: len(parts.connections),
    ),
    Metric(
        "gauge",
        "verger_connections_limit",
        (),
        "How many there may be (VERGER_CONNECTIONS, and what the system lets a process open).",
        lambda parts: parts.connections.limit,
    ),
    Metric(
        "counter",
        "verger_connections_ended_total",
        ("reason",),
        "Connections that the server ended. A head or body was late or too large, nothing was asked"
        " (idle) or read (unread), or there were too many from one address or in this process. A body"
        " had too much framing, a WebSocket too many frames, or no turn came in time.",
        lambda parts: parts.connections.ended,
    ),
    Metric(
        "counter",
        "verger_moves_total",
        ("ruleset", "verdict"),
        "Moves that were judged and recorded: accepted, refused by the rules, or replayed for a"
        " repeated idempotency key.",
        lambda parts: _VERDICTS | parts.playing.verdicts,
    ),
)

LOG = (
    Metric(
        "histogram",
        "verger_append_duration_seconds",
        (),
        "How long a commit of events took, from asking for a connection until it was durable.",
        lambda parts: parts.store.commits,
    ),
    Metric(
        "histogram",
        "verger_append_batch_events",
        (),
        "Events in one commit; the sum is of all events appended here.",
        lambda parts: parts.store.batches,
    ),
    Metric(
        "gauge",
        "verger_appends_waiting",
        (),
        "Appends that wait for the next commits.",
        lambda parts: parts.store.waiting,
    ),
    Metric(
        "counter",
        "verger_append_conflicts_total",
        ("reason",),
        "Appends that the database did not take: another process was first with the version, the"
        " request had been answered, or the event before it is not in the log.",
        lambda parts: {one.name.lower(): parts.store.conflicts[one] for one in AppendConflict},
    ),
    Metric(
        "gauge",
        "verger_cell_info",
        ("cell", "database"),
        "1; its labels say of which cell this process is (VERGER_CELL), and of which database.",
        lambda parts: {(str(parts.database.cell), parts.database.name): 1},
    ),
    Metric(
        "gauge",
        "verger_clock_apart_seconds",
        (),
        "How far this machine's clock is ahead of the database's; 0 within a second.",
        lambda parts: parts.database.agreement.apart,
    ),
    Metric(
        "gauge",
        "verger_schema_is_newer",
        (),
        "1 while the database has migrations that this process knows nothing of.",
        lambda parts: float(parts.database.agreement.is_older),
    ),
    Metric(
        "gauge",
        "verger_feed_obstacle_seconds",
        (),
        "How long the oldest transaction has been under way that the feed waits for, at this process's last look;"
        " 0 if there is none.",
        lambda parts: parts.obstacles.seconds,
    ),
    Metric(
        "gauge",
        "verger_database_connections",
        ("state",),
        "Open connections to PostgreSQL: in use, or idle.",
        lambda parts: parts.database.connections,
    ),
    Metric(
        "gauge",
        "verger_database_connections_limit",
        (),
        "The most that are opened (VERGER_DATABASE_CONNECTIONS).",
        lambda parts: parts.settings.database_connections,
    ),
    Metric(
        "counter",
        "verger_database_failures_total",
        (),
        "Uses of the database that failed because it was away, too slow or out of connections.",
        lambda parts: parts.database.failures,
    ),
)

SESSIONS = (
    Metric(
        "gauge",
        "verger_hot_sessions",
        (),
        "Sessions whose state is in memory.",
        lambda parts: len(parts.sessions),
    ),
    Metric(
        "gauge",
        "verger_hot_sessions_limit",
        (),
        "How many there may be (VERGER_HOT_SESSIONS).",
        lambda parts: parts.settings.hot_sessions,
    ),
    Metric(
        "counter",
        "verger_hot_session_evictions_total",
        (),
        "Sessions that left memory to make room for others.",
        lambda parts: parts.sessions.evicted,
    ),
    Metric(
        "counter",
        "verger_session_catch_ups_total",
        (),
        "Sessions in memory that were found behind what another process had appended, each time.",
        lambda parts: parts.sessions.catch_ups,
    ),
    Metric(
        "histogram",
        "verger_session_load_duration_seconds",
        (),
        "How long it took to read a session from the log into memory.",
        lambda parts: parts.sessions.loads,
    ),
    Metric(
        "counter",
        "verger_logs_gone_back_total",
        (),
        "Sessions of which the database has less than this process had: a standby or a backup took its place.",
        lambda parts: parts.losses.found,
    ),
    Metric(
        "counter",
        "verger_snapshot_lookups_total",
        ("result",),
        "Reads of a session or an older version that began at a snapshot, or found none.",
        lambda parts: parts.sessions.snapshots,
    ),
    Metric(
        "gauge",
        "verger_streams",
        ("form",),
        "Followers who are connected, by form: server-sent events, lines, or messages over WebSocket.",
        lambda parts: _FORMS | parts.streams.followers,
    ),
    Metric(
        "gauge",
        "verger_streams_limit",
        (),
        "How many there may be (VERGER_STREAMS).",
        lambda parts: parts.settings.streams,
    ),
    Metric(
        "gauge",
        "verger_redis_up",
        (),
        "1 while wake-ups pass between processes, 0 while Redis is away; missing without REDIS_URL.",
        lambda parts: float(parts.wakeups.connected) if parts.settings.redis_url else None,
    ),
    Metric(
        "gauge",
        "verger_wakeups_waiting",
        (),
        "Sessions of which Redis is still to be told that they moved.",
        lambda parts: parts.wakeups.waiting,
    ),
)

BESIDE = (
    Metric(
        "counter",
        "verger_webhook_attempts_total",
        ("outcome",),
        "Attempts at deliveries: delivered, refused by the receiver's status, or what went wrong.",
        lambda parts: _OUTCOMES | parts.the(Dispatcher).attempts,
    ),
    Metric(
        "histogram",
        "verger_webhook_attempt_duration_seconds",
        (),
        "How long an attempt took.",
        lambda parts: parts.the(Dispatcher).seconds,
    ),
    Metric(
        "gauge",
        "verger_webhooks_in_progress",
        (),
        "Webhooks that this process works on now.",
        lambda parts: parts.the(Dispatcher).working,
    ),
    Metric(
        "gauge",
        "verger_webhook_deliveries_due",
        (),
        "Deliveries that are due and not sent, of every process, at this one's last look.",
        lambda parts: parts.the(Dispatcher).due.deliveries,
    ),
    Metric(
        "gauge",
        "verger_webhook_oldest_due_seconds",
        (),
        "For how long the oldest of them has been due.",
        lambda parts: parts.the(Dispatcher).due.seconds,
    ),
    Metric(
        "histogram",
        "verger_layout_duration_seconds",
        (),
        "How long the layout of a picture took, once it had its turn.",
        lambda parts: parts.layouts.process.seconds,
    ),
    Metric(
        "counter",
        "verger_layout_failures_total",
        (),
        "Layouts that took too long, or whose process ended.",
        lambda parts: parts.layouts.process.failures,
    ),
    Metric(
        "gauge",
        "verger_layouts_waiting",
        (),
        "Layouts that are asked for and not there yet.",
        lambda parts: parts.layouts.process.waiting,
    ),
)

CATALOGUE = (*PROCESS, *REQUESTS, *LOG, *SESSIONS, *BESIDE)
