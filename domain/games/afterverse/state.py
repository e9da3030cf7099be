"""The state of a session of Afterverse, and the effects that change it."""

from collections.abc import Iterable
from functools import partial
from typing import assert_never

import msgspec
from immutables import Map
from msgspec.structs import replace

from verger.domain.core import decider, ledger, table
from verger.domain.core.ledger import TokensMoved, character_account
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused, refuse
from verger.domain.games.afterverse.effects import SessionBegun, SessionEffect, SessionEnded
from verger.domain.games.afterverse.model import bank, situation, statement, testing_effect
from verger.domain.games.afterverse.model.bank import (
    NOTHING,
    BankEffect,
    BankOpened,
    Banks,
    Kind,
    Ledger,
)
from verger.domain.games.afterverse.model.sheet import Sheet
from verger.domain.games.afterverse.model.situation import Scenery, SituationEffect
from verger.domain.games.afterverse.model.statement import PastChanged, World, WorldEffect
from verger.domain.games.afterverse.model.subject import Subject
from verger.domain.games.afterverse.model.testing import (
    Test,
    TestId,
    Tests,
    Used,
)
from verger.domain.games.afterverse.model.testing_effect import (
    GlitchDiceAdded,
    GlitchRolled,
    RollsKept,
    TestCalled,
    TestClosed,
    TestEffect,
    TestJoined,
)
from verger.domain.table import sheet
from verger.domain.table.folding import folding, part
from verger.domain.table.proposal import Proposals
from verger.domain.table.sheet import CharacterId, Characters, SheetWritten

DONE_MOST = 20
"""The maximum number of closed tests that are kept. The newest ones are kept."""


class Prepare(msgspec.Struct, frozen=True, tag_field="step", tag="prepare"):
    """The table writes its characters."""


class InSession(msgspec.Struct, frozen=True, tag_field="step", tag="play"):
    """The table plays."""


class Over(msgspec.Struct, frozen=True, tag_field="step", tag="over"):
    """The session of play has ended. Another one can begin."""


Step = Prepare | InSession | Over


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """A closed test."""

    id: TestId
    test: Test
    moved_on: tuple[CharacterId, ...] = ()
    """The characters of the test that have begun another test since then (`glitch.roll`)."""

    def after(self, characters: Iterable[CharacterId]) -> "Done":
        """Return the closed test after these characters began another test."""
        own = {actor.character for actor in self.test.actors} - {*self.moved_on}
        begun = [character for character in characters if character in own]
        return replace(self, moved_on=(*self.moved_on, *begun)) if begun else self


class Play(msgspec.Struct, frozen=True):
    """The play: the part of the state that a rewind changes."""

    step: Step = Prepare()
    sessions: int = 0
    characters: Characters[Sheet] = Characters()
    ledger: Ledger = Map()
    proposals: Proposals[Subject] = Proposals()
    banks: Banks = Map()
    banks_ever: int = 0
    tests: Tests = Map()
    tests_ever: int = 0
    done: tuple[Done, ...] = ()
    keeping: tuple[CharacterId, ...] = ()
    """The characters whose rolls are final at once, until their players stop that."""
    scenery: Scenery = Scenery()
    world: World = World()

    def holds(self, character: CharacterId, kind: Kind) -> int:
        """Return the points of a kind that a character has."""
        return ledger.held(self.ledger, character_account(character), NOTHING).of(kind)

    def closed(self, id: TestId) -> Done | None:
        """Return a closed test, or None."""
        return next((done for done in self.done if done.id == id), None)

    def test(self, id: TestId) -> Test:
        """Return a test that is known to exist, open or closed."""
        closed = self.closed(id)
        return closed.test if closed else self.tests[id]

    def hits(self, id: str) -> int:
        """Return the hits in a bank."""
        return ledger.held(self.ledger, bank.hits_account(id), NOTHING).hits


State = decider.State[Play]
Draft = decider.Draft[Play]

