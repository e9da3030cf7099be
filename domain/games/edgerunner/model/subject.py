"""The subjects that a table of Edgerunner may propose, besides those of every table."""

from verger.domain.core.tagged import TaggedSubject
from verger.domain.core.text import Label, Prose
from verger.domain.games.edgerunner.model.sheet import Sheet
from verger.domain.games.edgerunner.model.stroke import Stroke
from verger.domain.games.edgerunner.model.target import AspectId, ZoneId
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.table.proposal import TableSubject
from verger.domain.table.sheet import WriteSheet


class Concede(TaggedSubject, frozen=True, tag="concede"):
    """A story of a losing side that ends the conflict, if everybody accepts it (`end.concession`)."""

    side: int
    story: Prose


class DropAspect(TaggedSubject, frozen=True, tag="drop_aspect"):
    """Let go of an aspect that has lost its sense (`action.maneuver_end`)."""

    aspect: AspectId
    why: Prose


class PoseProblem(TaggedSubject, frozen=True, tag="pose_problem"):
    """Model what takes longer than an exchange as something that is attacked until it is solved."""

    name: Label
    zone: ZoneId
    duration: Span
    track: Label
    aspect: Label
    second_aspect: Label | None = None


class RedrawMap(TaggedSubject, frozen=True, tag="redraw_map"):
    """Change the map of a conflict that is under way: what is so there now, and why."""

    change: Stroke
    why: Prose


OwnSubject = WriteSheet[Sheet] | Concede | DropAspect | PoseProblem | RedrawMap
Subject = TableSubject | OwnSubject
