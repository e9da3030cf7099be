"""Error codes about the lobby."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class LobbyProblems:
    """The codes about the lobby."""

    LOBBY_OFF = ServerCode(
        "lobby_off",
        status=_S.FORBIDDEN,
        title="This server has no lobby",
        meaning="The operator of the server has turned the lobby off.",
        remedy="Send claim codes to the people that you invite, or ask the operator for `VERGER_LOBBY=on`.",
    )
    NO_SUCH_TABLE = ServerCode(
        "no_such_table",
        status=_S.NOT_FOUND,
        title="No such table is listed",
        meaning="No table with this id is listed, or it is not listed any more.",
        remedy="Read `GET /v1/tables` for the tables that are listed.",
    )
    TABLE_FULL = ServerCode(
        "table_full",
        status=_S.CONFLICT,
        title="No seat is free at this table",
        meaning="Every seat is taken or reserved for its player, or the table has agreed to close the session.",
        remedy="Ask at another table. At your own table, add a seat with `POST …/seats`.",
    )
    NO_SUCH_ASK = ServerCode(
        "no_such_ask",
        status=_S.NOT_FOUND,
        title="No such ask",
        meaning="There is no ask with this id that you can see. It was withdrawn, it has ended, or its player"
        " has left.",
        remedy="Read `GET …/listing` for the asks at a table, or `GET /v1/asks` for your own.",
    )
    ASKED_ALREADY = ServerCode(
        "asked_already",
        status=_S.CONFLICT,
        title="The token has asked there already",
        meaning="At this table, the token's ask waits or was answered, or the token has a seat.",
        remedy="Read `GET /v1/asks` for the answer.",
    )
    ASK_ANSWERED = ServerCode(
        "ask_answered",
        status=_S.CONFLICT,
        title="The ask has been answered",
        meaning="The ask was accepted or declined before.",
        remedy="Read `GET …/listing` for the asks that still wait.",
    )
    TOO_MANY_ASKS = ServerCode(
        "too_many_asks",
        status=_S.CONFLICT,
        title="Too many asks wait",
        meaning=(
            "{asks_allowed} asks of this token or at this table already wait for an answer,"
            " which is the limit."
        ),
        remedy="Withdraw an ask, or ask at another table.",
    )
