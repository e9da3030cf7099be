"""Lines, veils and the pause: any seat can set them at any time, without agreement."""

from typing import Any

from verger.domain.core.decider import Draft, Facts, Judgement
from verger.domain.core.reason import Code
from verger.domain.core.rule import house_rulebook
from verger.domain.core.ruling import refuse
from verger.domain.core.table import LimitAdded, LimitKind, PlayPaused
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed

RULES = house_rulebook(
    {
        "table.limits": "Anybody may name a subject that stays out of play. Nobody has to agree.",
        "table.signal": "Anybody may pause play at once. The table resumes play together.",
    }
)


class AddLimit(TaggedMove, frozen=True, tag="add_limit"):
    """Keep a subject out of play. A line never occurs, and a veil happens only off camera."""

    kind: LimitKind
    text: Prose


class Signal(TaggedMove, frozen=True, tag="signal"):
    """Pause play.

    With `anonymous`, nobody learns which seat did it, and the log does not record it.
    """

    anonymous: bool = False


SafetyMove = AddLimit | Signal


def is_anonymous(move: object) -> bool:
    """Return whether the log must not show which seat makes a move."""
    return isinstance(move, Signal) and move.anonymous


def add_limit(draft: Draft[Any], move: AddLimit, facts: Facts, rule: str) -> Judgement:
    """Record a limit, which holds immediately."""
    draft.cite(rule, limit_kind=move.kind)
    draft.emit(LimitAdded(move.kind, trimmed(move.text)))
    return draft.accept(f"{draft.table.name(facts.seat)} draws a {move.kind}.")


def signal(draft: Draft[Any], move: Signal, facts: Facts, rule: str) -> Judgement:
    """Pause play at once. The table resumes it by agreement."""
    if draft.table.paused:
        return refuse(Code.PAUSED, rule)
    draft.cite(rule, is_anonymous=move.anonymous)
    draft.emit(PlayPaused())
    who = "Somebody" if move.anonymous else draft.table.name(facts.seat)
    return draft.accept(f"{who} pauses play.")
