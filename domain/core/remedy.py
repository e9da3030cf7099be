"""Remedies: what a table does about a ruling that was in dispute, and the corrections they make."""

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
"""The most tokens that one correction moves."""


class MoveTokens(TaggedCorrection, Generic[Kind], frozen=True, tag="move_tokens"):
    """Move tokens between the bank and who has some: `bank`, `seat:s1`, `character:c1` and so on."""

    token: Kind
    amount: Annotated[int, Meta(ge=1, le=TOKEN_LIMIT)]
    source: Account
    target: Account


NoCorrection = MoveTokens[str]
"""For a game without corrections of its own: tokens may be moved, if it has any."""


class _Remedy(msgspec.Struct, frozen=True, tag_field="remedy", forbid_unknown_fields=True):
    pass


class NoRemedy(_Remedy, frozen=True, tag="nothing"):
    """What was played stays; the table knows better now."""


class RewindTo(_Remedy, frozen=True, tag="rewind"):
    """Play goes back to an earlier version."""

    to: Annotated[int, Meta(ge=1, le=2**53)]


class Amendment(_Remedy, Generic[Correction], frozen=True, tag="amendment"):
    """Corrections to what was played, under a name; the log itself is never edited."""

    name: Label
    corrections: Annotated[tuple[Correction, ...], Meta(min_length=1, max_length=CORRECTION_LIMIT)]


class Override(_Remedy, Generic[Correction], frozen=True, tag="override"):
    """The table sets a rule aside for this once; what that brings is made by corrections."""

    rule: RuleId
    corrections: Annotated[tuple[Correction, ...], Meta(max_length=CORRECTION_LIMIT)] = ()


Remedy = NoRemedy | RewindTo | Amendment[Correction] | Override[Correction]

Plain = dict[str, Any]
"""A correction as the table keeps it: only its ruleset can interpret it."""

# Typed as Any, since the type checker takes no parametrized union as a value.
_PLAIN: Any = NoRemedy | RewindTo | Amendment[Plain] | Override[Plain]


def plain(remedy: Remedy[Any]) -> Remedy[Plain]:
    """A remedy as the table keeps it."""
    kept: Remedy[Plain] = msgspec.json.decode(msgspec.json.encode(remedy), type=_PLAIN)
    return kept


def corrections_of(remedy: Remedy[Any]) -> tuple[Any, ...]:
    """The corrections that a remedy makes."""
    return remedy.corrections if isinstance(remedy, Amendment | Override) else ()
