"""The meanings of the codes about who runs many tables: their part of the one table of problems."""

from http import HTTPStatus

from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ProblemKind

_S = HTTPStatus

MANY: dict[ProblemCode, ProblemKind] = {
    ProblemCode.STARTS_RESTRICTED: ProblemKind(
        _S.FORBIDDEN,
        "Not everybody starts sessions here",
        "This server's operator lets {session_starters} start sessions.",
        "Start it by the site or the bot through which one plays here, or on another server. Taking a seat"
        " by its claim code is open to everybody.",
    ),
    ProblemCode.SESSION_QUOTA: ProblemKind(
        _S.CONFLICT,
        "The app has as many sessions as it may",
        "It may have {sessions_allowed} at a time, and has {sessions_held}.",
        "End sessions that are over, or ask the server's operator for more.",
    ),
    ProblemCode.FEED_RESET: ProblemKind(
        _S.GONE,
        "The feed begins anew",
        "The place means nothing here, or no longer: it is misspelt, another server's, or of a time before"
        " the database was restored or another one took over.",
        "Read the sessions anew, as with `GET /v1/sessions`, and go on `after` {feed_place}.",
    ),
    ProblemCode.NOT_AN_APP: ProblemKind(
        _S.FORBIDDEN,
        "The token is no app's key",
        "This is for apps, and the request's token belongs to none.",
        "Send the key that the server's operator has given the app.",
    ),
}
