"""The subjects that only tables of the Venus Engine can propose."""

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
"""The seats in a scene. Default: everybody who is in no other scene."""


class Ground(StrEnum):
    """The grounds for rewards in the debrief (`lots.earn`, `ego.earn`)."""

    PORTRAYAL = "portrayal"
    AESTHETICS = "aesthetics"
    PRINCIPLES = "principles"


class BeginChapter(TaggedSubject, frozen=True, tag="begin_chapter"):
    """Begin the first or next chapter (`chapter.begin`)."""


class EndChapter(TaggedSubject, frozen=True, tag="end_chapter"):
    """End the chapter, and go on to its debrief (`chapter.end`)."""


class EndGame(TaggedSubject, frozen=True, tag="end_game"):
    """End the story (`chapter.end`)."""


class OfferScene(TaggedSubject, frozen=True, tag="offer_scene"):
    """Offer to set the next scene.

    You are in the scene and have its first turn. The FC must agree (`scene.offer`).
    """

    text: Prose
    present: Present = ()


class EnterScene(TaggedSubject, frozen=True, tag="enter_scene"):
    """Let a player enter an open scene.

    If the player proposes it, the FC must agree. If the FC proposes it, the player must agree.
    """

    seat: SeatId
    scene: SceneId


class LeaveScene(TaggedSubject, frozen=True, tag="leave_scene"):
    """Let a player leave the current scene.

    If the player proposes it, the FC must agree. If the FC proposes it, the player must agree.
    """

    seat: SeatId


Crossing = EnterScene | LeaveScene
OwnSubject = BeginChapter | EndChapter | EndGame | OfferScene | Crossing | WriteSheet[Sheet]
Subject = TableSubject | OwnSubject
