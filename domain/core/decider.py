"""The contract of every ruleset: `decide` judges a move, `evolve` folds its effects."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, Generic, TypeVar

import msgspec

from verger.domain.core.amendment import HOUSE_RULE, RuleAmendment
from verger.domain.core.dice import Dice, Revealed, Roll
from verger.domain.core.divergence import Divergence
from verger.domain.core.house_rule import HouseRules, Value
from verger.domain.core.identifier import Account, HouseRuleId, RuleId, SeatId, Sign
from verger.domain.core.landmark import Landmarks
from verger.domain.core.ledger import BANK, Purse
from verger.domain.core.mover import NO_SEAT, Mover, Unseated
from verger.domain.core.option import Awaited, Option, Price
from verger.domain.core.past import NO_PAST, Past
from verger.domain.core.reason import Reason, register
from verger.domain.core.remedy import NoCorrection
from verger.domain.core.rule import Rule
from verger.domain.core.ruling import Allowed, Applied, Fact, Refused
from verger.domain.core.table import Table
from verger.domain.core.table import evolve as evolve_table
from verger.domain.core.telling import Telling
from verger.domain.core.text import Label
from verger.domain.core.timeline import Rewound

Play = TypeVar("Play")
Move = TypeVar("Move")
Effect = TypeVar("Effect")


class State(msgspec.Struct, Generic[Play], frozen=True):
    """A session at one version: the people's part and the story's."""

    table: Table
    play: Play


class Facts(msgspec.Struct, frozen=True):
    """The facts from outside for a decision: the mover, the time (UTC) and the source of dice."""

    mover: Mover
    at: datetime
    dice: Dice
    version: int = 0
    """The number that the event will have."""
    past: Past = NO_PAST
    repeats: int | None = None
    """The version of the move that is made again, where the server makes one again."""

    @property
    def seat(self) -> SeatId:
        """The seat of the mover, or NO_SEAT if the mover has none."""
        return NO_SEAT if isinstance(self.mover, Unseated) else self.mover


class Accepted(msgspec.Struct, frozen=True):
    """An accepted move: its ruling and its effects, in order."""

    ruling: Allowed
    effects: tuple[Any, ...]
    after: "State[Any]"
    """The state that the effects lead to: folding them gives the same."""

    def followed_by(self, later: "Accepted") -> "Accepted":
        """This with further effects, judged at the state after it."""
        first, more = self.ruling, later.ruling
        rules, warnings = (*first.rules, *more.rules), (*first.warnings, *more.warnings)
        ruling = Allowed(first.sentence + more.sentence, rules, warnings)
        return Accepted(ruling, (*self.effects, *later.effects), later.after)


Judgement = Accepted | Refused


class Event(msgspec.Struct, Generic[Move, Effect], frozen=True, omit_defaults=True):
    """An accepted move: the unit of the log. An anonymous move's event holds no seat."""

    at: datetime
    seat: SeatId | None
    move: Move
    ruling: Allowed
    effects: tuple[Effect, ...]
    dice: tuple[Roll, ...] = ()
    sealed: tuple[Sign, ...] = ()
    """Digests of parts kept for some eyes only, SHA-256(salt ‖ JSON [name, eyes, text]) in hex."""
    repeats: int | None = None
    """The version of the move that was made again here, after a rewind."""
    missed: tuple[Divergence, ...] = ()
    """The later moves that could not be made again once this had left one out."""
    revealed: Revealed | None = None
    """The seed of the dice that this event closes an epoch of, and what commits to the next."""
    via: Label | None = None
    """The program that acted for the seat, where its token names one."""


class Draft(Generic[Play]):
    """A judgement in the making: gathers rules and effects, and evolves as it goes.

    It lives inside one call of `decide` and nobody else ever sees it.
    """

    def __init__(self, state: State[Play], evolve: "Evolve[Play]", facts: Facts) -> None:
        self.state = state
        self.facts = facts
        self._evolve = evolve
        self._effects: list[Any] = []
        self._rules: list[Applied] = []
        self._warnings: list[str] = []

    @property
    def play(self) -> Play:
        """The story's part as it stands after the effects so far."""
        return self.state.play

    @property
    def table(self) -> Table:
        """The people's part as it stands after the effects so far."""
        return self.state.table

    def emit(self, *effects: Any) -> None:
        """Add effects, and evolve the state by them."""
        for effect in effects:
            self.state = _after(self._evolve, self.state, effect, self.facts.past)
        self._effects.extend(effects)

    def cite(self, rule: str, **facts: Fact) -> None:
        """Name a rule that took part, with the facts that it saw."""
        self._rules.append(Applied(RuleId(rule), facts))

    def warn(self, warning: str) -> None:
        """Add a warning for the table; it refuses nothing."""
        self._warnings.append(warning)

    def scratch(self) -> "Draft[Play]":
        """A draft from the current state whose effects are discarded: for trying things out."""
        return Draft(self.state, self._evolve, self.facts)

    def accept(self, sentence: str) -> Accepted:
        """The finished judgement, with its sentence for a player."""
        ruling = Allowed(sentence, tuple(self._rules), tuple(self._warnings))
        return Accepted(ruling, tuple(self._effects), self.state)


Evolve = Callable[[State[Play], Any], State[Play]]


def _after(evolve: "Evolve[Play]", state: State[Play], effect: Any, past: Past) -> State[Play]:
    """The state after an effect. In every ruleset, a rewind takes it from the past."""
    if type(effect) is Rewound:
        return State(evolve_table(state.table, effect), past.play(effect.to))
    return evolve(state, effect)


