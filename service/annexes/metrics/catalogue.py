"""The catalogue: every metric by its name, with its meaning and where it is read.

Labels have values from bounded sets: no session, seat, token, address or text.
"""

from collections.abc import Mapping
from importlib.metadata import version

from verger.domain.games.rulesets import RULESETS
from verger.service import output
from verger.service.annexes.metrics.metric import Metric, Reading
from verger.service.annexes.metrics.upkeep import UPKEEP
from verger.service.annexes.notices.dispatcher import Dispatcher
from verger.service.annexes.notices.sender import OUTCOMES
from verger.service.annexes.statements.statements import Statements
from verger.service.database.outage import Cause
from verger.service.edge.form import FORMS
from verger.service.log.insert import AppendConflict
from verger.service.play.damage import LogDamagedError
from verger.service.play.playing import VERDICTS
from verger.service.problem.code import ProblemCode
from verger.service.wiring import Parts

_VERDICTS = {(ruleset, verdict): 0 for ruleset in RULESETS for verdict in VERDICTS}
_FORMS = dict.fromkeys(FORMS, 0)
_OUTCOMES = dict.fromkeys(OUTCOMES, 0)


def _verdicts(parts: Parts) -> Reading:
    replayed = {(name, "replayed"): moves for name, moves in parts.recognition.replayed.items()}
    return {**_VERDICTS, **parts.playing.verdicts, **replayed}


def _own_errors(parts: Parts) -> Reading:
    answered = parts.requests.answered.items()
    requests = sum(count for (*_, code), count in answered if code == ProblemCode.INTERNAL_ERROR)
    return {
        "request": requests,
        "clock": parts.clock.failures,
        "webhooks": parts.the(Dispatcher).failures,
        "statements": parts.the(Statements).failures,
    }


def _by_cause(failures: Mapping[Cause, int]) -> Reading:
    return {cause.name.lower(): count for cause, count in failures.items()}


PROCESS = (
    Metric(
        kind="gauge",
        name="verger_build_info",
        labels=("version",),
        meaning="Always 1. Its label has the version that runs.",
        read=lambda _: {version("verger"): 1},
    ),
    Metric(
        kind="counter",
        name="verger_internal_errors_total",
        labels=("part",),
        meaning="Errors of the server: in a request, in a deadline of a session, in sending webhooks, or in"
        " making a statement.",
        read=_own_errors,
    ),
    Metric(
        kind="histogram",
        name="verger_event_loop_lag_seconds",
        labels=(),
        meaning="How late the event loop ran a timer of 20 ms. Every request waits for that time.",
        read=lambda parts: parts.loop_watch.late,
    ),
    Metric(
        kind="counter",
        name="verger_log_lines_dropped_total",
        labels=("output",),
        meaning="Lines of the log (stderr) and printed lines (stdout) that were dropped: nobody read them in time, or"
        " they could not be written.",
        read=lambda _: output.dropped(),
    ),
)

REQUESTS = (
    Metric(
        kind="counter",
        name="verger_http_requests_total",
        labels=("method", "route", "status", "code"),
        meaning="Finished requests, and streams at their end: by method, route of the API document, status,"
        " and the problem's code or the reason why a stream ended.",
        read=lambda parts: parts.requests.answered,
    ),
    Metric(
        kind="histogram",
        name="verger_http_request_duration_seconds",
        labels=("method", "route"),
        meaning="How long requests took, without streams and exports.",
        read=lambda parts: parts.requests.seconds,
    ),
    Metric(
        kind="counter",
        name="verger_rate_limit_refusals_total",
        labels=("limit",),
        meaning="Requests that a limit refused: of a token, of an address, of an address's failures, or of its starts.",
        read=lambda parts: parts.limits.refused,
    ),
    Metric(
        kind="gauge",
        name="verger_turns_waiting",
        labels=(),
        meaning="Pieces of work of heavy users that wait for their turn.",
        read=lambda parts: parts.turns.waiting,
    ),
    Metric(
        kind="counter",
        name="verger_turns_total",
        labels=("outcome",),
        meaning="Turns of heavy users: taken, or refused because none came in time.",
        read=lambda parts: {"taken": parts.turns.taken, "refused": parts.turns.refused},
    ),
    Metric(
        kind="gauge",
        name="verger_connections",
        labels=(),
        meaning="Connections that are open.",
        read=lambda parts: len(parts.connections),
    ),
    Metric(
        kind="gauge",
        name="verger_connections_limit",
        labels=(),
        meaning="The maximum number of connections (VERGER_CONNECTIONS, and the system's limit of open files).",
        read=lambda parts: parts.connections.limit,
    ),
    Metric(
        kind="counter",
        name="verger_connections_ended_total",
        labels=("reason",),
        meaning="Connections that the server ended. A head or body was late or too large, nothing was asked"
        " (idle) or read (unread), or there were too many from one address or in this process. A body"
        " had too much framing, a WebSocket too many frames, no turn came in time, or the operator"
        " blocked the address.",
        read=lambda parts: parts.connections.ended,
    ),
    Metric(
        kind="counter",
        name="verger_moves_total",
        labels=("ruleset", "verdict"),
        meaning="Moves that were judged and recorded: accepted, refused by the rules, or replayed for a"
        " repeated idempotency key.",
        read=_verdicts,
    ),
)

