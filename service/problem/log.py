"""Error codes about logs, forks and archives."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class LogProblems:
    """The codes about logs, forks and archives."""

    NOTHING_TO_REDACT = ServerCode(
        "nothing_to_redact",
        status=_S.CONFLICT,
        title="There is nothing to redact",
        meaning="No person wrote such a text in this session. The request names texts that are not there, or events without texts."
        " Nothing was recorded.",
        remedy="Name the events whose moves have the text. The operator can name the text itself, exactly as it was"
        " written.",
    )
    INHERITED = ServerCode(
        "inherited",
        status=_S.CONFLICT,
        title="These events belong to another session",
        meaning="Events that a fork has from its parent are redacted in the parent. Then they are redacted"
        " here too.",
        remedy="Redact them in the session {session}.",
    )
    TOO_MANY_FORKS = ServerCode(
        "too_many_forks",
        status=_S.CONFLICT,
        title="Too many forks contain these events",
        meaning="A redaction also reaches the forks and their forks, but at most {forks_allowed} of them.",
        remedy="Ask the operator of the server to redact the events.",
    )
    FORK_TOO_DEEP = ServerCode(
        "fork_too_deep",
        status=_S.CONFLICT,
        title="Too many forks of forks",
        meaning="The log of the fork would have events of more than {log_sessions_allowed} sessions, and"
        " every read would need all of them.",
        remedy="Fork at a version that an earlier session holds (`forked_from.ancestors`), or continue in the"
        " present session.",
    )
    LOG_TOO_LONG = ServerCode(
        "log_too_long",
        status=_S.CONFLICT,
        title="The log is too long to be redacted",
        meaning="It has {events_in_log} events, and a redaction can judge at most {events_allowed} again.",
        remedy="Ask the operator of the server to redact the events.",
    )
    UNREADABLE_ARCHIVE = ServerCode(
        "unreadable_archive",
        status=_S.UNPROCESSABLE_ENTITY,
        title="The server cannot read this archive",
        meaning="The archive cannot be read: {reason}.",
        remedy="Send the answer of `GET …/export`, byte for byte.",
    )
    WRONG_ARCHIVE = ServerCode(
        "wrong_archive",
        status=_S.UNPROCESSABLE_ENTITY,
        title="The archive failed verification",
        meaning="Version {version} is the first wrong version: {reason}. Nothing was stored.",
        remedy="Export the session again from its server. `verger verify` checks a file in the same way.",
    )
    ANCESTOR_DIFFERS = ServerCode(
        "ancestor_differs",
        status=_S.CONFLICT,
        title="The parent session differs on this server",
        meaning="The archive has session {session} up to version {version}. The server has that session too, but"
        " {reason}.",
        remedy="Redact the same texts in both sessions and export the fork again, if only redactions differ."
        " If not, import the archive on a server that does not have the session.",
    )
    ANCESTOR_NEEDED = ServerCode(
        "ancestor_needed",
        status=_S.CONFLICT,
        title="The archive of the parent session is needed first",
        meaning="The fork begins at version {version} of session {session}, and texts of that session were redacted later. The server does"
        " not have that session, and this archive does not have the redaction.",
        remedy="Import a new archive of session {session} first, and then this archive again.",
    )
    SESSION_EXISTS = ServerCode(
        "session_exists",
        status=_S.CONFLICT,
        title="The session is here already",
        meaning="The server has session {session} up to version {version}. You cannot import a session twice, or into the server where it is played. This is also true if it came with the archive of a fork.",
        remedy="Read the session that this server already has, or fork it.",
    )