def _nameless(state: State[Any], account: Account) -> str:
    """For a game whose tokens all belong to the bank, a seat or a character."""
    return account


class Wish(msgspec.Struct, frozen=True):
    """A change that a seat wants and other seats have a say in."""

    about: str
    """The id of the declaration, proposal or rewind that it is."""
    by: SeatId
    after: State[Any]
    """The state if all seats agree."""
    price: Price = {}
    """The price paid so far."""


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a game, which lie in `play.ledger`."""

    nothing: Purse
    """An empty purse; its fields are the kinds of tokens."""
    accounts: Callable[[State[Any]], Mapping[Account, str]]
    """The accounts that a table may move tokens between, with names; none that holds a stake."""
    limited: frozenset[str] = frozenset()
    """The kinds that the bank can run out of."""
    sources: frozenset[Account] = frozenset({BANK})
    """The accounts that tokens come from; only these go below zero."""
    stake: Callable[[State[Any], Account], str] = _nameless
    """The words for an account whose tokens cannot be moved: the price of an open change."""


class Corrections(msgspec.Struct, Generic[Play], frozen=True):
    """The corrections to its play that a game's table may agree on (`dispute.amend`)."""

    kinds: Any
    """The union of corrections; in every game that has tokens `MoveTokens` is one of them."""
    make: Callable[[Draft[Play], Any], Refused | None]
    """Make a correction, with its consequences by the rules, or refuse it."""
    options: Callable[[State[Play]], Sequence[Option]]
    """The corrections that are possible now, each without the others."""


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _makes_none(draft: Draft[Any], correction: Any) -> Refused | None:
    raise AssertionError("a game without corrections of its own is asked to make none")


NO_CORRECTIONS: Corrections[Any] = Corrections(NoCorrection, _makes_none, _nothing)
"""For a game that has no corrections. Only its tokens, if it has any, can be moved."""


def _never(state: State[Any]) -> datetime | None:
    return None


Seal = Callable[[str], str]
"""Seals a text for the eyes of the seat that asks, and gives its digest."""


def nothing_sealed(move: Any, seal: Seal) -> Any:
    """A move of a game that has no secrets but sealed notes and face-down dice."""
    return move


class Ruleset(msgspec.Struct, Generic[Play], frozen=True):
    """One game: everything that the service needs to know of it."""

    name: str
    version: int
    title: str
    rules: Mapping[RuleId, Rule]
    house_rules: HouseRules
    empty: State[Play]
    move_type: Any
    """The union of the moves that a seat may ask for."""
    event_type: Any
    state_type: Any
    effect_type: Any
    decide: Callable[[State[Play], Any, Facts], Judgement]
    evolve: Evolve[Play]
    options: Callable[[State[Play], SeatId], Sequence[Option]]
    awaited: Callable[[State[Play]], Sequence[Awaited]]
    realign: Callable[[Draft[Play]], str]
    """After a rewind: bring the play of then in line with the table of now, and say what changed."""
    view: Callable[[State[Play], SeatId], Any]
    """The story's part of a state as a seat may see it."""
    view_type: Any
    state_format: int = 1
    """Raise it when the fields of the state change. A snapshot with another number is not read."""
    corrections: Corrections[Play] = NO_CORRECTIONS
    tokens: Tokens | None = None
    sealed: Callable[[Any, Seal], Any | Refused] = nothing_sealed
    """A move as it is judged and recorded: digests stand where it keeps texts for its seat's eyes."""
    due: Callable[[State[Play]], datetime | None] = _never
    """When something next happens by time alone, if it does: then `TimePasses` is accepted."""
    sitting_in: Callable[[State[Play], SeatId], tuple[type, ...]] = _nothing
    """The moves that an observer may make, where the game gives one a say (`table.observers`)."""
    wishes: Callable[[Draft[Play]], Iterable[Wish]] = _nothing
    """What seats want to change by ways of the game's own, besides proposals and rewinds."""
    odds: Mapping[str, Callable[[int], Sequence[Fraction]]] = {}
    """By the name of a roll: the exact chances of so many dice's results, the lowest first."""
    lowest: Mapping[str, Callable[[int], int]] = {}
    """By the name of a roll: its lowest result, if that is not 0."""
    reads: frozenset[str] = frozenset()
    """Its reads of a session besides state and banks: `network`, `conflicts`, `sheets`, `map`."""
    landmarks: Landmarks = Landmarks({})
    """The landmarks of its play."""
    telling: Telling = Telling()
    """The words and headings of its stories."""
    reasons: Mapping[Any, Reason] = {}
    """The meanings of the refusal codes that are its own."""
    about: str = ""
    """A sentence about the game, for people who choose one."""
    amendments: tuple[RuleAmendment, ...] = ()
    """How its rules were mended since it was first played, in the order of their numbers."""

    def __post_init__(self) -> None:
        register(self.reasons)

    def beginning(self, chosen: Mapping[HouseRuleId, Value], day: str) -> dict[HouseRuleId, Value]:
        """The house rules that a session names which begins on a day: also the amendments of then."""
        newest = sum(one.since <= day for one in self.amendments)
        # Of a game's first amendment older programs know not even that it can be chosen.
        return {HOUSE_RULE: newest, **chosen} if newest else dict(chosen)


def fold(
    ruleset: Ruleset[Play], state: State[Play], effects: Sequence[Any], past: Past = NO_PAST
) -> State[Play]:
    """The state after effects, in order."""
    evolve = ruleset.evolve
    for effect in effects:
        state = _after(evolve, state, effect, past)
    return state
