"""Calling for a test, and calling it off."""

from typing import Annotated, Generic, Literal, Protocol, TypeVar

import msgspec
from msgspec import Meta

from verger.domain.core.decider import Facts, Judgement
from verger.domain.core.identifier import SeatId, Sign, in_order
from verger.domain.core.ruling import Refused, refuse
from verger.domain.core.tagged import TaggedMove
from verger.domain.core.text import Prose
from verger.domain.core.unicode import trimmed
from verger.domain.games.afterverse import banking, chutzpah
from verger.domain.games.afterverse.acting import (
    known_character,
    label,
    name,
    not_gm,
    player_of,
    some,
    unknown,
    unknown_test,
)
from verger.domain.games.afterverse.model.bank import BankId, Kind
from verger.domain.games.afterverse.model.pool import LEADERSHIP, Acting, Counted, counted
from verger.domain.games.afterverse.model.sheet import Whole
from verger.domain.games.afterverse.model.testing import (
    GlitchDice,
    HiddenThreshold,
    OpenThreshold,
    Part,
    Role,
    Test,
    TestId,
    Threshold,
)
from verger.domain.games.afterverse.model.testing_effect import TestCalled, TestClosed
from verger.domain.games.afterverse.reason import Code as Own
from verger.domain.games.afterverse.state import Draft, Play, State
from verger.domain.judging.chapters import Judges
from verger.domain.secrets.sealing import seal_text
from verger.domain.secrets.sealing import too_many as too_many_notes
from verger.domain.table.sheet import CharacterId

RULE = "test.call"

TESTS_MOST = 20
"""The maximum number of open tests of each seat (see `_brought_by`)."""
ACTORS_MOST = 12
THRESHOLD_MOST = 20
RISK_MOST = 10


class Openly(msgspec.Struct, frozen=True, tag_field="threshold", tag="open"):
    """A number of hits that everybody knows."""

    hits: Whole


class Secretly(msgspec.Struct, frozen=True, tag_field="threshold", tag="hidden"):
    """A number of hits that only the GM knows. The server seals the number."""

    hits: Whole


class Sealed(msgspec.Struct, frozen=True, tag_field="threshold", tag="hidden"):
    """The form of `Secretly` that is judged and recorded: without the number."""

    digest: Sign


Asked = Openly | Secretly
Recorded = Openly | Sealed
Thresholds = TypeVar("Thresholds")
"""The thresholds of a move, in the form of the request or of the record."""


class _Call(TaggedMove, frozen=True):
    about: Prose


class CallTest(_Call, Generic[Thresholds], frozen=True, tag="call_test", omit_defaults=True):
    """As the GM, call for a test by one character, by each of several, or by several together.

    With assistance, the first actor is the main actor, and the others assist. With teamwork, all
    actors roll. Further characters, including the leader of a team, join later (`join_test`).
    """

    form: Literal["alone", "assistance", "teamwork"]
    actors: Annotated[tuple[Acting, ...], Meta(max_length=50)]
    threshold: Thresholds | None = None
    into: BankId | Literal["awareness", "initiative"] | None = None
    """The bank for the hits: the id of a bank, or each character's `awareness` or `initiative`."""
    risk: Whole = 0
    glitch: GlitchDice = "none"
    together: bool = False
    """Whether there is one roll of glitch dice for all."""
    attacked: Annotated[tuple[CharacterId, ...], Meta(max_length=200)] = ()
    """The characters that are under attack during this test."""


class CallOpposedTest(_Call, frozen=True, tag="call_opposed_test", omit_defaults=True):
    """Call for an opposed test as the GM. The opponent joins later (`join_test`)."""

    initiator: Acting
    ties: bool = False
    """Whether the test can end in a tie. If not, the initiator loses if the hits are equal."""
    into: BankId | Literal["awareness", "initiative"] | None = None
    risk: Whole = 0
    glitch: GlitchDice = "none"
    attacked: Annotated[tuple[CharacterId, ...], Meta(max_length=200)] = ()


class CallOff(TaggedMove, frozen=True, tag="call_off"):
    """Call a test off as the GM. Chutzpah that was spent on it is given back."""

    test: TestId


_Alike = CallOpposedTest | CallOff

CallMove = CallTest[Asked] | _Alike
"""The moves of a seat."""

RecordedCallMove = CallTest[Recorded] | _Alike
"""The recorded forms of the moves."""


