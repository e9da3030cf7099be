"""Everything that can have happened in a session of Afterverse, besides what every game shares.

The tags and field names of effects are the stored format: a change is a new tag.
"""

import msgspec

from verger.domain.core.ledger import TokensMoved
from verger.domain.core.table import TableEffect
from verger.domain.games.afterverse.model.bank import BankEffect, Kind
from verger.domain.games.afterverse.model.sheet import Sheet
from verger.domain.games.afterverse.model.situation import SituationEffect
from verger.domain.games.afterverse.model.statement import WorldEffect
from verger.domain.games.afterverse.model.subject import Subject
from verger.domain.games.afterverse.model.test_effect import (
    RollsKept,
    TestEffect,
)
from verger.domain.table.proposal import ProposalEffect, Proposed
from verger.domain.table.sheet import SheetWritten


class _Effect(msgspec.Struct, frozen=True, tag_field="effect"):
    pass


class SessionBegun(_Effect, frozen=True, tag="session_begun"):
    """The table plays; so many sessions it has begun."""

    number: int


class SessionEnded(_Effect, frozen=True, tag="session_ended"):
    """The table has played enough for a day."""


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
