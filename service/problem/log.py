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
        meaning="The session has none of these texts, or the moves of these events have no text that a person wrote."
        " Nothing was recorded.",
        remedy="Name the events whose moves have the text. The operator can name the text itself, exactly as it was"
        " written.",
    )
    INHERITED = ServerCode(
        "inherited",
        status=_S.CONFLICT,
        title="These events are another session's",
        meaning="What a fork has from its parent is redacted there, and with it here.",
        remedy="Ask for it in the session {session}.",
    )
    TOO_MANY_FORKS = ServerCode(
        "too_many_forks",
        status=_S.CONFLICT,
        title="Too many forks go on from what is to be redacted",
        meaning="A redaction reaches the forks too, and those of forks: {forks_allowed} of them at most.",
        remedy="Ask whoever runs the server.",
    )
    FORK_TOO_DEEP = ServerCode(
        "fork_too_deep",
        status=_S.CONFLICT,
        title="A fork of a fork, too often over",
        meaning="The log would be made of the rows of more than `facts.log_sessions_allowed` sessions, each of which is asked"
        " for its own at every read.",
        remedy="Fork at a version that an earlier one of them holds (`forked_from.ancestors`), or play on where"
        " it is.",
    )
    LOG_TOO_LONG = ServerCode(
        "log_too_long",
        status=_S.CONFLICT,
        title="The log is too long to be redacted",
        meaning="It has {events_in_log} events, and {events_allowed} are what is judged again at most.",
        remedy="Ask whoever runs the server.",
    )
    UNREADABLE_ARCHIVE = ServerCode(
        "unreadable_archive",
        status=_S.UNPROCESSABLE_ENTITY,
        title="No archive that this server can read",
        meaning="It cannot be read: {reason}.",
        remedy="Send what `GET …/export` gave, byte for byte.",
    )
    WRONG_ARCHIVE = ServerCode(
        "wrong_archive",
        status=_S.UNPROCESSABLE_ENTITY,
        title="The archive is not what was played",
        meaning="Version {version} is the first that is wrong: {reason}. Nothing of it was stored.",
        remedy="Export it once more from where it was played; `verger verify` says the same of a file.",
    )
    ANCESTOR_DIFFERS = ServerCode(
        "ancestor_differs",
        status=_S.CONFLICT,
        title="The session that it was forked from is different here",
        meaning="The archive has session {session} up to version {version}. The server has that session too, but"
        " {reason}.",
        remedy="If only redactions differ, redact the same texts in both and export the fork again. If not, import"
        " the archive on a server that does not have the session.",
    )
    ANCESTOR_NEEDED = ServerCode(
        "ancestor_needed",
        status=_S.CONFLICT,
        title="The archive of the session that it was forked from is needed first",
        meaning="Texts of session {session} were redacted after version {version}, which was forked. The server does"
        " not have that session, and this archive does not have its redaction.",
        remedy="Import a new archive of session {session} first, and then this archive again.",
    )
    SESSION_EXISTS = ServerCode(
        "session_exists",
        status=_S.CONFLICT,
        title="The session is here already",
        meaning="The server has session {session} up to version {version}. Nobody can import it to where it was played, or"
        " once more, also if it came with the archive of a fork.",
        remedy="Read the session that is here, or fork it.",
    )