LOG = (
    Metric(
        kind="histogram",
        name="verger_append_duration_seconds",
        labels=(),
        meaning="How long a commit of events took, from asking for a connection until it was durable.",
        read=lambda parts: parts.store.commits,
    ),
    Metric(
        kind="histogram",
        name="verger_append_batch_events",
        labels=(),
        meaning="Events in one commit; the sum is of all events appended here.",
        read=lambda parts: parts.store.batches,
    ),
    Metric(
        kind="gauge",
        name="verger_appends_waiting",
        labels=(),
        meaning="Appends that wait for the next commits.",
        read=lambda parts: parts.store.waiting,
    ),
    Metric(
        kind="counter",
        name="verger_append_conflicts_total",
        labels=("reason",),
        meaning="Appends that the database did not take: another process was first with the version, the"
        " request had been answered, or the event before it is not in the log.",
        read=lambda parts: {one.name.lower(): parts.store.conflicts[one] for one in AppendConflict},
    ),
    Metric(
        kind="gauge",
        name="verger_cell_info",
        labels=("cell", "database"),
        meaning="1; its labels name the cell (VERGER_CELL) and the database of this process.",
        read=lambda parts: {(str(parts.database.cell), parts.database.name): 1},
    ),
    Metric(
        kind="gauge",
        name="verger_clock_apart_seconds",
        labels=(),
        meaning="How far this machine's clock is ahead of the database's; 0 within a second.",
        read=lambda parts: parts.database.agreement.apart,
    ),
    Metric(
        kind="gauge",
        name="verger_schema_is_newer",
        labels=(),
        meaning="1 while the database has migrations that this process does not know.",
        read=lambda parts: float(parts.database.agreement.is_older),
    ),
    Metric(
        kind="gauge",
        name="verger_feed_obstacle_seconds",
        labels=(),
        meaning="The age of the oldest transaction that the feed waits for, at the last look of this process;"
        " 0 if there is none.",
        read=lambda parts: parts.obstacles.seconds,
    ),
    Metric(
        kind="gauge",
        name="verger_database_connections",
        labels=("state",),
        meaning="Open connections to PostgreSQL: in use, or idle.",
        read=lambda parts: parts.database.connections,
    ),
    Metric(
        kind="gauge",
        name="verger_database_connections_limit",
        labels=(),
        meaning="The maximum number of connections to PostgreSQL (VERGER_DATABASE_CONNECTIONS).",
        read=lambda parts: parts.settings.database_connections,
    ),
    Metric(
        kind="counter",
        name="verger_database_failures_total",
        labels=("cause",),
        meaning="Uses of the database that failed, by cause: it was away or too slow, its disk was full, and so on.",
        read=lambda parts: _by_cause(parts.database.outages.failures),
    ),
)

