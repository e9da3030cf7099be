"""The views of a session of Afterverse.

Every seat can see the whole state. Hidden values are in sealed notes, which are not in the state,
and appear here after they are revealed.
"""

import msgspec

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.ledger import character_account, held
from verger.domain.core.members import made_of
from verger.domain.core.note import Note, NoteId
from verger.domain.games.afterverse import glitch
from verger.domain.games.afterverse.hidden import is_borne_out, is_count_borne_out, needed, rolled
from verger.domain.games.afterverse.model.bank import NOTHING
from verger.domain.games.afterverse.model.sheet import Sheet
from verger.domain.games.afterverse.model.situation import Question
from verger.domain.games.afterverse.model.statement import Retcon, Statement
from verger.domain.games.afterverse.model.subject import Subject
from verger.domain.games.afterverse.model.testing import (
    Actor,
    Form,
    Glitch,
    Result,
    Test,
    TestId,
    Threshold,
    Used,
)
from verger.domain.games.afterverse.state import State, step_name
from verger.domain.table import proposal
from verger.domain.table.proposal import ProposalView
from verger.domain.table.sheet import CharacterId


class CharacterView(msgspec.Struct, frozen=True):
    """A character with its sheet and its points."""

    id: CharacterId
    name: str
    seat: SeatId | None
    """The seat that plays the character; null for the GM."""
    sheet: Sheet
    chutzpah: int
    awareness: int
    initiative: int
    stun: int


class BankView(msgspec.Struct, frozen=True):
    """A bank of hits."""

    id: str
    name: str
    character: CharacterId
    cap: int | str
    hits: int


class GlitchView(msgspec.Struct, frozen=True):
    """Glitch dice: their values and their character, as far as they are revealed."""

    characters: tuple[CharacterId, ...]
    risk: int
    dice: tuple[int, ...]
    notes: tuple[NoteId, ...]
    """The notes that contain face-down dice."""
    glitched: bool | None
    whose: CharacterId | None


class ResultView(msgspec.Struct, frozen=True):
    """The result of a test for a character."""

    character: CharacterId
    hits: int | None
    """The number of hits. Null if the roll is face down."""
    sixes: int | None
    outcome: str
    critical: str
    counts: int | None
    """The number of hits that count for the success."""
    told: str | None
    borne_out: bool | None
    """Whether the GM's statement fits the notes that were revealed later."""


class TestView(msgspec.Struct, frozen=True):
    """A test, open or closed."""

    id: TestId
    about: str
    form: Form
    threshold: Threshold | None
    needed: int | None
    """The needed hits, if they are known."""
    ties: bool
    into: str
    attacked: tuple[CharacterId, ...]
    actors: tuple[Actor, ...]
    used: tuple[Used, ...]
    glitches: tuple[GlitchView, ...]
    rolls: str | None
    """Whether a team's highest or lowest rolls count, if that is known."""
    rolls_borne_out: bool | None
    """Whether the GM's choice fits the notes that were revealed later."""
    results: tuple[ResultView, ...]


class QuestionView(msgspec.Struct, frozen=True):
    """A question about the surroundings that waits for the GM."""

    id: str
    question: Question


class StatementView(msgspec.Struct, frozen=True):
    """A statement that was declared a fact."""

    id: str
    statement: Statement


class SituationView(msgspec.Struct, frozen=True):
    """The place of the characters, and the number of looks of each."""

    text: str
    looked: dict[CharacterId, int]


class PlayView(msgspec.Struct, frozen=True):
    """The play of a session, without the ledger of its banks."""

    step: str
    """The current step: `prepare`, `play` or `over`."""
    phase: int | None
    """Always null, because this game has no phases."""
    sessions: int
    sheets: tuple[CharacterView, ...]
    banks: tuple[BankView, ...]
    tests: tuple[TestView, ...]
    done: tuple[TestView, ...]
    """The newest closed tests."""
    situation: SituationView | None
    combat: bool
    questions: tuple[QuestionView, ...]
    statements: tuple[StatementView, ...]
    retcons: tuple[Retcon, ...]
    proposals: tuple[ProposalView[Subject], ...]


def view(state: State, seat: SeatId) -> PlayView:
    """Return the play as a seat can see it."""
    del seat  # Secrets are in sealed notes and not in the state.
    play, notes = state.play, state.table.notes
    situation = play.scenery.situation
    return PlayView(
        step=step_name(state),
        phase=None,
        sessions=play.sessions,
        sheets=_sheets(state),
        banks=_banks(state),
        tests=tuple(_test(id, test, notes) for id, test in in_order(play.tests.items())),
        done=tuple(_test(done.id, done.test, notes) for done in play.done),
        situation=SituationView(situation.text, dict(in_order(situation.looked.items())))
        if situation
        else None,
        combat=play.scenery.combat,
        questions=tuple(
            QuestionView(id, question) for id, question in in_order(play.scenery.questions.items())
        ),
        statements=tuple(
            StatementView(id, statement)
            for id, statement in in_order(play.world.statements.items())
        ),
        retcons=play.world.retcons,
        proposals=proposal.shown(play.proposals),
    )


def _sheets(state: State) -> tuple[CharacterView, ...]:
    ledger = state.play.ledger
    return tuple(
        made_of(CharacterView, character, held(ledger, character_account(id), NOTHING), id=id)
        for id, character in in_order(state.play.characters.known.items())
    )


def _banks(state: State) -> tuple[BankView, ...]:
    return tuple(
        BankView(
            id=id, name=bank.name, character=bank.character, cap=bank.cap, hits=state.play.hits(id)
        )
        for id, bank in in_order(state.play.banks.items())
    )


def _test(id: TestId, test: Test, notes: tuple[Note, ...]) -> TestView:
    rolls = None if test.lowest is None else ("highest", "lowest")[test.lowest]
    return made_of(
        TestView,
        test,
        id=id,
        needed=needed(test, notes),
        glitches=tuple(_glitch(glitch, notes) for glitch in test.glitches),
        rolls=rolls if test.form == "teamwork" else None,
        rolls_borne_out=is_count_borne_out(test, notes),
        results=tuple(_result(test, result, notes) for result in test.results),
    )


def _glitch(roll: Glitch, notes: tuple[Note, ...]) -> GlitchView:
    return GlitchView(
        characters=roll.characters,
        risk=roll.risk,
        dice=roll.dice if roll.note is None else glitch.opened(notes, roll.note) or (),
        notes=tuple(note for note in (roll.note, roll.picking) if note),
        glitched=glitch.happened(roll, notes),
        whose=glitch.whose(roll, notes),
    )


def _result(test: Test, result: Result, notes: tuple[Note, ...]) -> ResultView:
    known = rolled(test, result, notes)
    hits, sixes = known or (None, None)
    return made_of(
        ResultView,
        result,
        hits=hits,
        sixes=sixes,
        counts=None if test.hidden else result.counts,
        borne_out=is_borne_out(test, result, notes),
    )
