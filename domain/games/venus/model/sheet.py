"""Sheets: abilities, jobs that inherit them, attributes; and the rules for sheets."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from verger.domain.core.option import Echo, Field, Group, Number, Option, TextField, choices
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.spelling import caseless
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT, Label, Prose, tidy
from verger.domain.games.venus.model.caliber import Caliber
from verger.domain.games.venus.reason import Code as Own
from verger.domain.table.sheet import Sheets, named_twice

RULE = "sheet.fit"

SCORE_LIMIT = 20
"""The highest score, and the highest level of a job."""
EXP_LIMIT = 16
"""The exp that fills the bar of a job (`job.level`)."""
INHERITED = 2
ABILITY_LIMIT, JOB_LIMIT, ATTRIBUTE_LIMIT = 20, 30, 50

CaliberName = Annotated[
    str,
    Meta(extra={"sign": True}, extra_json_schema={"enum": [caliber.value for caliber in Caliber]}),
]
"""The name of a caliber in a request. The rules check whether it exists."""


class Kind(StrEnum):
    """The kinds of attributes."""

    ASSET = "asset"
    FEATURE = "feature"
    DISCIPLINE = "discipline"
    MERIT = "merit"
    AESTHETIC = "aesthetic"
    PRINCIPLE = "principle"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


class Ability(_Part, frozen=True):
    """An ability, with talent (its caliber) and training (its score)."""

    name: Label
    caliber: CaliberName
    score: int


class Job(_Part, frozen=True):
    """A job. Its level is the number of dice for a task that uses one of its two abilities."""

    name: Label
    abilities: tuple[Label, ...]
    level: int
    exp: int
    qualifications: Prose | None = None
    """The condition for learning the job, if it has one."""
    qualified: bool = False
    """Whether the condition is met."""

    @property
    def may_learn(self) -> bool:
        """Whether the job can mark exp (`job.qualify`)."""
        return self.qualifications is None or self.qualified

    def inherits(self, ability: str) -> bool:
        """Return whether the job's level gives dice for tasks of an ability (`task.job`)."""
        return _key(ability) in map(_key, self.abilities)


class Attribute(_Part, frozen=True):
    """A feature of a character that can help or bind."""

    kind: Kind
    text: Prose
    special: Prose | None = None
    """A secondary consequence that the attribute adds to tasks (`task.special`)."""


class Sheet(_Part, frozen=True):
    """All facts about a character."""

    abilities: Annotated[tuple[Ability, ...], Meta(min_length=1, max_length=ABILITY_LIMIT)]
    jobs: Annotated[tuple[Job, ...], Meta(max_length=JOB_LIMIT)] = ()
    attributes: Annotated[tuple[Attribute, ...], Meta(max_length=ATTRIBUTE_LIMIT)] = ()

    def ability(self, name: str) -> Ability | None:
        """Return the ability with this name, or None."""
        return next(
            (ability for ability in self.abilities if _key(ability.name) == _key(name)), None
        )

    def job(self, name: str) -> Job | None:
        """Return the job with this name, or None."""
        return next((job for job in self.jobs if _key(job.name) == _key(name)), None)

    def attribute(self, place: int) -> Attribute | None:
        """Return the attribute at a place of the sheet, counted from 1, or None."""
        return self.attributes[place - 1] if 1 <= place <= len(self.attributes) else None

    def has(self, kind: Kind) -> bool:
        """Return whether there is an attribute of a kind."""
        return any(attribute.kind is kind for attribute in self.attributes)

    def place(self, job: Job) -> int:
        """Return the place of a job on the sheet, counted from 1."""
        return self.jobs.index(job) + 1

    def with_job(self, place: int, job: Job) -> "Sheet":
        """Return the sheet with another job at a place.

        Names are not unique, because they can be redacted.
        """
        return replace(self, jobs=(*self.jobs[: place - 1], job, *self.jobs[place:]))

    def reached(self, job: Job) -> int:
        """Return the level that a job reaches with a full bar (`job.level`)."""
        scores = [ability.score for ability in self.abilities if job.inherits(ability.name)]
        return min(scores, default=job.level)


