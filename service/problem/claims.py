"""Error codes about claim codes and the ends of tokens."""

from http import HTTPStatus

from verger.service.problem.entry import ServerCode

_S = HTTPStatus


class ClaimProblems:
    """The codes about claim codes and the ends of tokens."""

    NOT_RENEWABLE = ServerCode(
        "not_renewable",
        status=_S.CONFLICT,
        title="The token expires at a fixed time",
        meaning="The token was issued with `expires_in`. You cannot renew it, or let a player in with it.",
        remedy="Send `POST …/tokens` with the token that issued this one, to get another token.",
    )
    NO_SUCH_CLAIM_CODE = ServerCode(
        "no_such_claim_code",
        status=_S.NOT_FOUND,
        title="No such claim code",
        meaning="The code is mistyped, was never issued, or was used or expired more than 30 days ago.",
        remedy="Type the code exactly as the GM has it, or ask for another.",
    )
    CLAIM_CODE_USED = ServerCode(
        "claim_code_used",
        status=_S.CONFLICT,
        title="The claim code was used",
        meaning="The code was used, or its seat was emptied, removed, taken or given a newer code. Or the token that issued the code is no longer valid.",
        remedy="Ask for another code from the same person or program.",
    )
    CLAIM_CODE_EXPIRED = ServerCode(
        "claim_code_expired",
        status=_S.CONFLICT,
        title="The claim code has expired",
        meaning="The code was not used in time.",
        remedy="Ask for another code from the same person or program.",
    )
