"""The one table of problems: every code that an error can have, its status and its words."""

from http import HTTPStatus

from verger.domain.core.reason import KNOWN, Code
from verger.domain.games.rulesets import RULESETS
from verger.service.problem.claims import CLAIMS
from verger.service.problem.code import ProblemCode
from verger.service.problem.ended import ENDED
from verger.service.problem.entry import ProblemKind
from verger.service.problem.lobby import LOBBY
from verger.service.problem.many import MANY
from verger.service.problem.requests import REQUESTS
from verger.service.problem.webhooks import WEBHOOKS

_S = HTTPStatus

_ASKING: dict[ProblemCode, ProblemKind] = {
    ProblemCode.MISSING_TOKEN: ProblemKind(
        _S.UNAUTHORIZED,
        "A token is needed",
        "The request has no `Authorization: Bearer` header. Without one a session is started, a seat"
        " claimed, and what is open to onlookers read.",
        "Send `Authorization: Bearer` with a seat's token: starting a session gives one, and so does"
        " claiming a seat.",
    ),
    ProblemCode.INVALID_TOKEN: ProblemKind(
        _S.UNAUTHORIZED,
        "The token is not valid",
        "The header is not `Authorization: Bearer` and a token, or the token is mistyped, was revoked or has"
        " expired.",
        "Send `Authorization: Bearer` and the token, whole; if it has ended, claim the seat with a new claim"
        " code, or issue another token with one that is valid.",
    ),
    ProblemCode.INVALID_TICKET: ProblemKind(
        _S.UNAUTHORIZED,
        "The stream ticket is not valid",
        "The ticket is mistyped, has opened a stream before, is older than a minute or another session's,"
        " or its token has ended: a ticket opens one stream, once.",
        "Get a new ticket with `POST …/stream-tickets`, and open the stream `after` the last version that"
        " you have.",
    ),
    ProblemCode.TICKET_AND_TOKEN: ProblemKind(
        _S.BAD_REQUEST,
        "A ticket and a token at once",
        "The request has a `ticket` and a token, and says so twice who asks. The ticket was not used.",
        "Send the token alone where you can; the ticket is for who cannot.",
    ),
    ProblemCode.TICKET_OF_STREAMS: ProblemKind(
        _S.BAD_REQUEST,
        "A ticket opens live streams alone",
        "A `ticket` opens server-sent events or a WebSocket, and no other form of the log. It was not used.",
        "Send `Accept: text/event-stream`, as an `EventSource` does by itself, or a token in place of the"
        " ticket.",
    ),
    ProblemCode.MISSING_SCOPE: ProblemKind(
        _S.FORBIDDEN,
        "The token may not do this",
        "It needs these scopes: {scopes_needed}. The token has these: {scopes_held}.",
        "Use a token that was issued with it, or the one from when the seat was claimed.",
    ),
    ProblemCode.VIA_OF_TOKEN: ProblemKind(
        _S.CONFLICT,
        "The token names its own program",
        "The request's token gets the seat, and says itself which program acts with it, if any; the"
        " body names one too, in `via`.",
        "Leave `via` out, or leave the token out and get a new one.",
    ),
    ProblemCode.NOT_YOUR_SEAT: ProblemKind(
        _S.FORBIDDEN,
        "The token does not hold this seat",
        "The token acts for {seats}, and not for {seat}.",
        "Act for one of {seats}.",
    ),
    ProblemCode.READ_ONLY: ProblemKind(
        _S.FORBIDDEN,
        "The token may only read here",
        "The token may read this session and holds no seat of it, as with an import or with a fork"
        " of a session that one sits in.",
        "Claim a seat, or fork the session and play there.",
    ),
    ProblemCode.WHICH_SEAT: ProblemKind(
        _S.BAD_REQUEST,
        "The token holds several seats of this session",
        "The token acts for {seats}, and the request does not say for which of them.",
        "Say which of {seats} acts, with `?seat=`.",
    ),
    ProblemCode.NO_SUCH_TOKEN: ProblemKind(
        _S.NOT_FOUND,
        "No such token",
        "No token of this id acts for one of the seats that are held.",
        "See `GET …/tokens` for those there are.",
    ),
}