SESSIONS = (
    Metric(
        kind="gauge",
        name="verger_hot_sessions",
        labels=(),
        meaning="Sessions whose state is in memory.",
        read=lambda parts: len(parts.sessions),
    ),
    Metric(
        kind="gauge",
        name="verger_hot_sessions_limit",
        labels=(),
        meaning="The maximum number of sessions in memory (VERGER_HOT_SESSIONS).",
        read=lambda parts: parts.settings.hot_sessions,
    ),
    Metric(
        kind="counter",
        name="verger_hot_session_evictions_total",
        labels=(),
        meaning="Sessions that left memory to make room for others.",
        read=lambda parts: parts.sessions.evicted,
    ),
    Metric(
        kind="counter",
        name="verger_session_catch_ups_total",
        labels=(),
        meaning="How often a session in memory lacked events that another process had appended.",
        read=lambda parts: parts.sessions.catch_ups,
    ),
    Metric(
        kind="histogram",
        name="verger_session_load_duration_seconds",
        labels=(),
        meaning="How long it took to read a session from the log into memory.",
        read=lambda parts: parts.sessions.loads,
    ),
    Metric(
        kind="counter",
        name="verger_logs_gone_back_total",
        labels=(),
        meaning="Sessions with fewer events in the database than in this process: a standby or a backup took"
        " its place.",
        read=lambda parts: parts.losses.found,
    ),
    Metric(
        kind="counter",
        name="verger_log_damaged_total",
        labels=(),
        meaning="How often the server met a log that it cannot read completely.",
        read=lambda _: LogDamagedError.met,
    ),
    Metric(
        kind="counter",
        name="verger_snapshot_lookups_total",
        labels=("result",),
        meaning="Reads of a session or an older version that began at a snapshot, or found none.",
        read=lambda parts: parts.sessions.history.counts,
    ),
    Metric(
        kind="gauge",
        name="verger_streams",
        labels=("form",),
        meaning="Connected followers, by form: server-sent events, lines, or messages over WebSocket.",
        read=lambda parts: _FORMS | parts.streams.followers,
    ),
    Metric(
        kind="gauge",
        name="verger_streams_limit",
        labels=(),
        meaning="The maximum number of streams (VERGER_STREAMS).",
        read=lambda parts: parts.settings.streams,
    ),
    Metric(
        kind="gauge",
        name="verger_redis_up",
        labels=(),
        meaning="1 while Redis passes wake-ups between processes, 0 while Redis is away; missing without"
        " REDIS_URL.",
        read=lambda parts: float(parts.wakeups.connected) if parts.settings.redis_url else None,
    ),
    Metric(
        kind="gauge",
        name="verger_wakeups_waiting",
        labels=(),
        meaning="Sessions with a move that Redis does not know yet.",
        read=lambda parts: parts.wakeups.waiting,
    ),
)

BESIDE = (
    Metric(
        kind="counter",
        name="verger_webhook_attempts_total",
        labels=("outcome",),
        meaning="Attempts at deliveries: delivered, refused by the receiver's status, or the fault.",
        read=lambda parts: _OUTCOMES | parts.the(Dispatcher).attempts,
    ),
    Metric(
        kind="histogram",
        name="verger_webhook_attempt_duration_seconds",
        labels=(),
        meaning="How long an attempt took.",
        read=lambda parts: parts.the(Dispatcher).seconds,
    ),
    Metric(
        kind="gauge",
        name="verger_webhooks_in_progress",
        labels=(),
        meaning="Webhooks that this process works on now.",
        read=lambda parts: parts.the(Dispatcher).working,
    ),
    Metric(
        kind="gauge",
        name="verger_webhook_deliveries_due",
        labels=(),
        meaning="Deliveries of all processes that are due and not sent, at the last look of this process.",
        read=lambda parts: parts.the(Dispatcher).due.deliveries,
    ),
    Metric(
        kind="gauge",
        name="verger_webhook_oldest_due_seconds",
        labels=(),
        meaning="For how long the oldest of them has been due.",
        read=lambda parts: parts.the(Dispatcher).due.seconds,
    ),
    Metric(
        kind="gauge",
        name="verger_webhooks_failing",
        labels=("host",),
        meaning="Webhooks of all processes with a failed delivery that will be tried again, at the last look"
        " of this process, by the host of their address. The 20 hosts with the most have a name, and all"
        " others are `other`.",
        read=lambda parts: parts.the(Dispatcher).failing,
    ),
    Metric(
        kind="histogram",
        name="verger_layout_duration_seconds",
        labels=(),
        meaning="How long the layout of a picture took, once it had its turn.",
        read=lambda parts: parts.layouts.process.seconds,
    ),
    Metric(
        kind="counter",
        name="verger_layout_failures_total",
        labels=(),
        meaning="Layouts that took too long, or whose process ended.",
        read=lambda parts: parts.layouts.process.failures,
    ),
    Metric(
        kind="gauge",
        name="verger_layouts_waiting",
        labels=(),
        meaning="Layouts that wait for their turn or for their result.",
        read=lambda parts: parts.layouts.process.waiting,
    ),
)

CATALOGUE = (*PROCESS, *REQUESTS, *LOG, *SESSIONS, *BESIDE, *UPKEEP)
