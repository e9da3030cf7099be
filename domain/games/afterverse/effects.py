"""The effects of Afterverse, and those that all games share."""

from verger.domain.core.ledger import TokensMoved
from verger.domain.core.table import TableEffect
from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.afterverse.model.bank import BankEffect, Kind
from verger.domain.games.afterverse.model.sheet import Sheet
from verger.domain.games.afterverse.model.situation import SituationEffect
from verger.domain.games.afterverse.model.statement import WorldEffect
from verger.domain.games.afterverse.model.subject import Subject
from verger.domain.games.afterverse.model.testing_effect import (
    RollsKept,
    TestEffect,
)
from verger.domain.table.proposal import ProposalEffect, Proposed
from verger.domain.table.sheet import SheetWritten


class SessionBegun(TaggedEffect, frozen=True, tag="session_begun"):
    """A session of play began. The number is the count of sessions so far."""

    number: int


class SessionEnded(TaggedEffect, frozen=True, tag="session_ended"):
    """A session of play ended."""


SessionEffect = SessionBegun | SessionEnded

Effect = (
    SheetWritten[Sheet]
    | SessionEffect
    | TestEffect
    | RollsKept
    | TokensMoved[Kind]
    | BankEffect
    | SituationEffect
    | WorldEffect
    | Proposed[Subject]
    | ProposalEffect
    | TableEffect
)
