"""The subjects that a table of Verge may propose, besides those of every table."""

from enum import StrEnum
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

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


class _Subject(msgspec.Struct, frozen=True, tag_field="subject", forbid_unknown_fields=True):
    pass


class AdoptPremise(_Subject, frozen=True, tag="adopt_premise"):
    """Nail something down that the game is about (`compile.premise`)."""

    aspect: Aspect
    text: Prose


class DropPremise(_Subject, frozen=True, tag="drop_premise"):
    """Un-nail a premise (`compile.premise`)."""

    premise: PremiseId


class FinishCompile(_Subject, frozen=True, tag="finish_compile"):
    """Go on to Load (`compile.finish`)."""


class AcceptNetwork(_Subject, frozen=True, tag="accept_network"):
    """The network is good: go on to Run (`load.accept`)."""


class ScrapNetwork(_Subject, frozen=True, tag="scrap_network"):
    """Start Load over with a clean network (`load.accept`)."""


class JoinScene(_Subject, frozen=True, tag="join_scene"):
    """Cut in on the scene under way; the GM is asked (`scene.cut_in`)."""

    text: Prose
    present: Annotated[tuple[Ref, ...], Meta(max_length=20)] = ()


VergeSubject = AdoptPremise | DropPremise | FinishCompile | AcceptNetwork | ScrapNetwork | JoinScene
Subject = TableSubject | VergeSubject
