"""Looking up the ruling that a dispute is about, as the edge does."""

from collections.abc import Sequence
from typing import Any

import msgspec

from verger.domain.core.decider import Event
from verger.domain.core.dispute import About, OfRefusal, Ruled
from verger.domain.dispute.arguing import ruled

__all__ = ["ruled", "with_ruling"]


def with_ruling(
    move: dict[str, Any], log: Sequence[Event[Any, Any]], refusals: Sequence[Ruled]
) -> dict[str, Any]:
    """The move in the form that the rules judge: a dispute has the ruling that it is about."""
    if move.get("move") != "dispute":
        return move
    about = msgspec.convert(move["about"], About)
    found = None
    if isinstance(about, OfRefusal):
        found = refusals[about.number - 1] if 0 < about.number <= len(refusals) else None
    elif 0 < about.version <= len(log):
        event = log[about.version - 1]
        type_ = event.move.__struct_config__.tag
        found = ruled(about.version, type_, event.seat, event.ruling)
    return {**move, "ruled": msgspec.to_builtins(found)}