def _key(name: str) -> str:
    return caseless(name)


def written(new: Sheet) -> Sheet:
    """Return the sheet in its recorded form.

    Texts are tidied, and jobs spell their abilities as the sheet does.
    """
    abilities = tuple(replace(ability, name=tidy(ability.name)) for ability in new.abilities)
    called = {_key(ability.name): ability.name for ability in abilities}
    jobs = tuple(
        replace(job, name=tidy(job.name), abilities=tuple(called[_key(a)] for a in job.abilities))
        for job in new.jobs
    )
    return replace(new, abilities=abilities, jobs=jobs)


def fields() -> tuple[Field, ...]:
    """Return the fields of a sheet, for options."""
    name, score = TextField("name", LABEL_LIMIT), Number("score", 0, SCORE_LIMIT)
    calibers = choices("caliber", [(caliber.value, "") for caliber in Caliber])
    job = (
        name,
        Echo("abilities", "abilities.name", many=INHERITED),
        Number("level", 0, SCORE_LIMIT),
        Number("exp", 0, EXP_LIMIT),
        TextField("qualifications", PROSE_LIMIT, optional=True),
        choices("qualified", [(False, ""), (True, "")], optional=True),
    )
    attribute = (
        choices("kind", [(kind.value, "") for kind in Kind]),
        TextField("text", PROSE_LIMIT),
        TextField("special", PROSE_LIMIT, optional=True),
    )
    ability = Option({}, (name, calibers, score))
    return (
        Group("abilities", (ability,), many=ABILITY_LIMIT, distinct="name"),
        Group("jobs", (Option({}, job),), many=JOB_LIMIT, optional=True, distinct="name"),
        Group("attributes", (Option({}, attribute),), many=ATTRIBUTE_LIMIT, optional=True),
    )


def unfit_sheet(sheet: Sheet) -> Refused | None:
    """Return the refusal of a sheet, or None if it obeys the rules (`sheet.fit`)."""
    for ability in sheet.abilities:
        if ability.caliber not in tuple(Caliber):
            return refuse(
                Own.UNKNOWN_CALIBER,
                RULE,
                ability_name=ability.name,
                caliber_given=ability.caliber,
                calibers_allowed=tuple(Caliber),
            )
        if refusal := _out_of_range("score", ability.name, ability.score, SCORE_LIMIT):
            return refusal
    return (
        named_twice([ability.name for ability in sheet.abilities], RULE)
        or named_twice([job.name for job in sheet.jobs], RULE)
        or next((refusal for job in sheet.jobs if (refusal := unfit_job(sheet, job))), None)
    )


def unfit_job(sheet: Sheet, job: Job) -> Refused | None:
    """Return why a sheet cannot contain a job, or None (`sheet.fit`)."""
    if refusal := _out_of_range("level", job.name, job.level, SCORE_LIMIT):
        return refusal
    if refusal := _out_of_range("exp", job.name, job.exp, EXP_LIMIT):
        return refusal
    unknown = [name for name in job.abilities if sheet.ability(name) is None]
    if unknown:
        return refuse(Own.UNKNOWN_ABILITY, RULE, job_name=job.name, ability_name=unknown[0])
    different = len({_key(name) for name in job.abilities})
    if different != INHERITED or len(job.abilities) != INHERITED:
        return refuse(
            Own.WRONG_INHERITANCE, RULE, job_name=job.name, abilities_named=len(job.abilities)
        )
    return None


def _out_of_range(rating: str, label: str, value: int, most: int) -> Refused | None:
    if 0 <= value <= most:
        return None
    return refuse(
        Own.RATING_OUT_OF_RANGE,
        RULE,
        entry_name=label,
        rating_kind=rating,
        rating_given=value,
        rating_maximum=most,
    )


SHEETS = Sheets(unfit_sheet, fields(), written)
