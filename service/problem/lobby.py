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
        meaning="Whoever runs the server does not let tables be listed here.",
        remedy="Give claim codes to whom you want to invite; or ask whoever runs the server for"
        " `VERGER_LOBBY=on`.",
    )
    NO_SUCH_TABLE = ServerCode(
        "no_such_table",
        status=_S.NOT_FOUND,
        title="No such table is listed",
        meaning="No table of this id is listed, or it is no more.",
        remedy="See `GET /v1/tables` for those that are.",
    )
    TABLE_FULL = ServerCode(
        "table_full",
        status=_S.CONFLICT,
        title="No seat is free at this table",
        meaning="Every seat is taken or waits for who had it, or the table has agreed that it is closed.",
        remedy="Add a seat with `POST …/seats`, if the table is yours; or ask at another.",
    )
    NO_SUCH_ASK = ServerCode(
        "no_such_ask",
        status=_S.NOT_FOUND,
        title="No such ask",
        meaning="Nobody asks under this id whose ask you may see: it was withdrawn, has ended, or whoever asked"
        " has gone.",
        remedy="See `GET …/listing` for who asks at a table, or `GET /v1/asks` for what you have asked for.",
    )
    ASKED_ALREADY = ServerCode(
        "asked_already",
        status=_S.CONFLICT,
        title="The token has asked there already",
        meaning="It waits for an answer at this table, has had one, or sits there.",
        remedy="See `GET /v1/asks` for what came of it.",
    )
    ASK_ANSWERED = ServerCode(
        "ask_answered",
        status=_S.CONFLICT,
        title="The ask has been answered",
        meaning="Whoever asks has been let in or declined meanwhile.",
        remedy="See `GET …/listing` for who still waits.",
    )
    TOO_MANY_ASKS = ServerCode(
        "too_many_asks",
        status=_S.CONFLICT,
        title="Too many asks wait",
        meaning="{asks_allowed} wait for an answer already, of this token or at this table.",
        remedy="Withdraw one, or ask at another table.",
    )
