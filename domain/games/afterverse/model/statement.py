"""Players' changes to the world: statements declared as facts, and changed acts of the past."""

from typing import Literal, assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core.tagged import TaggedEffect
from verger.domain.games.afterverse.model.testing import StatementId, TestId
from verger.domain.table.sheet import CharacterId

Standing = Literal["declared", "weighed", "true", "believed", "rejected"]


class Statement(msgspec.Struct, frozen=True, omit_defaults=True):
    """A statement about an interest (`chutzpah.knowledge`).

    Its `standing` is `declared` at first, and `weighed` while its test is open. At the end it is
    `true` in the world, `believed` (only a belief of the character), or `rejected` by the GM.
    """

    character: CharacterId
    interest: str
    text: str
    standing: Standing = "declared"
    test: TestId | None = None


class Retcon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A changed act of a character: the old and the new version (`chutzpah.retcon`)."""

    character: CharacterId
    was: str
    now: str
    test: TestId | None = None


class World(msgspec.Struct, frozen=True):
    """The declared facts and the changed acts."""

    statements: Map[StatementId, Statement] = Map()
    ever: int = 0
    retcons: tuple[Retcon, ...] = ()


class FactDeclared(TaggedEffect, frozen=True, tag="fact_declared"):
    """A player declared a fact."""

    statement: StatementId
    character: CharacterId
    interest: str
    text: str


class FactWeighed(TaggedEffect, frozen=True, tag="fact_weighed"):
    """The GM set a threshold for the statement, and a test decides about it."""

    statement: StatementId
    test: TestId


class FactSettled(TaggedEffect, frozen=True, tag="fact_settled"):
    """The statement is a fact or only a belief, or the GM rejected it."""

    statement: StatementId
    standing: Literal["true", "believed", "rejected"]
    reason: str | None = None


class PastChanged(TaggedEffect, frozen=True, tag="past_changed"):
    """An act of a character was changed. The log keeps both versions."""

    retcon: Retcon


WorldEffect = FactDeclared | FactWeighed | FactSettled | PastChanged


def evolve(world: World, effect: WorldEffect) -> World:
    """Return the world after an effect."""
    statements = world.statements
    match effect:
        case FactDeclared(id, character, interest, text):
            declared = statements.set(id, Statement(character, interest, text))
            return replace(world, statements=declared, ever=world.ever + 1)
        case FactWeighed(id, test):
            weighed = replace(statements[id], standing="weighed", test=test)
            return replace(world, statements=statements.set(id, weighed))
        case FactSettled(id, standing):
            settled = replace(statements[id], standing=standing)
            return replace(world, statements=statements.set(id, settled))
        case PastChanged(retcon):
            return replace(world, retcons=(*world.retcons, retcon))
        case _:
            assert_never(effect)
