"""Everything that can have happened in a session of Edgerunner."""

from domain.edgerunner.aspect import AspectEffect
from domain.edgerunner.chart import ChartEffect
from domain.edgerunner.condition import ConditionEffect
from domain.edgerunner.conflict_effect import ConflictBegun, ConflictEffect, ConflictEnded
from domain.edgerunner.purse import Token
from domain.edgerunner.sheet import Sheet
from domain.edgerunner.subject import Subject
from domain.ledger import TokensMoved
from domain.proposal import ProposalEffect, Proposed
from domain.sheet import SheetWritten
from domain.table import TableEffect

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
