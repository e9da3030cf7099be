"""The subjects that a table of Afterverse may propose, besides those of every table."""

import msgspec

from domain.core.text import Prose
from domain.games.afterverse.model.sheet import Sheet
from domain.games.afterverse.model.test import TestId
from domain.table.proposal import TableSubject
from domain.table.sheet import CharacterId, WriteSheet


class _Subject(msgspec.Struct, frozen=True, tag_field="subject", forbid_unknown_fields=True):
    pass


class BeginSession(_Subject, frozen=True, tag="begin_session"):
    """Play begins, or goes on another day (`session.begin`)."""


class EndSession(_Subject, frozen=True, tag="end_session"):
    """This is enough for today (`session.end`)."""


class ChangePast(_Subject, frozen=True, tag="retcon"):
    """One's character did something else than was told (`chutzpah.retcon`)."""

    character: CharacterId
    was: Prose
    now: Prose
    test: TestId | None = None
    """The test that the act was, where there was one."""


OwnSubject = WriteSheet[Sheet] | BeginSession | EndSession | ChangePast
Subject = TableSubject | OwnSubject