def call(draft: Draft, move: CallTest[Recorded], facts: Facts) -> Judgement:
    """Judge the call for a test by the GM (`test.call`, `team.allowed`)."""
    state = draft.state
    refusal = _cannot_call(state, facts, move) or unfit_terms(state, move)
    if refusal := refusal or _unfit_actors(state, move.actors, move.about):
        return refusal
    roles: tuple[Role, Role] = ("main", "main")
    if move.form == "assistance":
        roles = ("main", "assistant")
    if move.form == "teamwork":
        roles = ("member", "member")
    parts = [
        part_of(draft, actor, roles[place > 0], move.risk)
        for place, actor in enumerate(move.actors)
    ]
    draft.cite("team.allowed", test_form=move.form)
    effect = TestCalled(
        test=next_id(state),
        about=trimmed(move.about),
        form=move.form,
        parts=tuple(parts),
        threshold=threshold_of(draft, facts, move.threshold),
        glitch=move.glitch,
        together=move.together,
        into=move.into or "",
        attacked=tuple(dict.fromkeys(move.attacked)),
    )
    return draft.accept(_call_in_words(draft, effect, facts))


def call_opposed(draft: Draft, move: CallOpposedTest, facts: Facts) -> Judgement:
    """Judge the call for an opposed test by the GM (`test.opposed`)."""
    state = draft.state
    refusal = _cannot_call(state, facts, move)
    refusal = refusal or _unfit_actors(state, (move.initiator,), move.about)
    if refusal := refusal or nobody_else(state):
        return refusal
    draft.cite("test.opposed", initiator=move.initiator.character, tie_outcome=move.ties)
    effect = TestCalled(
        next_id(state),
        trimmed(move.about),
        "opposed",
        (part_of(draft, move.initiator, "main", move.risk),),
        ties=move.ties,
        glitch=move.glitch,
        into=move.into or "",
        attacked=tuple(dict.fromkeys(move.attacked)),
    )
    return draft.accept(_call_in_words(draft, effect, facts))


def nobody_else(state: State) -> Refused | None:
    """Return the refusal if there is no possible opponent, or None."""
    count = len(state.play.characters.known)
    return None if count > 1 else refuse(Own.NOBODY_ELSE, "test.opposed", characters_known=count)


def _call_in_words(draft: Draft, effect: TestCalled, facts: Facts) -> str:
    who = ", ".join(
        f"{name(draft.state, part.character)} ({part.named}, {some(part.pool, 'dice')})"
        for part in effect.parts
    )
    draft.cite(RULE, test=effect.test, risk=effect.parts[0].risk)
    draft.emit(effect)
    what = "an opposed test" if effect.form == "opposed" else "a test"
    sentence = f"{draft.table.name(facts.seat)} calls for {what}, “{effect.about}”: {who}"
    needed, risk = needed_in_words(effect.threshold), _risk(effect.parts[0].risk)
    return f"{sentence}{needed}{risk}{under_attack(draft.state, effect.attacked)}."


def under_attack(state: State, attacked: tuple[CharacterId, ...]) -> str:
    """Name the attacked characters for a sentence."""
    who = " and ".join(name(state, id) for id in attacked)
    return f"; {who} {'is' if len(attacked) == 1 else 'are'} under attack" if who else ""


def needed_in_words(threshold: Threshold | None) -> str:
    """Describe a threshold for a sentence that everybody can read."""
    match threshold:
        case OpenThreshold(hits):
            return f"; {some(hits, 'hit')} needed"
        case HiddenThreshold():
            return "; the threshold stays hidden"
        case None:
            return ""


def _risk(risk: int) -> str:
    return f"; the risk of a glitch is {risk}" if risk else ""


def next_id(state: State) -> TestId:
    """Return the id of the next test."""
    return TestId(f"t{state.play.tests_ever + 1}")


def _cannot_call(
    state: State, facts: Facts, move: CallTest[Recorded] | CallOpposedTest
) -> Refused | None:
    refusal = not_gm(state, facts.seat, RULE) or too_many(state, facts.seat)
    return refusal or unfit_stakes(state, move)


class _Stakes(Protocol):
    @property
    def into(self) -> str | None: ...
    @property
    def risk(self) -> int: ...
    @property
    def attacked(self) -> tuple[CharacterId, ...]: ...


class _Terms(Protocol):
    @property
    def form(self) -> str: ...
    @property
    def threshold(self) -> Asked | Recorded | None: ...


def unfit_stakes(state: State, move: _Stakes) -> Refused | None:
    """Return why a test cannot have this bank, risk or attacked characters, or None."""
    if refusal := unfit_bank(state, move.into):
        return refusal
    if not 0 <= move.risk <= RISK_MOST:
        return refuse(
            Own.WRONG_NUMBER,
            "glitch.risk",
            number_given=move.risk,
            number_minimum=0,
            number_maximum=RISK_MOST,
        )
    refusals = (unknown(state, id, RULE) for id in move.attacked)
    return next((refusal for refusal in refusals if refusal), None)


def unfit_terms(state: State, move: _Terms) -> Refused | None:
    """Return why a test cannot have this form or threshold, or None."""
    refusal = unfit_threshold(state, move.threshold)
    if refusal is None and move.form == "teamwork" and not leaders(state):
        return refuse(Own.NOBODY_LEADS, "team.teamwork")
    return refusal


