"""The meanings of the codes about the lobby: their part of the one table of problems."""

from http import HTTPStatus

from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ProblemKind

_S = HTTPStatus

LOBBY: dict[ProblemCode, ProblemKind] = {
    ProblemCode.LOBBY_OFF: ProblemKind(
        _S.FORBIDDEN,
        "This server has no lobby",
        "Whoever runs the server does not let tables be listed here.",
        "Give claim codes to whom you want to invite; or ask whoever runs the server for"
        " `VERGER_LOBBY=on`.",
    ),
    ProblemCode.NO_SUCH_TABLE: ProblemKind(
        _S.NOT_FOUND,
        "No such table is listed",
        "No table of this id is listed, or it is no more.",
        "See `GET /v1/tables` for those that are.",
    ),
    ProblemCode.TABLE_FULL: ProblemKind(
        _S.CONFLICT,
        "No seat is free at this table",
        "Every seat is taken or waits for who had it, or the table has agreed that it is closed.",
        "Add a seat with `POST …/seats`, if the table is yours; or ask at another.",
    ),
    ProblemCode.NO_SUCH_ASK: ProblemKind(
        _S.NOT_FOUND,
        "No such ask",
        "Nobody asks under this id whose ask you may see: it was withdrawn, has ended, or whoever asked"
        " has gone.",
        "See `GET …/listing` for who asks at a table, or `GET /v1/asks` for what you have asked for.",
    ),
    ProblemCode.ASKED_ALREADY: ProblemKind(
        _S.CONFLICT,
        "The token has asked there already",
        "It waits for an answer at this table, has had one, or sits there.",
        "See `GET /v1/asks` for what came of it.",
    ),
    ProblemCode.ASK_ANSWERED: ProblemKind(
        _S.CONFLICT,
        "The ask has been answered",
        "Whoever asks has been let in or declined meanwhile.",
        "See `GET …/listing` for who still waits.",
    ),
    ProblemCode.TOO_MANY_ASKS: ProblemKind(
        _S.CONFLICT,
        "Too many asks wait",
        "{asks_allowed} wait for an answer already, of this token or at this table.",
        "Withdraw one, or ask at another table.",
    ),
}
