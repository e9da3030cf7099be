"""Dice pools: the number of dice that a character rolls, and the number of hits."""

from collections.abc import Iterable

import msgspec

from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.text import Label
from verger.domain.games.afterverse.model.sheet import Attribute, Sheet
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.table.sheet import CharacterId

FACES = 6
HIT = 5
SPECIALIZED = 2
"""The number of dice that a held specialization adds."""


class _Pool(msgspec.Struct, frozen=True, tag_field="pool", forbid_unknown_fields=True):
    attribute: Label


class SkillPool(_Pool, frozen=True, tag="skill"):
    """An attribute and a skill (`test.pool`)."""

    skill: Label


class SpecializationPool(_Pool, frozen=True, tag="specialization"):
    """An attribute and the skill of a specialization (`test.pool`, `test.default`)."""

    specialization: Label


class AttributePool(_Pool, frozen=True, tag="attributes"):
    """Two attributes, or one attribute twice (`test.attribute`)."""

    second: Label


class InterestPool(_Pool, frozen=True, tag="interest"):
    """An attribute and an interest (`awareness.bank`, `chutzpah.knowledge`)."""

    interest: Label


Pool = SkillPool | SpecializationPool | AttributePool | InterestPool


class Acting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character and its pool."""

    character: CharacterId
    pool: Pool


LEADERSHIP = "Leadership"
"""The skill for leading a team."""


def leads(sheet: Sheet, pool: Pool) -> bool:
    """Return whether a pool is for Leadership (`team.teamwork`)."""
    match pool:
        case SkillPool(skill=name):
            return name == LEADERSHIP
        case SpecializationPool(specialization=name):
            own = sheet.specialization(name)
            return own is not None and own.skill == LEADERSHIP
        case _:
            return False


class Counted(msgspec.Struct, frozen=True):
    """A pool of a sheet: its parts, its dice, and the dice lost by defaulting."""

    named: str
    dice: int
    rule: str
    penalty: int = 0


def counted(sheet: Sheet, pool: Pool) -> Counted | Refused:
    """Return the dice of a pool on a sheet, or the refusal of an entry that the sheet lacks."""
    attribute = sheet.attribute(pool.attribute)
    if attribute is None:
        return refuse(Own.UNKNOWN_ATTRIBUTE, "test.pool", attribute_name=pool.attribute)
    match pool:
        case SkillPool(skill=name):
            skill = sheet.skill(name)
            if skill is None:
                return refuse(Own.UNKNOWN_SKILL, "test.pool", skill_name=name)
            return Counted(
                f"{attribute.name} + {name}", attribute.rating + skill.level, "test.pool"
            )
        case SpecializationPool(specialization=name):
            return _specialized(sheet, attribute, name)
        case AttributePool(second=name):
            second = sheet.attribute(name)
            if second is None:
                return refuse(Own.UNKNOWN_ATTRIBUTE, "test.attribute", attribute_name=name)
            dice = attribute.rating + second.rating
            return Counted(f"{attribute.name} + {name}", dice, "test.attribute")
        case InterestPool(interest=name):
            interest = sheet.interest(name)
            if interest is None:
                return refuse(Own.UNKNOWN_INTEREST, "test.pool", interest_name=name)
            dice = attribute.rating + interest.level
            return Counted(f"{attribute.name} + {name}", dice, "test.pool")


def suggested(sheet: Sheet, skill: str = "") -> Pool:
    """Return the pool with the most dice: of all skills, or of the given one.

    If there is no skill, the pool is the best attribute twice (`test.attribute`).
    """
    attribute = max(sheet.attributes, key=lambda attribute: attribute.rating).name
    own = [entry for entry in sheet.skills if skill == entry.name or (entry.level and not skill)]
    held = [entry for entry in sheet.specializations if entry.held and skill in ("", entry.skill)]
    pools: list[Pool] = [SkillPool(attribute, entry.name) for entry in own]
    pools += [SpecializationPool(attribute, entry.name) for entry in held]
    twice = AttributePool(attribute, attribute)
    return max(pools, key=lambda pool: _dice(sheet, pool), default=twice)


def _dice(sheet: Sheet, pool: Pool) -> int:
    pool_dice = counted(sheet, pool)
    return pool_dice.dice if isinstance(pool_dice, Counted) else 0


def _specialized(sheet: Sheet, attribute: Attribute, name: str) -> Counted | Refused:
    own = sheet.specialization(name)
    if own is None:
        return refuse(Own.UNKNOWN_SPECIALIZATION, "test.pool", specialization_name=name)
    skill = sheet.skill(own.skill)
    level = skill.level if skill else 0
    named = f"{attribute.name} + {own.skill} ({name})"
    if level < own.requisite:
        return _defaulted(named, attribute.rating + level, own.requisite - level)
    dice = attribute.rating + level + (SPECIALIZED if own.held else 0)
    return Counted(named, dice, "test.pool")


def _defaulted(named: str, dice: int, penalty: int) -> Counted:
    return Counted(named, max(0, dice - penalty), "test.default", penalty)


def hits(dice: Iterable[int], pips: int = 0) -> int:
    """Return the number of fives and sixes (`test.hits`), with `pips` added to each die."""
    return sum(die + pips >= HIT for die in dice)


def sixes(dice: Iterable[int], pips: int = 0) -> int:
    """Return the number of sixes, which count for a critical success (`test.critical`)."""
    return sum(die + pips >= FACES for die in dice)


def rerolled(dice: tuple[int, ...], fresh: tuple[int, ...]) -> tuple[int, ...]:
    """Return the dice after Take Two, which replaces dice that are no hits and no ones."""
    fresh_dice = iter(fresh)
    return tuple(next(fresh_dice) if is_disappointing(die) else die for die in dice)


def is_disappointing(die: int) -> bool:
    """Return whether Take Two rolls a die again (`chutzpah.take_two`)."""
    return 1 < die < HIT
