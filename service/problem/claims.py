"""The meanings of the codes about claim codes and the ends of tokens: their part of the one table of problems."""

from http import HTTPStatus

from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ProblemKind

_S = HTTPStatus

CLAIMS: dict[ProblemCode, ProblemKind] = {
    ProblemCode.NOT_RENEWABLE: ProblemKind(
        _S.CONFLICT,
        "The token has a fixed end",
        "It was issued with `expires_in`. You cannot renew it, or let a player in with it.",
        "Have another issued by the token that issued this one, by `POST …/tokens`.",
    ),
    ProblemCode.NO_SUCH_CLAIM_CODE: ProblemKind(
        _S.NOT_FOUND,
        "No such claim code",
        "The code is mistyped, was never issued, or was used or ended more than 30 days ago.",
        "Type it as the GM has it, or ask for another.",
    ),
    ProblemCode.CLAIM_CODE_USED: ProblemKind(
        _S.CONFLICT,
        "The claim code was used",
        "It was used, its seat has a newer one, or the seat or the token that gave it has ended.",
        "Ask for another where this one came from.",
    ),
    ProblemCode.CLAIM_CODE_EXPIRED: ProblemKind(
        _S.CONFLICT,
        "The claim code has ended",
        "It was not used in its time.",
        "Ask for another where this one came from.",
    ),
}
