"""Error codes about sessions that were ended."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class EndedProblems:
    """The codes about sessions that were ended."""

    SESSION_ARCHIVED = ServerCode(
        "session_archived",
        status=_S.GONE,
        title="The session was archived",
        meaning="Its log was moved from this server to a file, at version {version} with the hash {hash}. Ended by:"
        " {ended_by}.",
        remedy="Ask the owner of the file to import it (`POST /v1/imports`). Then play continues with the"
        " same tokens.",
    )
    SESSION_DELETED = ServerCode(
        "session_deleted",
        status=_S.GONE,
        title="The session was deleted",
        meaning="Its log is deleted. Its last version was {version}, with the hash {hash}. Ended by:"
        " {ended_by}.",
        remedy="Start another session.",
    )
    STUB_DIFFERS = ServerCode(
        "stub_differs",
        status=_S.CONFLICT,
        title="Another archive was made of the session",
        meaning="The session {session} was archived at version {version} with the hash {hash}, but this archive ends with another event.",
        remedy="Import the archive that was made when the session was archived.",
    )
    NOT_GIVEN_UP = ServerCode(
        "not_given_up",
        status=_S.CONFLICT,
        title="The table has not given the session up",
        meaning="The GM can end the session only after the table has agreed to give it up. The house rule `session`"
        " is {session_house_rule}, not given_up.",
        remedy="Propose that the house rule `session` is `given_up`, and have every seat at the table agree.",
    )
    HAS_FORKS = ServerCode(
        "has_forks",
        status=_S.CONFLICT,
        title="The session has forks",
        meaning="These sessions were forked from it and read its events: {forks}.",
        remedy="Have each fork ended first by its own table, or leave this session closed. `GET …/forks`"
        " lists all forks.",
    )
