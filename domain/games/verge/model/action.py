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
            "The id of a node or an edge. In a declaration, `a1.node` and `a1.edge` are the node "
            "and the edge that its first action writes."
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
    """The number of story tokens."""
    development: Count = 0
    """The number of development tokens."""
    boost: Count = 0
    """The number of boosts."""

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
    """The change, or its origin, in the words of the player. At most 2,000 characters."""
    nature: Nature = Nature.FICTION
    """Whether the change happens now (`fiction`) or happened earlier (`backstory`)."""
    payment: Payment | None = None
    """The tokens to pay with. Default: the tokens of the action's kind, then boosts."""


class Create(_Action, frozen=True, tag="create", kw_only=True):
    """Write a new node, and an edge that joins it to an existing node (`change.create`)."""

    label: Label
    """The label of the new node. One line of at most 100 characters."""
    kind: NodeKind | None = None
    """The kind of noun."""
    edge: Label
    """The label of the new edge. One line of at most 100 characters."""
    other: Ref
    """The id of the existing node that the edge joins."""
    direction: Direction = Direction.OUT
    """Whether the edge leads out of the new node or into it."""
    acknowledges: tuple[Ref, ...] = ()
    """The ids of elements with a similar label. By naming them, you accept the similarity."""


class Connect(_Action, frozen=True, tag="connect", kw_only=True):
    """Draw a new edge between two nodes (`change.connect`)."""

    label: Label
    """The label of the new edge. One line of at most 100 characters."""
    source: Ref
    """The id of the node at the start of the edge."""
    target: Ref
    """The id of the node at the end of the edge."""
    acknowledges: tuple[Ref, ...] = ()
    """The ids of elements with a similar label. By naming them, you accept the similarity."""


class Strike(_Action, frozen=True, tag="strike", kw_only=True):
    """Write an X. The narration is the reason (`change.strike`)."""

    element: Ref


class Strengthen(_Action, frozen=True, tag="strengthen", kw_only=True):
    """Write an ! (`change.strengthen`)."""

    element: Ref
    """The id of the node or edge that gets the mark."""


class Weaken(_Action, frozen=True, tag="weaken", kw_only=True):
    """Write a ? (`change.weaken`)."""

    element: Ref
    """The id of the node or edge that gets the mark."""


class Repair(_Action, frozen=True, tag="repair", kw_only=True):
    """Remove a ? (`change.repair`)."""

    element: Ref
    """The id of the node or edge that loses the mark."""


class Claim(_Action, frozen=True, tag="claim", kw_only=True):
    """Claim a character in Run, for a seat that has none (`character.claim`)."""

    element: Ref


Action = Create | Connect | Strike | Strengthen | Weaken | Repair | Claim

GoalChange = Create | Connect | Strengthen | Weaken | Repair
"""The changes that a side can win in a conflict. A strike needs no conflict, and a claim needs the
consent of all seats."""


class Made(msgspec.Struct, frozen=True, omit_defaults=True):
    """The ids that a recorded action wrote."""

    node: NodeId | None = None
    edge: EdgeId | None = None
