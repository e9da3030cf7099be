"""The subjects that a table of the Venus Engine may propose, besides those of every table."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedSubject
from verger.domain.core.text import Prose
from verger.domain.games.venus.model.scenes import SceneId
from verger.domain.games.venus.model.sheet import Sheet
from verger.domain.table.proposal import TableSubject
from verger.domain.table.sheet import WriteSheet

PRESENT_LIMIT = 50

Present = Annotated[tuple[SeatId, ...], Meta(max_length=PRESENT_LIMIT)]
"""Who is in a scene; left empty, everybody who is in no other."""


class Ground(StrEnum):
    """What the debrief rewards (`lots.earn`, `ego.earn`)."""

    PORTRAYAL = "portrayal"
    AESTHETICS = "aesthetics"
    PRINCIPLES = "principles"


class BeginChapter(TaggedSubject, frozen=True, tag="begin_chapter"):
    """Play the first chapter, or the next (`chapter.begin`)."""


class EndChapter(TaggedSubject, frozen=True, tag="end_chapter"):
    """The chapter is told: go on to its debrief (`chapter.end`)."""


class EndGame(TaggedSubject, frozen=True, tag="end_game"):
    """The story is told (`chapter.end`)."""


class OfferScene(TaggedSubject, frozen=True, tag="offer_scene"):
    """A player sets the next scene, being in it and first; the FC is asked (`scene.offer`)."""

    text: Prose
    present: Present = ()


class EnterScene(TaggedSubject, frozen=True, tag="enter_scene"):
    """A player enters a scene under way; the FC is asked, or the player whom the FC names."""

    seat: SeatId
    scene: SceneId


class LeaveScene(TaggedSubject, frozen=True, tag="leave_scene"):
    """A player leaves the scene under way; the FC is asked, or the player whom the FC names."""

    seat: SeatId


Crossing = EnterScene | LeaveScene
OwnSubject = BeginChapter | EndChapter | EndGame | OfferScene | Crossing | WriteSheet[Sheet]
Subject = TableSubject | OwnSubject
