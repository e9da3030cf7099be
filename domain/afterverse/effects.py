"""Everything that can have happened in a session of Afterverse, besides what every game shares.

The tags and field names of effects are the stored format: a change is a new tag.
"""

import msgspec

from domain.afterverse.bank import BankEffect, Kind
from domain.afterverse.sheet import Sheet
from domain.afterverse.situation import SituationEffect
from domain.afterverse.statement import WorldEffect
from domain.afterverse.subject import Subject
from domain.afterverse.test import TestEffect
from domain.ledger import TokensMoved
from domain.proposal import ProposalEffect, Proposed
from domain.sheet import SheetWritten
from domain.table import TableEffect


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
    | TokensMoved[Kind]
    | BankEffect
    | SituationEffect
    | WorldEffect
    | Proposed[Subject]
    | ProposalEffect
    | TableEffect
)