EMPTY: State = decider.State(table.Table(), Play())


def step_name(state: State) -> str:
    """Return the step of play."""
    return str(state.play.step.__struct_config__.tag)


def not_in_play(state: State, rule: str) -> Refused | None:
    """Return the refusal of tests and points outside a session of play, or None."""
    if isinstance(state.play.step, InSession):
        return None
    return refuse(Code.WRONG_STEP, rule, step_needed="play", step=step_name(state))


def _on_session(play: Play, effect: SessionEffect) -> Play:
    match effect:
        case SessionBegun(number):
            return replace(play, step=InSession(), sessions=number)
        case SessionEnded():
            return replace(play, step=Over())
        case _:
            assert_never(effect)


def _on_banks(play: Play, effect: BankEffect) -> Play:
    ever = play.banks_ever + isinstance(effect, BankOpened)
    return replace(play, banks=bank.evolve(play.banks, effect), banks_ever=ever)


def _on_tests(play: Play, effect: TestEffect) -> Play:
    if isinstance(effect, GlitchDiceAdded | GlitchRolled) and effect.test not in play.tests:
        return replace(play, done=tuple([_glitched(done, effect) for done in play.done]))
    done = play.done
    if isinstance(effect, TestClosed) and effect.outcome == "over":
        done = (*done, Done(effect.test, play.tests[effect.test]))[-DONE_MOST:]
    if isinstance(effect, TestCalled | TestJoined):
        parts = effect.parts if isinstance(effect, TestCalled) else (effect.part,)
        begun = tuple(dict.fromkeys([part.character for part in parts]))
        done = tuple([closed.after(begun) for closed in done])
    ever = play.tests_ever + isinstance(effect, TestCalled)
    return replace(
        play, tests=testing_effect.evolve(play.tests, effect), tests_ever=ever, done=done
    )


def _glitched(done: Done, effect: GlitchDiceAdded | GlitchRolled) -> Done:
    """Return a closed test after glitch dice were added to it (`glitch.roll`)."""
    if done.id != effect.test:
        return done
    return replace(done, test=testing_effect.evolve_test(done.test, effect))


def _on_keeping(play: Play, effect: RollsKept) -> Play:
    if effect.test is None:
        return replace(play, keeping=testing_effect.kept(play.keeping, effect))
    test = play.tests[effect.test]
    known = replace(test, keeping=testing_effect.kept(test.keeping, effect))
    return replace(play, tests=play.tests.set(effect.test, known))


def _on_world(play: Play, effect: WorldEffect) -> Play:
    changed = replace(play, world=statement.evolve(play.world, effect))
    return _with_past(changed, effect) if isinstance(effect, PastChanged) else changed


def _with_past(play: Play, effect: PastChanged) -> Play:
    """Mark the changed test as affected by chutzpah."""
    who, id = effect.retcon.character, effect.retcon.test
    done = tuple(
        replace(done, test=with_retcon(done.test, who)) if done.id == id else done
        for done in play.done
    )
    return replace(play, done=done)


def with_retcon(test: Test, character: CharacterId) -> Test:
    """Return a test after a character's act was changed.

    The chutzpah counts for a roll that no chutzpah has affected before.
    """
    affected = {use.place for use in test.used}
    places = [place for place, actor in enumerate(test.actors) if actor.character == character]
    place = next((place for place in places if place not in affected), places[0])
    return replace(test, used=(*test.used, Used(character, "retcon", place)))


evolve: decider.Evolve[Play] = folding(
    {
        SheetWritten: part("characters", sheet.evolve),
        SessionEffect: _on_session,
        TestEffect: _on_tests,
        RollsKept: _on_keeping,
        TokensMoved: part("ledger", partial(ledger.moved, nothing=NOTHING)),
        BankEffect: _on_banks,
        SituationEffect: part("scenery", situation.evolve),
        WorldEffect: _on_world,
    }
)
