"""Error codes about apps that run many tables."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class ManyProblems:
    """The codes about apps that run many tables."""

    STARTS_RESTRICTED = ServerCode(
        "starts_restricted",
        status=_S.FORBIDDEN,
        title="Not everybody starts sessions here",
        meaning="This server's operator lets {session_starters} start sessions.",
        remedy="Start it by the site or the bot through which one plays here, or on another server. Taking a seat"
        " by its claim code is open to everybody.",
    )
    SESSION_QUOTA = ServerCode(
        "session_quota",
        status=_S.CONFLICT,
        title="The app has as many sessions as it may",
        meaning="It may have {sessions_allowed} at a time, and has {sessions_held}.",
        remedy="End sessions that are over, or ask the server's operator for more.",
    )
    FEED_RESET = ServerCode(
        "feed_reset",
        status=_S.GONE,
        title="The feed begins anew",
        meaning="The place means nothing here, or no longer: it is misspelt, another server's, or of a time before"
        " the database was restored or another one took over.",
        remedy="Read the sessions anew, as with `GET /v1/sessions`, and go on `after` {feed_place}.",
    )
    NOT_AN_APP = ServerCode(
        "not_an_app",
        status=_S.FORBIDDEN,
        title="The token is no app's key",
        meaning="This is for apps, and the request's token belongs to none.",
        remedy="Send the key that the server's operator has given the app.",
    )