_FINDING: dict[ProblemCode, ProblemKind] = {
    ProblemCode.NO_SUCH_SESSION: ProblemKind(
        _S.NOT_FOUND,
        "No such session",
        "The session does not exist, or the token has no seat in it. An onlooker can only read.",
        "See `GET /v1/sessions` for those that the token may read; to join another, claim a seat.",
    ),
    ProblemCode.NO_SUCH_VERSION: ProblemKind(
        _S.NOT_FOUND,
        "No such version",
        "There is no version {version}: the session has versions 1 to {head}.",
        "Name one of these.",
    ),
    ProblemCode.NO_SUCH_CONFLICT: ProblemKind(
        _S.NOT_FOUND,
        "No such conflict is under way",
        "At this version another conflict is under way, or none.",
        "Name the one of `play.conflict` in the state, or a version with `?at=` at which it was.",
    ),
    ProblemCode.NOT_IN_THIS_GAME: ProblemKind(
        _S.NOT_FOUND,
        "This game has none of it",
        "The session is one of {ruleset}, which has no {resource}.",
        "Read the state, `GET …/state`: it has what the game has.",
    ),
    ProblemCode.NO_SUCH_DISPUTE: ProblemKind(
        _S.NOT_FOUND,
        "No such dispute",
        "The session has no dispute {dispute}.",
        "See `GET …/disputes` for those there are, `q1`, `q2` and so on.",
    ),
    ProblemCode.NO_SUCH_RULESET: ProblemKind(
        _S.NOT_FOUND,
        "No such ruleset",
        "The server has no ruleset {ruleset}.",
        "See `GET /v1/rulesets` for those there are.",
    ),
}

_LOG: dict[ProblemCode, ProblemKind] = {
    ProblemCode.NOTHING_TO_REDACT: ProblemKind(
        _S.CONFLICT,
        "There is nothing to redact",
        "The session has none of these texts, or the moves of these events have no text that a person wrote."
        " Nothing was recorded.",
        "Name the events whose moves have the text. The operator can name the text itself, exactly as it was"
        " written.",
    ),
    ProblemCode.INHERITED: ProblemKind(
        _S.CONFLICT,
        "These events are another session's",
        "What a fork has from its parent is redacted there, and with it here.",
        "Ask for it in the session {session}.",
    ),
    ProblemCode.TOO_MANY_FORKS: ProblemKind(
        _S.CONFLICT,
        "Too many forks go on from what is to be redacted",
        "A redaction reaches the forks too, and those of forks: {forks_allowed} of them at most.",
        "Ask whoever runs the server.",
    ),
    ProblemCode.FORK_TOO_DEEP: ProblemKind(
        _S.CONFLICT,
        "A fork of a fork, too often over",
        "The log would be made of the rows of more than `facts.log_sessions_allowed` sessions, each of which is asked"
        " for its own at every read.",
        "Fork at a version that an earlier one of them holds (`forked_from.ancestors`), or play on where"
        " it is.",
    ),
    ProblemCode.LOG_TOO_LONG: ProblemKind(
        _S.CONFLICT,
        "The log is too long to be redacted",
        "It has {events_in_log} events, and {events_allowed} are what is judged again at most.",
        "Ask whoever runs the server.",
    ),
    ProblemCode.UNREADABLE_ARCHIVE: ProblemKind(
        _S.UNPROCESSABLE_ENTITY,
        "No archive that this server can read",
        "It cannot be read: {reason}.",
        "Send what `GET …/export` gave, byte for byte.",
    ),
    ProblemCode.WRONG_ARCHIVE: ProblemKind(
        _S.UNPROCESSABLE_ENTITY,
        "The archive is not what was played",
        "Version {version} is the first that is wrong: {reason}. Nothing of it was stored.",
        "Export it once more from where it was played; `verger verify` says the same of a file.",
    ),
    ProblemCode.ANCESTOR_DIFFERS: ProblemKind(
        _S.CONFLICT,
        "The session that it was forked from is different here",
        "The archive has session {session} up to version {version}. The server has that session too, but"
        " {reason}.",
        "If only redactions differ, redact the same texts in both and export the fork again. If not, import"
        " the archive on a server that does not have the session.",
    ),
    ProblemCode.ANCESTOR_NEEDED: ProblemKind(
        _S.CONFLICT,
        "The archive of the session that it was forked from is needed first",
        "Texts of session {session} were redacted after version {version}, which was forked. The server does"
        " not have that session, and this archive does not have its redaction.",
        "Import a new archive of session {session} first, and then this archive again.",
    ),
    ProblemCode.SESSION_EXISTS: ProblemKind(
        _S.CONFLICT,
        "The session is here already",
        "The server has session {session} up to version {version}. Nobody can import it to where it was played, or"
        " once more, also if it came with the archive of a fork.",
        "Read the session that is here, or fork it.",
    ),
}

