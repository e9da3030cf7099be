"""The subjects that only tables of Afterverse can propose."""

from typing import Literal

from verger.domain.core.tagged import TaggedSubject
from verger.domain.core.text import Prose
from verger.domain.games.afterverse.model.pool import Acting
from verger.domain.games.afterverse.model.sheet import Sheet
from verger.domain.games.afterverse.model.testing import TestId
from verger.domain.table.proposal import TableSubject
from verger.domain.table.sheet import CharacterId, WriteSheet


class BeginSession(TaggedSubject, frozen=True, tag="begin_session"):
    """Begin to play, or continue on another day (`session.begin`)."""


class EndSession(TaggedSubject, frozen=True, tag="end_session"):
    """Stop for today (`session.end`)."""


class JoinTest(TaggedSubject, frozen=True, tag="join_test"):
    """Take part in a test: assist, work in a team, lead the team, or oppose (`team.allowed`)."""

    test: TestId
    role: Literal["assistant", "member", "leader", "opponent"]
    actor: Acting


class ChangePast(TaggedSubject, frozen=True, tag="retcon"):
    """Change an action that your character did earlier (`chutzpah.retcon`)."""

    character: CharacterId
    was: Prose
    now: Prose
    test: TestId | None = None
    """The test of that act, if there was one."""


OwnSubject = WriteSheet[Sheet] | BeginSession | EndSession | JoinTest | ChangePast
Subject = TableSubject | OwnSubject
