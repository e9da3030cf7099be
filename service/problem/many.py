"""Error codes about apps that run many tables."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class ManyProblems:
    """The codes about apps that run many tables."""

    STARTS_RESTRICTED = ServerCode(
        "starts_restricted",
        status=_S.FORBIDDEN,
        title="Only some clients can start sessions here",
        meaning="The operator of this server lets {session_starters} start sessions.",
        remedy="Start the session from the site or the bot that you play with, or on another server."
        " Everybody can take a seat with its claim code.",
    )
    SESSION_QUOTA = ServerCode(
        "session_quota",
        status=_S.CONFLICT,
        title="The app has too many sessions",
        meaning="The app can have {sessions_allowed} sessions at a time, and has {sessions_held}.",
        remedy="End sessions that are over, or ask the operator of the server for a higher limit.",
    )
    FEED_RESET = ServerCode(
        "feed_reset",
        status=_S.GONE,
        title="The feed was reset",
        meaning="The place in the feed is mistyped, is from another server, or was given before the database"
        " was restored or replaced.",
        remedy="Read the sessions again, for example with `GET /v1/sessions`. Then continue `after`"
        " {feed_place}.",
    )
    NOT_AN_APP = ServerCode(
        "not_an_app",
        status=_S.FORBIDDEN,
        title="The token is not the key of an app",
        meaning="Only apps can do this, and the token belongs to no app.",
        remedy="Send the key that the operator of the server gave to the app.",
    )
