"""The only table of codes: the status, the meaning and the remedy of each, as clients receive them."""

from http import HTTPStatus

from verger.domain.core.reason import KNOWN, Code
from verger.domain.core.refusal_code import declared
from verger.domain.games.rulesets import RULESETS
from verger.service.problem.code import ProblemCode
from verger.service.problem.entry import ProblemKind, ServerCode

_S = HTTPStatus

EDGE = {str(code): code.kind for code in declared(ProblemCode, ServerCode)}
"""The codes of all problems except refusals by a game's rules."""

# Refusals are conflicts with the rules, except those that need no rule.
_REFUSAL_STATUS: dict[str, HTTPStatus] = {
    Code.UNUSABLE_TEXT: _S.BAD_REQUEST,
    Code.OBSERVERS_WATCH: _S.FORBIDDEN,
    Code.GM_ONLY: _S.FORBIDDEN,
    Code.GM_AWAY: _S.FORBIDDEN,
    Code.NOT_THE_AUTHOR: _S.FORBIDDEN,
    Code.NOT_YOURS_TO_REDACT: _S.FORBIDDEN,
}

KINDS = EDGE | {
    code: ProblemKind(
        _REFUSAL_STATUS.get(code, _S.CONFLICT), reason.title, reason.sentence, reason.remedy
    )
    for code, reason in KNOWN.items()
}
"""Every code."""

UNANSWERED: dict[str, str] = {
    Code.NOTHING_DUE: "it refuses a move that only the server makes",
    Code.NOT_STARTED: "the first event of a session starts it, so no session is without a start",
    Code.ALREADY_STARTED: "the server chooses the id of a new session, so no session is started twice",
}
"""Codes that are never the answer to a request, and the reason."""

assert RULESETS, "rulesets register their codes when they are imported"
assert len(KINDS) == len(EDGE) + len(KNOWN), "a code of the server is also the code of a refusal"
