"""Remedies: the consequences that a table can give to a settled dispute, and their corrections."""

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta

from verger.domain.core.identifier import Account, RuleId
from verger.domain.core.ledger import Kind
from verger.domain.core.tagged import TaggedCorrection
from verger.domain.core.text import Label

Correction = TypeVar("Correction")

CORRECTION_LIMIT = 20
TOKEN_LIMIT = 1_000
"""The maximum number of tokens in one correction."""


class MoveTokens(TaggedCorrection, Generic[Kind], frozen=True, tag="move_tokens"):
    """Move tokens between the bank and another account, such as `seat:s1` or `character:c1`."""

    token: Kind
    amount: Annotated[int, Meta(ge=1, le=TOKEN_LIMIT)]
    source: Account
    target: Account


NoCorrection = MoveTokens[str]
"""The corrections of a game without its own kinds: tokens can be moved, if the game has tokens."""


class _Remedy(msgspec.Struct, frozen=True, tag_field="remedy", forbid_unknown_fields=True):
    pass


class NoRemedy(_Remedy, frozen=True, tag="nothing"):
    """The play stays as it is. The settlement is only a precedent."""


class RewindTo(_Remedy, frozen=True, tag="rewind"):
    """Play returns to an earlier version."""

    to: Annotated[int, Meta(ge=1, le=2**53)]
    """The version that play returns to."""


class Amendment(_Remedy, Generic[Correction], frozen=True, tag="amendment"):
    """Corrections to the play, with a name for all of them. They do not change earlier events."""

    name: Label
    """The name of the corrections. One line of at most 100 characters."""
    corrections: Annotated[tuple[Correction, ...], Meta(min_length=1, max_length=CORRECTION_LIMIT)]
    """The corrections, in order."""


class Override(_Remedy, Generic[Correction], frozen=True, tag="override"):
    """The table does not apply a rule in this one case.

    Corrections produce the result that the table wants.
    """

    rule: RuleId
    """The id of the rule that does not apply in this case."""
    corrections: Annotated[tuple[Correction, ...], Meta(max_length=CORRECTION_LIMIT)] = ()
    """The corrections, in order."""


Remedy = NoRemedy | RewindTo | Amendment[Correction] | Override[Correction]

Plain = dict[str, Any]
"""A correction as the table stores it. Only its ruleset can interpret it."""

# The type is Any, because the type checker does not accept a generic union as a value.
_PLAIN: Any = NoRemedy | RewindTo | Amendment[Plain] | Override[Plain]


def plain(remedy: Remedy[Any]) -> Remedy[Plain]:
    """Return a remedy as the table stores it."""
    kept: Remedy[Plain] = msgspec.json.decode(msgspec.json.encode(remedy), type=_PLAIN)
    return kept


def corrections_of(remedy: Remedy[Any]) -> tuple[Any, ...]:
    """Return the corrections that a remedy makes."""
    return remedy.corrections if isinstance(remedy, Amendment | Override) else ()
