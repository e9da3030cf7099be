"""Time limits: the questions that have one, and the move that the server makes when it is over."""

from datetime import datetime

import msgspec

from verger.domain.core.identifier import SeatId, Sign
from verger.domain.core.tagged import TaggedEffect

RULE = "table.time"


class TimePasses(
    msgspec.Struct, frozen=True, tag_field="move", tag="time_passes", omit_defaults=True
):
    """The time limit of a question is over. Only the server can make this move.

    Without members, the move is about the time limit that ended first. A repeated move names its
    question.
    """

    seat: SeatId | None = None
    question: Sign = ""
    about: Sign = ""


class AnswerDue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to a seat, and the time when its default answer counts."""

    seat: SeatId
    question: Sign
    """Its name in the pending actions, such as `consent`."""
    until: datetime
    about: Sign = ""
    """The id of the thing that the question is about, if it has one."""


class AnswersDue(TaggedEffect, frozen=True, tag="answers_due"):
    """These questions have a time limit now. The list replaces the previous list."""

    due: tuple[AnswerDue, ...]
    silent: tuple[SeatId, ...]
    """Seats that missed a time limit, and have made no move since then."""
