"""Error codes about tokens and seats."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class AskingProblems:
    """The codes about tokens and seats."""

    MISSING_TOKEN = ServerCode(
        "missing_token",
        status=_S.UNAUTHORIZED,
        title="A token is needed",
        meaning="The request has no `Authorization: Bearer` header. Without one a session is started, a seat"
        " claimed, and what is open to onlookers read.",
        remedy="Send `Authorization: Bearer` with a seat's token: starting a session gives one, and so does"
        " claiming a seat.",
    )
    INVALID_TOKEN = ServerCode(
        "invalid_token",
        status=_S.UNAUTHORIZED,
        title="The token is not valid",
        meaning="The header is not `Authorization: Bearer` and a token, or the token is mistyped, was revoked or has"
        " expired.",
        remedy="Send `Authorization: Bearer` and the token, whole; if it has ended, claim the seat with a new claim"
        " code, or issue another token with one that is valid.",
    )
    INVALID_TICKET = ServerCode(
        "invalid_ticket",
        status=_S.UNAUTHORIZED,
        title="The stream ticket is not valid",
        meaning="The ticket is mistyped, has opened a stream before, is older than a minute or another session's,"
        " or its token has ended: a ticket opens one stream, once.",
        remedy="Get a new ticket with `POST …/stream-tickets`, and open the stream `after` the last version that"
        " you have.",
    )
    TICKET_AND_TOKEN = ServerCode(
        "ticket_and_token",
        status=_S.BAD_REQUEST,
        title="A ticket and a token at once",
        meaning="The request has a `ticket` and a token, and says so twice who asks. The ticket was not used.",
        remedy="Send the token alone where you can; the ticket is for who cannot.",
    )
    TICKET_OF_STREAMS = ServerCode(
        "ticket_of_streams",
        status=_S.BAD_REQUEST,
        title="A ticket opens live streams alone",
        meaning="A `ticket` opens server-sent events or a WebSocket, and no other form of the log. It was not used.",
        remedy="Send `Accept: text/event-stream`, as an `EventSource` does by itself, or a token in place of the"
        " ticket.",
    )
    MISSING_SCOPE = ServerCode(
        "missing_scope",
        status=_S.FORBIDDEN,
        title="The token may not do this",
        meaning="It needs these scopes: {scopes_needed}. The token has these: {scopes_held}.",
        remedy="Use a token that was issued with it, or the one from when the seat was claimed.",
    )
    VIA_OF_TOKEN = ServerCode(
        "via_of_token",
        status=_S.CONFLICT,
        title="The token names its own program",
        meaning="The request's token gets the seat, and says itself which program acts with it, if any; the"
        " body names one too, in `via`.",
        remedy="Leave `via` out, or leave the token out and get a new one.",
    )
    NOT_YOUR_SEAT = ServerCode(
        "not_your_seat",
        status=_S.FORBIDDEN,
        title="The token does not hold this seat",
        meaning="The token acts for {seats}, and not for {seat}.",
        remedy="Act for one of {seats}.",
    )
    READ_ONLY = ServerCode(
        "read_only",
        status=_S.FORBIDDEN,
        title="The token may only read here",
        meaning="The token may read this session and holds no seat of it, as with an import or with a fork"
        " of a session that one sits in.",
        remedy="Claim a seat, or fork the session and play there.",
    )
    WHICH_SEAT = ServerCode(
        "which_seat",
        status=_S.BAD_REQUEST,
        title="The token holds several seats of this session",
        meaning="The token acts for {seats}, and the request does not say for which of them.",
        remedy="Say which of {seats} acts, with `?seat=`.",
    )
    NO_SUCH_TOKEN = ServerCode(
        "no_such_token",
        status=_S.NOT_FOUND,
        title="No such token",
        meaning="No token of this id acts for one of the seats that are held.",
        remedy="See `GET …/tokens` for those there are.",
    )
