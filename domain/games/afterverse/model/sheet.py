"""A character's sheet: its entries, their validity, and their fields in options."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from verger.domain.core.option import Echo, Field, Group, Number, Option, TextField, choices
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import LABEL_LIMIT, Label, tidy
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.table.sheet import named_twice

RULE = "sheet.fit"

RATING_MOST = 20
ENTRIES_MOST = 40
"""The maximum number of entries of a kind on one sheet."""

_NAME = TextField("name", LABEL_LIMIT)

Whole = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""A number that a rule judges. The bounds only ensure that every program can read it."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Label


class Attribute(_Entry, frozen=True):
    """An attribute and its rating: BOD, REA, INT, WIL, PER, MAN, or one that the table invented."""

    rating: Whole


class Skill(_Entry, frozen=True):
    """A skill and its level. With level 0, a character can still default (`test.default`)."""

    level: Whole


class Specialization(_Entry, frozen=True):
    """A specialization of a skill, its required level of that skill, and whether it is held."""

    skill: Label
    requisite: Whole
    held: bool


class Interest(_Entry, frozen=True):
    """An interest and its level."""

    level: Whole


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character's sheet."""

    attributes: Annotated[tuple[Attribute, ...], Meta(max_length=200)]
    skills: Annotated[tuple[Skill, ...], Meta(max_length=200)] = ()
    specializations: Annotated[tuple[Specialization, ...], Meta(max_length=200)] = ()
    interests: Annotated[tuple[Interest, ...], Meta(max_length=200)] = ()

    def attribute(self, name: str) -> Attribute | None:
        """Return the attribute with this name, or None."""
        return next((entry for entry in self.attributes if entry.name == name), None)

    def skill(self, name: str) -> Skill | None:
        """Return the skill with this name, or None."""
        return next((entry for entry in self.skills if entry.name == name), None)

    def specialization(self, name: str) -> Specialization | None:
        """Return the specialization with this name, or None."""
        return next((entry for entry in self.specializations if entry.name == name), None)

    def interest(self, name: str) -> Interest | None:
        """Return the interest with this name, or None."""
        return next((entry for entry in self.interests if entry.name == name), None)


def unfit_sheet(sheet: Sheet) -> Refused | None:
    """Return the refusal of a sheet, or None if it obeys the rules (`sheet.fit`)."""
    if not sheet.attributes:
        return refuse(Own.NO_ATTRIBUTES, RULE)
    for entries in (sheet.attributes, sheet.skills, sheet.specializations, sheet.interests):
        if refusal := _unfit_entries(entries):
            return refusal
    for specialization in sheet.specializations:
        if sheet.skill(specialization.skill) is None:
            return refuse(Own.UNKNOWN_SKILL, RULE, skill_name=specialization.skill)
    return None


def written(new: Sheet) -> Sheet:
    """Return a sheet in its recorded form."""
    return Sheet(
        tuple(replace(entry, name=tidy(entry.name)) for entry in new.attributes),
        tuple(replace(entry, name=tidy(entry.name)) for entry in new.skills),
        tuple(
            replace(entry, name=tidy(entry.name), skill=tidy(entry.skill))
            for entry in new.specializations
        ),
        tuple(replace(entry, name=tidy(entry.name)) for entry in new.interests),
    )


def _unfit_entries(
    entries: tuple[Attribute | Skill | Specialization | Interest, ...],
) -> Refused | None:
    if len(entries) > ENTRIES_MOST:
        return refuse(
            Own.SHEET_FULL, RULE, entries_given=len(entries), entries_allowed=ENTRIES_MOST
        )
    for entry in entries:
        level = _level(entry)
        if not 0 <= level <= RATING_MOST:
            return refuse(
                Own.WRONG_RATING,
                RULE,
                entry_name=entry.name,
                rating_given=level,
                rating_maximum=RATING_MOST,
            )
    return named_twice((entry.name for entry in entries), RULE)


def _level(entry: Attribute | Skill | Specialization | Interest) -> int:
    match entry:
        case Attribute(rating=level) | Specialization(requisite=level):
            return level
        case _:
            return entry.level


def fields() -> Iterator[Field]:
    """Yield the fields of a sheet (`sheet.fit`)."""
    rating, level = Number("rating", 0, RATING_MOST), Number("level", 0, RATING_MOST)
    held = choices("held", [(True, ""), (False, "")])
    requisite = Number("requisite", 0, RATING_MOST)
    yield _entries("attributes", rating, optional=False)
    yield _entries("skills", level)
    yield _entries("specializations", Echo("skill", "skills.name"), requisite, held)
    yield _entries("interests", level)


def _entries(name: str, *more: Field, optional: bool = True) -> Group:
    shape = Option({}, (_NAME, *more))
    return Group(name=name, shapes=(shape,), many=ENTRIES_MOST, optional=optional, distinct="name")
