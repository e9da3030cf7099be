"""The subjects that only tables of Verge can propose."""

from enum import StrEnum
from typing import Annotated, NewType

from msgspec import Meta

from verger.domain.core.identifier import SeatId
from verger.domain.core.tagged import TaggedSubject
from verger.domain.core.text import Prose
from verger.domain.games.verge.model.action import Ref
from verger.domain.table.proposal import TableSubject

PremiseId = NewType("PremiseId", str)
"""`g1`, `g2` … No id is used twice."""


class Aspect(StrEnum):
    """The topic of a premise (`compile.premise`)."""

    GENRE = "genre"
    SETTING = "setting"
    TONE = "tone"
    THEME = "theme"


class AdoptPremise(TaggedSubject, frozen=True, tag="adopt_premise"):
    """Adopt a premise of the game (`compile.premise`)."""

    aspect: Aspect
    text: Prose


class DropPremise(TaggedSubject, frozen=True, tag="drop_premise"):
    """Drop a premise (`compile.premise`)."""

    premise: PremiseId


class FinishCompile(TaggedSubject, frozen=True, tag="finish_compile"):
    """Go on to Load (`compile.finish`)."""


class AcceptNetwork(TaggedSubject, frozen=True, tag="accept_network"):
    """Accept the network, and begin Run (`load.accept`)."""


class ScrapNetwork(TaggedSubject, frozen=True, tag="scrap_network"):
    """Start Load again with an empty network (`load.accept`)."""


class JoinScene(TaggedSubject, frozen=True, tag="join_scene"):
    """Join the current scene. The GM must agree (`scene.cut_in`)."""

    text: Prose
    present: Annotated[tuple[Ref, ...], Meta(max_length=20)] = ()


class AcceptNarration(TaggedSubject, frozen=True, tag="accept_narration"):
    """Accept a narration that another seat doubts (`interest.narration`)."""

    seat: SeatId
    """The seat that narrated."""


VergeSubject = (
    AdoptPremise
    | DropPremise
    | FinishCompile
    | AcceptNetwork
    | ScrapNetwork
    | JoinScene
    | AcceptNarration
)
Subject = TableSubject | VergeSubject
