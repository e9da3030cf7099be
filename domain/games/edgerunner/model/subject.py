"""The subjects that only tables of Edgerunner can propose."""

from verger.domain.core.tagged import TaggedSubject
from verger.domain.core.text import Label, Prose
from verger.domain.games.edgerunner.model.sheet import Sheet
from verger.domain.games.edgerunner.model.stroke import Stroke
from verger.domain.games.edgerunner.model.target import AspectId, ZoneId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.table.proposal import TableSubject
from verger.domain.table.sheet import WriteSheet


class Concede(TaggedSubject, frozen=True, tag="concede"):
    """Offer the story of a side that concedes.

    It ends the conflict if everybody accepts it (`end.concession`).
    """

    side: int
    story: Prose


class DropAspect(TaggedSubject, frozen=True, tag="drop_aspect"):
    """Drop an aspect that no longer makes sense (`action.maneuver_end`)."""

    aspect: AspectId
    why: Prose


class PoseProblem(TaggedSubject, frozen=True, tag="pose_problem"):
    """Add a task that takes longer than an exchange. Characters attack it until it is solved."""

    name: Label
    zone: ZoneId
    duration: Span
    track: Label
    aspect: Label
    second_aspect: Label | None = None


class RedrawMap(TaggedSubject, frozen=True, tag="redraw_map"):
    """Change the map during a conflict, with the reason."""

    change: Stroke
    why: Prose


OwnSubject = WriteSheet[Sheet] | Concede | DropAspect | PoseProblem | RedrawMap
Subject = TableSubject | OwnSubject
