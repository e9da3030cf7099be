"""The meanings of the codes about sessions that were ended: their part of the one table of problems."""

from http import HTTPStatus

from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ProblemKind

_S = HTTPStatus

ENDED: dict[ProblemCode, ProblemKind] = {
    ProblemCode.SESSION_ARCHIVED: ProblemKind(
        _S.GONE,
        "The session was archived",
        "Its log left this server for a file, at version {version} with the hash {hash}. Ended by:"
        " {ended_by}.",
        "Ask who has the file to import it (`POST /v1/imports`); the session is played on then, with the"
        " tokens from before.",
    ),
    ProblemCode.SESSION_DELETED: ProblemKind(
        _S.GONE,
        "The session was deleted",
        "Its log is gone for good; it had come to version {version} with the hash {hash}. Ended by:"
        " {ended_by}.",
        "Start another one.",
    ),
    ProblemCode.STUB_DIFFERS: ProblemKind(
        _S.CONFLICT,
        "Another archive was made of the session",
        "The session {session} was archived at version {version} with the hash {hash}, which is not this"
        " archive's last event.",
        "Bring the archive that was made when the session was archived.",
    ),
    ProblemCode.NOT_GIVEN_UP: ProblemKind(
        _S.CONFLICT,
        "The table has not given the session up",
        "Its GM may end it once the table has agreed to that: the house rule `session` is {session_house_rule}, not"
        " given_up.",
        "Propose that the house rule `session` is `given_up`, and have all who sit there agree.",
    ),
    ProblemCode.HAS_FORKS: ProblemKind(
        _S.CONFLICT,
        "The session has forks",
        "These sessions were forked from it and read its events: {forks}.",
        "Have them ended first, each by its own table, or leave this one closed; a long list of them goes"
        " on in `GET …/forks`.",
    ),
}
