"""Redaction: an event that removes the free texts of some events from the log permanently.

The service removes the texts (see `verger.domain.history.free_text`) in the transaction that
records this event. It gives the judgement facts that this module cannot see: the seats that made
these events, and the events that no longer give the same result when they are judged again.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta

from verger.domain.core.decider import Draft, Facts, Judgement
from verger.domain.core.identifier import Sign
from verger.domain.core.mover import Mover, Unseated
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.table import Redacted, Table
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose

RULE = "table.redact"

RULES = house_rulebook(
    {
        RULE: (
            "Texts may be removed from the log permanently. A seat may do this with its own "
            "events, the GM with events of play, and the server's operator with all events. A new "
            "event shows who did this and why. The places of the texts stay, and everything else "
            "in the events stays too."
        ),
    }
)

Reach = Literal["own", "play", "table"]
"""The reach of a redaction: only events of the mover (`own`), also events of play by others (`play`),
or also all other events (`table`)."""


class Redact(TaggedMove, frozen=True, tag="redact"):
    """Remove the free texts of some events at every place in the log."""

    versions: tuple[int, ...]
    reason: Prose
    reach: Reach
    affected: Annotated[
        tuple[int, ...],
        Meta(description="The versions of events whose ruling changes if they are judged again."),
    ] = ()
    rewritten: Annotated[
        tuple[int, ...], Meta(description="The versions of all events that lost a text.")
    ] = ()
    removed: Annotated[Sign, Meta(description="SHA-256 of all removed texts.")] = ""


REDACT: str = Redact.__struct_config__.tag  # type: ignore[assignment]
"""The tag of the events that remove texts from the log."""


def redact(draft: Draft[Any], move: Redact, facts: Facts) -> Judgement:
    """Record that texts were redacted (`table.redact`)."""
    mover = facts.mover
    if refusal := cannot_redact(draft.table, mover, move.reach):
        return refusal
    by = None if isinstance(mover, Unseated) else mover
    draft.cite(RULE, redaction_reach=move.reach, events_named=len(move.versions))
    draft.emit(Redacted(move.versions, by, move.reason, move.rewritten))
    taken = _listed(move.versions) if move.versions else "data outside the log"
    return draft.accept(f"{_who(draft.table, mover)} takes texts out of {taken}.")


def _who(table: Table, mover: Mover) -> str:
    """Describe the mover of a redaction without a name, because the redacted text can be this name."""
    if isinstance(mover, Unseated):
        return "The server's operator" if mover is Unseated.OPERATOR else "The server"
    seat = table.seat(mover)
    assert seat is not None, "the judge has checked the seat"
    return {"gm": "The GM", "player": "A player", "observer": "An observer"}[seat.kind]


def cannot_redact(table: Table, mover: Mover, reach: Reach) -> Refused | None:
    """Return why a mover cannot redact these events, or None. The operator can redact any event."""
    if isinstance(mover, Unseated) or reach == "own" or (reach == "play" and mover == table.gm):
        return None
    return refuse(Code.NOT_YOURS_TO_REDACT, RULE, redaction_reach=reach)


def _listed(versions: tuple[int, ...]) -> str:
    if len(versions) > 5:
        return f"{len(versions)} events"
    return f"{'event' if len(versions) == 1 else 'events'} {', '.join(map(str, versions))}"
