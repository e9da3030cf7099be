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
        meaning="The request has no `Authorization: Bearer` header. Requests without a token can start a"
        " session, claim a seat, and read sessions that are open to onlookers.",
        remedy="Send `Authorization: Bearer` with a seat's token. To get a token, start a session or claim a"
        " seat.",
    )
    INVALID_TOKEN = ServerCode(
        "invalid_token",
        status=_S.UNAUTHORIZED,
        title="The token is not valid",
        meaning="The header is not `Authorization: Bearer` and a token. Or the token is mistyped, was revoked"
        " or has expired.",
        remedy="Send `Authorization: Bearer` and the whole token. If the token was revoked or has expired, claim the seat with a new claim code, or issue another token with a valid token.",
    )
    INVALID_TICKET = ServerCode(
        "invalid_ticket",
        status=_S.UNAUTHORIZED,
        title="The stream ticket is not valid",
        meaning="A ticket opens one stream, once. This ticket is mistyped, was used before, is older than a"
        " minute or belongs to another session. Or the token that requested it was revoked or has expired.",
        remedy="Get a new ticket with `POST …/stream-tickets`, and open the stream `after` the last version that"
        " you have.",
    )
    TICKET_AND_TOKEN = ServerCode(
        "ticket_and_token",
        status=_S.BAD_REQUEST,
        title="The request has a ticket and a token",
        meaning="The request has a `ticket` and a token, and only one of them can name the client. The ticket"
        " was not used.",
        remedy="Send only the token, or only the ticket if your client sends no headers.",
    )
    TICKET_OF_STREAMS = ServerCode(
        "ticket_of_streams",
        status=_S.BAD_REQUEST,
        title="A ticket opens only live streams",
        meaning="A `ticket` opens server-sent events or a WebSocket, and no other form of the log. The ticket"
        " was not used.",
        remedy="Send `Accept: text/event-stream`, as an `EventSource` does automatically, or send a token"
        " instead of the ticket.",
    )
    MISSING_SCOPE = ServerCode(
        "missing_scope",
        status=_S.FORBIDDEN,
        title="The token may not do this",
        meaning="The request needs these scopes: {scopes_needed}. The token has these: {scopes_held}.",
        remedy="Use a token that was issued with these scopes, or the token from the claim of the seat.",
    )
    BLOCKED = ServerCode(
        "blocked",
        status=_S.FORBIDDEN,
        title="The operator has blocked this client",
        meaning="The operator of the server has blocked the {blocked} of this request. Nothing was done.",
        remedy="Ask the operator of the server to end the block.",
    )
    VIA_OF_TOKEN = ServerCode(
        "via_of_token",
        status=_S.CONFLICT,
        title="The token names its own program",
        meaning=(
            "The token itself names the program that acts with it, if any. But the body of the"
            " request also names a program, in `via`."
        ),
        remedy="Leave out `via`, or leave out the token and get a new one.",
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
        title="The token can only read here",
        meaning="The token can read this session, but it holds no seat of it. This happens after an import, and"
        " in a fork of a session that you play in.",
        remedy="Claim a seat, or fork the session and play there.",
    )
    WHICH_SEAT = ServerCode(
        "which_seat",
        status=_S.BAD_REQUEST,
        title="The token holds several seats of this session",
        meaning="The token acts for {seats}, and the request does not name one of them.",
        remedy="Name one of {seats} with `?seat=`.",
    )
    NO_SUCH_TOKEN = ServerCode(
        "no_such_token",
        status=_S.NOT_FOUND,
        title="No such token",
        meaning="There is no token with this id for any of your seats.",
        remedy="Read `GET …/tokens`, and use an id from there.",
    )
