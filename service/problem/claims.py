"""The meanings of the codes about claim codes and the ends of tokens: their part of the one table of problems."""

from http import HTTPStatus

from service.problem.code import ProblemCode
from service.problem.entry import ProblemKind

_S = HTTPStatus

CLAIMS: dict[ProblemCode, ProblemKind] = {
    ProblemCode.NOT_RENEWABLE: ProblemKind(
        _S.CONFLICT,
        "The token ends when it was said",
        "It was issued with `expires_in`, and ends when that is over.",
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
        "It was used, or its seat has a newer one since: a code works once.",
        "Ask for another where this one came from.",
    ),
    ProblemCode.CLAIM_CODE_EXPIRED: ProblemKind(
        _S.CONFLICT,
        "The claim code has ended",
        "It was not used in its time, or is from a token that has lost the seat.",
        "Ask for another where this one came from.",
    ),
}