_SERVER: dict[ProblemCode, ProblemKind] = {
    ProblemCode.TOO_MANY_STREAMS: ProblemKind(
        status=_S.SERVICE_UNAVAILABLE,
        title="Too many live readers",
        meaning="This process serves as many streams as it may.",
        remedy="Wait for as long as Retry-After says and connect again, from the last version that was read.",
        retry_after=5,
    ),
    ProblemCode.STREAM_LIMIT: ProblemKind(
        status=_S.TOO_MANY_REQUESTS,
        title="Too many live readers with one token, or from one address",
        meaning="One {policy} may have {streams_allowed} live streams of this process at a time, and has as many; those"
        " of onlookers count by their address.",
        remedy="Close one of them, or wait for as long as Retry-After says: places of readers that are gone"
        " come back. Follow a session once, and share what comes.",
        retry_after=5,
    ),
    ProblemCode.RATE_LIMITED: ProblemKind(
        status=_S.TOO_MANY_REQUESTS,
        title="Too many requests",
        meaning="The limit `{policy}` allows {quota} in {window_seconds} seconds: a request counts for one, and for"
        " each millisecond of work beyond the first one more. Nothing was done.",
        remedy="Wait for as long as Retry-After says; the fields RateLimit and RateLimit-Policy of every answer"
        " tell how much is left.",
        retry_after=60,
    ),
    ProblemCode.UNAVAILABLE: ProblemKind(
        status=_S.SERVICE_UNAVAILABLE,
        title="The log is out of reach for a moment",
        meaning="The log cannot be used just now: {cause}. Nothing that was acknowledged is lost, and whether"
        " this request was recorded is not known.",
        remedy="Wait for as long as Retry-After says and repeat the request with the same Idempotency-Key.",
        retry_after=1,
    ),
    ProblemCode.CONTENDED: ProblemKind(
        status=_S.SERVICE_UNAVAILABLE,
        title="The session is too busy",
        meaning="Other processes kept appending first, twenty times over. Nothing was recorded.",
        remedy="Wait for as long as Retry-After says and repeat the request with the same Idempotency-Key.",
        retry_after=1,
    ),
    ProblemCode.LOG_DAMAGED: ProblemKind(
        _S.INTERNAL_SERVER_ERROR,
        "The session's log is damaged",
        "The log of session {session} cannot be read from version {version} on: an event is missing"
        " there, does not follow the one before it, or says nothing that can be read. Nothing was"
        " recorded.",
        "Read what is before it, with `at` or by pages. Whoever runs the server has been told, and"
        " may bring the events back from a backup.",
    ),
    ProblemCode.INTERNAL_ERROR: ProblemKind(
        _S.INTERNAL_SERVER_ERROR,
        "An error of ours",
        "Something that should not happen did; the log is not touched by it.",
        "Report it with its `trace_id`, by which whoever runs the server finds it in the log.",
    ),
}

EDGE: dict[ProblemCode, ProblemKind] = (
    REQUESTS | _ASKING | CLAIMS | MANY | _FINDING | _LOG | ENDED | WEBHOOKS | LOBBY | _SERVER
)
"""The codes that no rule of a game refuses with."""

# Refusals are conflicts with the rules, except those for which no rule had to be consulted.
_REFUSAL_STATUS: dict[str, HTTPStatus] = {
    Code.UNUSABLE_TEXT: _S.BAD_REQUEST,
    Code.OBSERVERS_WATCH: _S.FORBIDDEN,
    Code.GM_ONLY: _S.FORBIDDEN,
    Code.GM_AWAY: _S.FORBIDDEN,
    Code.NOT_THE_AUTHOR: _S.FORBIDDEN,
    Code.NOT_YOURS_TO_REDACT: _S.FORBIDDEN,
}

KINDS = {code.value: kind for code, kind in EDGE.items()} | {
    code: ProblemKind(
        _REFUSAL_STATUS.get(code, _S.CONFLICT), reason.title, reason.sentence, reason.remedy
    )
    for code, reason in KNOWN.items()
}
"""Every code."""

UNANSWERED: dict[str, str] = {
    Code.NOTHING_DUE: "it refuses a move that only the server makes",
    Code.NOT_STARTED: "a session is there from its first event on, which starts it",
    Code.ALREADY_STARTED: "no client chooses the id of a session that it starts",
}
"""Codes that no request is answered with, and why."""

assert RULESETS, "their codes are known once they are imported"
assert set(EDGE) == set(ProblemCode), "every code of the edge has a meaning"
assert len(KINDS) == len(EDGE) + len(KNOWN), "a code of the edge is a refusal's too"
