"""The codes of all problems except refusals by a game's rules. Programs match on these."""

from typing import NewType

from verger.domain.core.refusal_code import ReasonCode
from verger.service.problem.asking import AskingProblems
from verger.service.problem.claims import ClaimProblems
from verger.service.problem.ended import EndedProblems
from verger.service.problem.entry import ServerCode
from verger.service.problem.finding import FindingProblems
from verger.service.problem.lobby import LobbyProblems
from verger.service.problem.log import LogProblems
from verger.service.problem.many import ManyProblems
from verger.service.problem.requests import RequestProblems
from verger.service.problem.server import ServerProblems
from verger.service.problem.webhooks import WebhookProblems


class ProblemCode(
    RequestProblems,
    AskingProblems,
    ClaimProblems,
    ManyProblems,
    FindingProblems,
    LogProblems,
    EndedProblems,
    WebhookProblems,
    LobbyProblems,
    ServerProblems,
):
    """The codes of the server. The refusal of a rule has the code of its reason."""


RefusalCode = NewType("RefusalCode", str)
"""The code of the reason why a rule refuses, as it is recorded."""

AnyCode = ServerCode | ReasonCode | RefusalCode