def leaders(state: State) -> list[CharacterId]:
    """Return the characters that can make a Leadership test (`team.teamwork`)."""
    known = in_order(state.play.characters.known.items())
    return [id for id, character in known if character.sheet.skill(LEADERSHIP)]


def too_many(state: State, seat: SeatId) -> Refused | None:
    """Return the refusal of one more test, or None if the seat is below its limit."""
    own = sum(_brought_by(state, test) == seat for test in state.play.tests.values())
    if own < TESTS_MOST:
        return None
    return refuse(Own.TOO_MANY_TESTS, RULE, tests_open=own, tests_allowed=TESTS_MOST)


def _brought_by(state: State, test: Test) -> SeatId | None:
    """Return the seat whose limit a test counts for.

    A test that a player began counts for the player until the GM allows it. All others count for the GM.
    """
    return player_of(state, test.actors[0].character) if test.begun else state.table.gm


def unfit_bank(state: State, into: str | None) -> Refused | None:
    """Return the refusal if hits cannot go into a bank, because there is no such bank or no situation."""
    if into == Kind.AWARENESS and state.play.scenery.situation is None:
        return refuse(Own.NO_SITUATION, "awareness.bank")
    if into is None or into in {Kind.AWARENESS, Kind.INITIATIVE}:
        return None
    return banking.unknown_bank(state, BankId(into))


def unfit_threshold(state: State, threshold: Asked | Recorded | None) -> Refused | None:
    """Return why a threshold is not valid, or None. It needs a number, open or sealed."""
    match threshold:
        case Openly(hits) | Secretly(hits):
            return unfit_hits(hits)
        case Sealed(digest):
            known = any(note.digest == digest for note in state.table.notes)
            return None if known else too_many_notes(state.table.notes, state.table.gm)
        case None:
            return None


def unfit_hits(hits: int) -> Refused | None:
    """Return why a threshold cannot have this number of hits, or None (`test.hits`)."""
    if 1 <= hits <= THRESHOLD_MOST:
        return None
    return refuse(
        Own.WRONG_NUMBER,
        "test.hits",
        number_given=hits,
        number_minimum=1,
        number_maximum=THRESHOLD_MOST,
    )


def threshold_of(draft: Draft, facts: Facts, threshold: Recorded | None) -> Threshold | None:
    """Return a threshold in its recorded form. A hidden one is in a note (`test.hits`)."""
    match threshold:
        case Openly(hits):
            return OpenThreshold(hits)
        case Sealed(digest):
            return HiddenThreshold(seal_text(draft, facts, digest))
        case None:
            return None


def _unfit_actors(state: State, actors: tuple[Acting, ...], about: str) -> Refused | None:
    if not 1 <= len(actors) <= ACTORS_MOST:
        return refuse(
            Own.WRONG_NUMBER,
            RULE,
            number_given=len(actors),
            number_minimum=1,
            number_maximum=ACTORS_MOST,
        )
    seen: set[CharacterId] = set()
    for actor in actors:
        if refusal := unfit_actor(state, actor):
            return refusal
        if actor.character in seen:
            return refuse(
                Own.ALREADY_IN_TEST,
                RULE,
                character=actor.character,
                character_name=name(state, actor.character),
                test_subject=about,
            )
        seen.add(actor.character)
    return None


def unfit_actor(state: State, actor: Acting) -> Refused | None:
    """Return the refusal if a character's sheet lacks entries of a pool (`test.pool`)."""
    if refusal := unknown(state, actor.character, RULE):
        return refusal
    pool = counted(known_character(state, actor.character).sheet, actor.pool)
    return pool if isinstance(pool, Refused) else None


def part_of(draft: Draft, actor: Acting, role: Role, risk: int) -> Part:
    """Return a character's part in a test, with the dice of its pool (`test.pool`)."""
    pool = counted(known_character(draft.state, actor.character).sheet, actor.pool)
    assert isinstance(pool, Counted), "a pool is counted only after it was found to fit"
    draft.cite(
        pool.rule,
        character=actor.character,
        pool_name=pool.named,
        dice=pool.dice,
        dice_lost=pool.penalty,
    )
    return Part(character=actor.character, role=role, named=pool.named, pool=pool.dice, risk=risk)


def call_off(draft: Draft, move: CallOff, facts: Facts) -> Judgement:
    """Judge calling a test off (`test.call`)."""
    refusal = not_gm(draft.state, facts.seat, RULE)
    if refusal := refusal or unknown_test(draft.state, move.test, RULE):
        return refusal
    draft.cite(RULE, test=move.test)
    about = label(draft.state, move.test)
    chutzpah.give_back(draft, move.test)
    draft.emit(TestClosed(move.test, "called_off"))
    return draft.accept(f"{draft.table.name(facts.seat)} calls “{about}” off.")


CHAPTER: Judges[Play] = {CallTest: call, CallOpposedTest: call_opposed, CallOff: call_off}
