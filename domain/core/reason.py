"""Refusal codes that all games share, and the meaning of each code. A game can add its own."""

from collections.abc import Mapping

from verger.domain.core.reasons.dispute import DisputeCodes
from verger.domain.core.reasons.log import LogCodes
from verger.domain.core.reasons.note import NoteCodes
from verger.domain.core.reasons.play import PlayCodes
from verger.domain.core.reasons.table import TableCodes
from verger.domain.core.refusal_code import Reason, ReasonCode


class Code(TableCodes, LogCodes, DisputeCodes, NoteCodes, PlayCodes):
    """Stable names of refusals. Programs must compare these names, not the sentences."""


KNOWN: dict[str, Reason] = {}
"""The meanings of all codes of all games. A code means the same everywhere."""


def register(reasons: Mapping[ReasonCode, Reason]) -> None:
    """Register the codes of the core or of a ruleset."""
    for code, reason in reasons.items():
        assert KNOWN.setdefault(str(code), reason) is reason, f"{code} has two meanings"


register(Code.reasons())
