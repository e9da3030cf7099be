"""What a table of Edgerunner may propose, besides what every table may."""

import msgspec

from domain.edgerunner.sheet import Sheet
from domain.edgerunner.target import AspectId
from domain.proposal import TableSubject
from domain.sheet import WriteSheet
from domain.text import Prose


class _Subject(msgspec.Struct, frozen=True, tag_field="subject", forbid_unknown_fields=True):
    pass


class Concede(_Subject, frozen=True, tag="concede"):
    """A story of a losing side that ends the conflict, if everybody accepts it (`end.concession`)."""

    side: int
    story: Prose


class DropAspect(_Subject, frozen=True, tag="drop_aspect"):
    """Let go of an aspect that has lost its sense (`action.maneuver_end`)."""

    aspect: AspectId
    why: Prose


OwnSubject = WriteSheet[Sheet] | Concede | DropAspect
Subject = TableSubject | OwnSubject
