"""The actions of a declaration: the six changes, and claims in Run."""

from enum import StrEnum
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from verger.domain.core.text import Label, Prose
from verger.domain.games.verge.model.network import Direction, EdgeId, ElementId, NodeId, NodeKind
from verger.domain.games.verge.model.purse import Purse

DeclarationId = NewType("DeclarationId", str)
"""`d1`, `d2` … No id is used twice."""

ConflictId = NewType("ConflictId", str)
"""`c1`, `c2` … No id is used twice."""

Ref = Annotated[
    ElementId,
    Meta(
        title="NodeOrEdge",
        max_length=40,
        description=(
            "A node's or an edge's id; within a declaration also `a1.node` or `a1.edge`: "
            "what its action 1 writes."
        ),
    ),
]

Count = Annotated[int, Meta(ge=0, le=10_000)]


class Nature(StrEnum):
    """The kind of an action (`consent.declare`). It determines how an objection is settled."""

    FICTION = "fiction"
    BACKSTORY = "backstory"


class Payment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The tokens to pay with, if the payer wants to choose."""

    story: Count = 0
    development: Count = 0
    boost: Count = 0

    @property
    def purse(self) -> Purse:
        """Return the payment as a purse."""
        return Purse(self.story, self.development, self.boost)


class _Action(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="action",
    forbid_unknown_fields=True,
):
    narration: Prose
    """A description of the change, or of its origin."""
    nature: Nature = Nature.FICTION
    payment: Payment | None = None


class Create(_Action, frozen=True, tag="create", kw_only=True):
    """Write a new node, and an edge that joins it to an existing node (`change.create`)."""

    label: Label
    kind: NodeKind | None = None
    edge: Label
    other: Ref
    direction: Direction = Direction.OUT
    acknowledges: tuple[Ref, ...] = ()


class Connect(_Action, frozen=True, tag="connect", kw_only=True):
    """Draw a new edge between two nodes (`change.connect`)."""

    label: Label
    source: Ref
    target: Ref
    acknowledges: tuple[Ref, ...] = ()


class Strike(_Action, frozen=True, tag="strike", kw_only=True):
    """Write an X. The narration is the reason (`change.strike`)."""

    element: Ref


class Strengthen(_Action, frozen=True, tag="strengthen", kw_only=True):
    """Write an ! (`change.strengthen`)."""

    element: Ref


class Weaken(_Action, frozen=True, tag="weaken", kw_only=True):
    """Write a ? (`change.weaken`)."""

    element: Ref


class Repair(_Action, frozen=True, tag="repair", kw_only=True):
    """Remove a ? (`change.repair`)."""

    element: Ref


class Claim(_Action, frozen=True, tag="claim", kw_only=True):
    """Claim a character in Run, for a seat that has none (`character.claim`)."""

    element: Ref


Action = Create | Connect | Strike | Strengthen | Weaken | Repair | Claim

GoalChange = Create | Connect | Strengthen | Weaken | Repair
"""The changes that a conflict can win. A strike needs no conflict, and a claim needs all seats."""


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ids that a recorded action wrote."""

    node: NodeId | None = None
    edge: EdgeId | None = None
