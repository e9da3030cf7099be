"""Everything that can have happened in a session of Edgerunner."""

from domain.core.ledger import TokensMoved
from domain.core.table import TableEffect
from domain.games.edgerunner.model.aspect import AspectEffect
from domain.games.edgerunner.model.chart import ChartEffect
from domain.games.edgerunner.model.condition import ConditionEffect
from domain.games.edgerunner.model.conflict_effect import (
    ConflictBegun,
    ConflictEffect,
    ConflictEnded,
)
from domain.games.edgerunner.model.purse import Token
from domain.games.edgerunner.model.sheet import Sheet
from domain.games.edgerunner.model.subject import Subject
from domain.table.proposal import ProposalEffect, Proposed
from domain.table.sheet import SheetWritten

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
