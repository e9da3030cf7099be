"""The effects of Edgerunner, and those that all games share."""

from verger.domain.core.ledger import TokensMoved
from verger.domain.core.table import TableEffect
from verger.domain.games.edgerunner.model.aspect import AspectEffect
from verger.domain.games.edgerunner.model.chart import ChartEffect
from verger.domain.games.edgerunner.model.condition import ConditionEffect
from verger.domain.games.edgerunner.model.conflict_effect import (
    ConflictBegun,
    ConflictEffect,
    ConflictEnded,
)
from verger.domain.games.edgerunner.model.purse import Token
from verger.domain.games.edgerunner.model.sheet import Sheet
from verger.domain.games.edgerunner.model.subject import Subject
from verger.domain.table.proposal import ProposalEffect, Proposed
from verger.domain.table.sheet import SheetWritten

Effect = (
    ChartEffect
    | ConditionEffect
    | AspectEffect
    | ConflictBegun
    | ConflictEnded
    | ConflictEffect
    | TokensMoved[Token]
    | SheetWritten[Sheet]
    | Proposed[Subject]
    | ProposalEffect
    | TableEffect
)
