"""The subjects that a table of Verge may propose, besides those of every table."""

from enum import StrEnum
from typing import Annotated, NewType

from msgspec import Meta

from verger.domain.core.tagged import TaggedSubject
from verger.domain.core.text import Prose
from verger.domain.games.verge.model.action import Ref
from verger.domain.table.proposal import TableSubject

PremiseId = NewType("PremiseId", str)
"""`g1`, `g2` …, never used twice."""


class Aspect(StrEnum):
    """What a premise is about (`compile.premise`)."""

    GENRE = "genre"
    SETTING = "setting"
    TONE = "tone"
    THEME = "theme"


class AdoptPremise(TaggedSubject, frozen=True, tag="adopt_premise"):
    """Nail something down that the game is about (`compile.premise`)."""

    aspect: Aspect
    text: Prose


class DropPremise(TaggedSubject, frozen=True, tag="drop_premise"):
    """Un-nail a premise (`compile.premise`)."""

    premise: PremiseId


class FinishCompile(TaggedSubject, frozen=True, tag="finish_compile"):
    """Go on to Load (`compile.finish`)."""


class AcceptNetwork(TaggedSubject, frozen=True, tag="accept_network"):
    """The network is good: go on to Run (`load.accept`)."""


class ScrapNetwork(TaggedSubject, frozen=True, tag="scrap_network"):
    """Start Load over with a clean network (`load.accept`)."""


class JoinScene(TaggedSubject, frozen=True, tag="join_scene"):
    """Cut in on the scene under way; the GM is asked (`scene.cut_in`)."""

    text: Prose
    present: Annotated[tuple[Ref, ...], Meta(max_length=20)] = ()


VergeSubject = AdoptPremise | DropPremise | FinishCompile | AcceptNetwork | ScrapNetwork | JoinScene
Subject = TableSubject | VergeSubject
