"""Sheets: abilities, aspects and stress tracks of a character or thing (`conflict.sheet`)."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from verger.domain.core.option import Field, Group, Number, Option, TextField, choices
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import LABEL_LIMIT, Label, tidy
from verger.domain.games.edgerunner.reason import Code as Own
from verger.domain.table.sheet import named_twice

RULE = "conflict.sheet"

RATING_LIMIT = 20
REACH_LIMIT = 20
THRESHOLD_LIMIT = 20
ENTRY_LIMIT = 20
"""The maximum number of skills, aspects or tracks on a sheet."""

Entries = Meta(max_length=ENTRY_LIMIT)


class Kind(StrEnum):
    """The kind of a sheet's subject."""

    CHARACTER = "character"
    THING = "thing"
    FACTION = "faction"


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Label


class Skill(_Entry, frozen=True):
    """A skill.

    `reach` is the number of zones that its attacks reach; 0 means only the character's own zone.
    """

    rating: int
    reach: int


class Trait(_Entry, frozen=True):
    """An aspect on a sheet."""


class Track(_Entry, frozen=True):
    """A kind of stress, with boxes from 1 to its threshold."""

    threshold: int


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character, a thing or a faction."""

    kind: Kind
    skills: Annotated[tuple[Skill, ...], Entries] = ()
    aspects: Annotated[tuple[Trait, ...], Entries] = ()
    tracks: Annotated[tuple[Track, ...], Entries] = ()

    @property
    def acts(self) -> bool:
        """Whether it takes turns. A thing takes turns only if it has skills."""
        return self.kind is not Kind.THING or bool(self.skills)

    @property
    def best(self) -> int:
        """The rating of its best skill."""
        return max((skill.rating for skill in self.skills), default=0)

    @property
    def listed(self) -> tuple[str, ...]:
        """The names of its skills."""
        return tuple(skill.name for skill in self.skills)

    def skill(self, name: str) -> Skill | None:
        """Return the skill with this name, or None."""
        return next((skill for skill in self.skills if skill.name == name), None)

    def threshold(self, name: str) -> int | None:
        """Return the threshold of the track with this name, or None."""
        return next((track.threshold for track in self.tracks if track.name == name), None)


def unfit_sheet(sheet: Sheet) -> Refused | None:
    """Return the refusal of a sheet, or None if it obeys the rules (`conflict.sheet`)."""
    for entries in (sheet.skills, sheet.aspects, sheet.tracks):
        if refusal := named_twice([entry.name for entry in entries], RULE):
            return refusal
    for skill in sheet.skills:
        if refusal := _unfit_skill(skill):
            return refusal
    for track in sheet.tracks:
        number, most = track.threshold, THRESHOLD_LIMIT
        if not 0 <= number <= most:
            return refuse(
                Own.UNFIT_THRESHOLD,
                RULE,
                entry_name=track.name,
                threshold_given=number,
                threshold_minimum=0,
                threshold_maximum=most,
            )
    return None


def _unfit_skill(skill: Skill) -> Refused | None:
    rating, reach, label = skill.rating, skill.reach, skill.name
    if not 0 <= rating <= RATING_LIMIT:
        most = RATING_LIMIT
        return refuse(
            Own.UNFIT_RATING,
            RULE,
            entry_name=label,
            rating_given=rating,
            rating_minimum=0,
            rating_maximum=most,
        )
    if not 0 <= reach <= REACH_LIMIT:
        most = REACH_LIMIT
        return refuse(
            Own.UNFIT_REACH,
            RULE,
            entry_name=label,
            reach_given=reach,
            reach_minimum=0,
            reach_maximum=most,
        )
    return None


def tidied(sheet: Sheet) -> Sheet:
    """Return the sheet in its recorded form."""
    return Sheet(
        sheet.kind,
        tuple(Skill(tidy(skill.name), skill.rating, skill.reach) for skill in sheet.skills),
        tuple(Trait(tidy(trait.name)) for trait in sheet.aspects),
        tuple(Track(tidy(track.name), track.threshold) for track in sheet.tracks),
    )


def fields() -> tuple[Field, ...]:
    """Return the fields of a sheet, for options."""
    name = TextField("name", LABEL_LIMIT)
    skill = Option({}, (name, Number("rating", 0, RATING_LIMIT), Number("reach", 0, REACH_LIMIT)))
    track = Option({}, (name, Number("threshold", 0, THRESHOLD_LIMIT)))
    entries = (("skills", skill), ("aspects", Option({}, (name,))), ("tracks", track))
    return (
        choices("kind", [(kind, "") for kind in Kind]),
        *[
            Group(field, (shape,), many=ENTRY_LIMIT, optional=True, distinct="name")
            for field, shape in entries
        ],
    )
