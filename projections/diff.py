"""The changes between two versions: event by event, and as a JSON Patch of the read models."""

from datetime import datetime
from typing import Any

import msgspec

from verger.domain.core.decider import Ruleset, State
from verger.domain.core.identifier import SeatId
from verger.projections.banks import banks
from verger.projections.games import shown_by
from verger.projections.patch import PatchOperation, patch
from verger.projections.recorded import Effect
from verger.projections.session import table


class ChangeView(msgspec.Struct, frozen=True):
    """An event between the two versions: its seat, its sentence, and its effects."""

    version: int
    """The version of the event."""
    at: datetime
    """The time of the event."""
    type: str
    """The name of the move."""
    seat: SeatId | None
    """The seat that made the move; null if it was anonymous or a time limit passed."""
    sentence: str
    """The ruling in a sentence."""
    effects: tuple[Effect, ...]
    """The changes that the event made."""


class DiffView(msgspec.Struct, frozen=True):
    """The changes from one version to another. The second version can be the earlier one."""

    version: int
    """The version that the patch leads to."""
    since: int
    """The version that the patch starts from."""
    changes: tuple[ChangeView, ...]
    """The events between the two versions, in the order of the log, up to the limit."""
    next_after: int | None
    """The last listed event, if there are more. Use it as `after` for the next page."""
    patch: tuple[PatchOperation, ...]
    """The JSON Patch of the read models. In games without a network, the patch contains no
    network."""


def reads(ruleset: Ruleset[Any], state: State[Any], seat: SeatId, version: int) -> dict[str, Any]:
    """Return a seat's read models at a version: the state, the network, the banks."""
    network = shown_by(ruleset.name).reads.get("network")
    return {
        "state": {
            "version": version,
            "seat": seat,
            "table": table(ruleset, state),
            "play": ruleset.view(state, seat),
        },
        **({"network": network.of(state, version)} if network else {}),
        "banks": banks(ruleset, state, version),
    }


def document(ruleset: Ruleset[Any], state: State[Any], seat: SeatId, version: int) -> Any:
    """Return a seat's read models at a version as one JSON document."""
    return msgspec.to_builtins(reads(ruleset, state, seat, version))


def outcome(
    ruleset: Ruleset[Any], states: tuple[State[Any], State[Any]], seat: SeatId, version: int
) -> tuple[PatchOperation, ...]:
    """Return the changes of a seat's read models from one state to another, except changes of the table."""
    before, after = (document(ruleset, state, seat, version) for state in states)
    for side in (before, after):
        del side["state"]["table"]
    return changed(before, after)


def changed(before: Any, after: Any) -> tuple[PatchOperation, ...]:
    """Return the JSON Patch from one document to another (RFC 6902)."""
    return tuple(patch(before, after))
