"""The interface of every ruleset: `decide` judges a move, `evolve` applies an effect."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from verger.domain.core.amendment import HOUSE_RULE, RuleAmendment
from verger.domain.core.dice import Dice, Revealed, Roll
from verger.domain.core.divergence import Divergence
from verger.domain.core.element import Elements
from verger.domain.core.house_rule import HouseRules, Value
from verger.domain.core.identifier import Account, HouseRuleId, RuleId, SeatId, Sign
from verger.domain.core.landmark import Landmarks
from verger.domain.core.ledger import BANK, Purse
from verger.domain.core.mover import NO_SEAT, Mover, Unseated
from verger.domain.core.option import Awaited, Option, Price
from verger.domain.core.past import NO_PAST, Past
from verger.domain.core.reason import register
from verger.domain.core.refusal_code import Reason, ReasonCode
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
    """A session at one version: the table (its people) and the play (its story)."""

    table: Table
    play: Play


class Facts(msgspec.Struct, frozen=True):
    """The external facts for a decision: the mover, the time (UTC) and the source of dice."""

    mover: Mover
    at: datetime
    dice: Dice
    version: int = 0
    """The version that the event will have."""
    past: Past = NO_PAST
    repeats: int | None = None
    """The version of the original move, if the server repeats a move."""

    @property
    def seat(self) -> SeatId:
        """The seat of the mover, or NO_SEAT if the mover has none."""
        return NO_SEAT if isinstance(self.mover, Unseated) else self.mover


class Accepted(msgspec.Struct, frozen=True):
    """An accepted move: its ruling and its effects, in order."""

    ruling: Allowed
    effects: tuple[Any, ...]
    after: "State[Any]"
    """The state after the effects, which is also the fold of the effects into the earlier state."""

    def followed_by(self, later: "Accepted") -> "Accepted":
        """Return this judgement joined with a later one, which was judged at the state after it."""
        first, more = self.ruling, later.ruling
        rules, warnings = (*first.rules, *more.rules), (*first.warnings, *more.warnings)
        ruling = Allowed(first.sentence + more.sentence, rules, warnings)
        return Accepted(ruling, (*self.effects, *later.effects), later.after)


Judgement = Accepted | Refused


class Event(msgspec.Struct, Generic[Move, Effect], frozen=True, omit_defaults=True):
    """An accepted move: the unit of the log. The event of an anonymous move has no seat."""

    at: datetime
    """The time of the event, in UTC."""
    seat: SeatId | None
    """The seat that made the move; null if the move is anonymous or a time limit passed."""
    move: Move
    """The accepted move."""
    ruling: Allowed
    """The decision on the move, and its reasons."""
    effects: tuple[Effect, ...]
    """The changes that the event makes, in order."""
    dice: tuple[Roll, ...] = ()
    """The thrown dice, in order."""
    sealed: tuple[Sign, ...] = ()
    """The digests of the sealed parts: SHA-256(salt ‖ JSON [name, eyes, text]), in hex."""
    repeats: int | None = None
    """The version of the original move, if this event repeats a move after a rewind."""
    missed: tuple[Divergence, ...] = ()
    """The later moves that could not be repeated, if this event leaves a move out."""
    revealed: Revealed | None = None
    """The seed that this event reveals, and the commitment to the next seed."""
    via: Label | None = None
    """The name of the program that acted for the seat, if the token has one."""


class Draft(Generic[Play]):
    """A judgement that is being built. It collects rules and effects, and updates the state.

    A draft exists only during one call of `decide`.
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
        """The play after the effects so far."""
        return self.state.play

    @property
    def table(self) -> Table:
        """The table after the effects so far."""
        return self.state.table

    def emit(self, *effects: Any) -> None:
        """Add effects, and apply them to the state."""
        for effect in effects:
            self.state = _after(self._evolve, self.state, effect, self.facts.past)
        self._effects.extend(effects)

    def cite(self, rule: str, **facts: Fact) -> None:
        """Record that a rule took part in the judgement, with the facts that it used."""
        self._rules.append(Applied(RuleId(rule), facts))

    def warn(self, warning: str) -> None:
        """Add a warning for the table, once. A warning refuses nothing."""
        if warning not in self._warnings:
            self._warnings.append(warning)

    def scratch(self) -> "Draft[Play]":
        """Return a new draft that begins at the current state, for a trial.

        Its effects do not reach this draft.
        """
        return Draft(self.state, self._evolve, self.facts)

    def accept(self, sentence: str) -> Accepted:
        """Return the finished judgement, with its sentence for players."""
        ruling = Allowed(sentence, tuple(self._rules), tuple(self._warnings))
        return Accepted(ruling, tuple(self._effects), self.state)


Evolve = Callable[[State[Play], Any], State[Play]]


def _after(evolve: "Evolve[Play]", state: State[Play], effect: Any, past: Past) -> State[Play]:
    """Return the state after an effect. A rewind takes the play from the past, in every ruleset."""
    if type(effect) is Rewound:
        return State(evolve_table(state.table, effect), past.play(effect.to))
    return evolve(state, effect)


def _nameless(state: State[Any], account: Account) -> str:
    """Return the id of an account.

    The default: in most games, only the bank, seats and characters have accounts.
    """
    return account


class Wish(msgspec.Struct, frozen=True):
    """A change that a seat wants and that other seats must agree to."""

    about: str
    """The id of the declaration, proposal or rewind."""
    by: SeatId
    after: State[Any]
    """The state if all seats agree."""
    price: Price = {}
    """The price paid so far."""
    rewound: Rewound | None = None
    """The rewind, if the seat wants to leave a move out. `after` is then the state before the later
    moves are repeated."""
    missed: tuple[Divergence, ...] = ()
    """The later moves that cannot be repeated."""


class Tokens(msgspec.Struct, frozen=True):
    """The tokens of a game, which are stored in `play.ledger`."""

    nothing: Purse
    """An empty purse; its fields are the kinds of tokens."""
    accounts: Callable[[State[Any]], Mapping[Account, str]]
    """The accounts whose tokens a table can move, with their names. Stakes cannot be moved."""
    limited: frozenset[str] = frozenset()
    """The kinds that the bank can run out of."""
    sources: frozenset[Account] = frozenset({BANK})
    """The accounts that can create tokens. Only these can go below zero."""
    stake: Callable[[State[Any], Account], str] = _nameless
    """Describe an account whose tokens cannot be moved, such as the price of an open change."""


class Described(NamedTuple):
    """A correction in words that can follow "to", and the facts in these words."""

    words: str
    facts: dict[str, Fact]


class Corrections(msgspec.Struct, Generic[Play], frozen=True):
    """The corrections to the play of a game that its table can agree on (`dispute.amend`)."""

    kinds: Any
    """The union of corrections. In every game with tokens, `MoveTokens` is one of them."""
    make: Callable[[Draft[Play], Any], Refused | None]
    """Make a correction and the consequences that the rules give it, or refuse it."""
    options: Callable[[State[Play]], Sequence[Option]]
    """The corrections that are possible now, each considered separately."""
    describe: Callable[[State[Play], Any], Described]
    """Describe a correction for the seats that vote on it, also one that is no longer possible."""


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _disproves_nothing(draft: Draft[Any], before: State[Any]) -> str:
    return ""


def _makes_none(draft: Draft[Any], correction: Any) -> Refused | None:
    raise AssertionError("a game without corrections cannot make one")


def _describes_none(state: State[Any], correction: Any) -> Described:
    raise AssertionError("a game without corrections cannot describe one")


NO_CORRECTIONS: Corrections[Any] = Corrections(NoCorrection, _makes_none, _nothing, _describes_none)
"""The default for a game without corrections. Only its tokens, if it has any, can be moved."""


def _no_values(state: State[Any], seat: SeatId) -> Mapping[str, Any]:
    return {}


class Silence(msgspec.Struct, frozen=True):
    """The meaning of silence about a question: the move that is made for the seat (`table.time`)."""

    moves: tuple[str, ...] = ()
    """The default moves: the first possible one is made. If there are none, nobody can answer for
    the seat. For example, nobody can narrate for it."""
    values: Mapping[str, Any] = {}
    """Values of the move's fields. Each other field gets its first choice, or is left out."""
    choose: Callable[[State[Any], SeatId], Mapping[str, Any]] = _no_values
    """Return more values, which depend on the state."""


class Answer(msgspec.Struct, frozen=True):
    """A move that answers a question."""

    move: str
    """The move, or the subject that is proposed."""
    consequence: str
    """The result in a sentence, without names and numbers."""
    destroys: bool = False
    """Whether the answer destroys something."""
    about: str = ""
    """An optional member of the move that must name the question's subject; empty if there is none."""
    values: Mapping[str, str | int | bool] = {}
    """The values that members of the move must have. With other values, the move is not this
    answer."""
    verb: str = ""
    """The words of its button. Default: the label of the option, and the label of the value."""
    says: Literal["yes", "no"] | None = None
    """The meaning of the answer, if the question can be answered with yes or no."""


class Question(msgspec.Struct, frozen=True):
    """A kind of question: its answers in the order of their buttons, and the meaning of silence."""

    answers: tuple[Answer, ...]
    silence: Silence | None = None
    """The meaning of silence. None if the question has no time limit."""


Seal = Callable[[str], str]
"""Seals a text so that only the asking seat can read it, and returns the digest."""


def nothing_sealed(move: Any, seal: Seal) -> Any:
    """Return the move unchanged: for games whose only secrets are notes and face-down dice."""
    return move


class Actions(msgspec.Struct, frozen=True):
    """The effects that join the moves of one action, such as a declaration and its consents.

    If a table leaves a move of an action out, it leaves the whole action out.
    """

    ids: frozenset[Any] = frozenset()
    """The types of the ids of actions and questions. All effects with one id belong together."""
    begins: frozenset[type] = frozenset()
    """The effects that begin an action, if the game has only one action at a time."""
    continues: frozenset[type] = frozenset()
    """All effects of an action, if the game has only one action at a time."""


class Ruleset(msgspec.Struct, Generic[Play], frozen=True):
    """One game: everything that the service needs to know about it."""

    name: str
    version: int
    title: str
    rules: Mapping[RuleId, Rule]
    house_rules: HouseRules
    empty: State[Play]
    move_type: Any
    """The union of the moves that a seat can request."""
    event_type: Any
    state_type: Any
    effect_type: Any
    decide: Callable[[State[Play], Any, Facts], Judgement]
    evolve: Evolve[Play]
    options: Callable[[State[Play], SeatId], Sequence[Option]]
    awaited: Callable[[State[Play]], Sequence[Awaited]]
    realign: Callable[[Draft[Play]], str]
    """Called after a rewind. Make the old play fit the current table, and describe the changes."""
    view: Callable[[State[Play], SeatId], Any]
    """Return the play as a seat can see it."""
    view_type: Any
    state_format: int = 1
    """Raise it when the fields of the state change. Snapshots with another number are not read."""
    corrections: Corrections[Play] = NO_CORRECTIONS
    tokens: Tokens | None = None
    sealed: Callable[[Any, Seal], Any | Refused] = nothing_sealed
    """Return a move as it is judged and recorded, with digests in place of texts that only its seat
    can read."""
    questions: Mapping[str, Question] = {}
    """The questions of this game, by their names in `awaited`."""
    actions: Actions = Actions()
    """The effects and ids that show which moves form one action."""
    sitting_in: Callable[[State[Play], SeatId], tuple[type, ...]] = _nothing
    """Return the moves that an observer can make, if the game allows an observer to decide
    something (`table.observers`)."""
    disproved: Callable[[Draft[Play], State[Play]], str] = _disproves_nothing
    """Called after a note is revealed, with the state before the reveal. For each statement that
    the note disproves, cite the rule with the fact `is_borne_out`, and return a sentence."""
    wishes: Callable[[Draft[Play]], Iterable[Wish]] = _nothing
    """Return the changes that seats want by moves of this game, in addition to proposals and
    rewinds."""
    odds: Mapping[str, Callable[[int], Sequence[Fraction]]] = {}
    """For each kind of roll, by its name: the exact chances of its results with a number of dice,
    the lowest result first."""
    lowest: Mapping[str, Callable[[int], int]] = {}
    """The lowest result of each kind of roll with a number of dice, if that is not 0."""
    reads: frozenset[str] = frozenset()
    """The read models of this game, in addition to state and banks: `network`, `conflicts`,
    `sheets`, `map`."""
    elements: Elements = Elements()
    """The elements that the pictures and sheets of the game show. Each element has a history."""
    landmarks: Landmarks = Landmarks({})
    """The landmarks of the play."""
    telling: Telling = Telling()
    """The words and headings for stories."""
    reasons: Mapping[ReasonCode, Reason] = {}
    """The meanings of the refusal codes that only this game has."""
    about: str = ""
    """A sentence about the game, for people who choose a game."""
    gm_title: str = "GM"
    """The game's word for its GM."""
    amendments: tuple[RuleAmendment, ...] = ()
    """The corrections of the game's rules since the first release, in order of their numbers."""

    def __post_init__(self) -> None:
        register(self.reasons)

    def beginning(self, chosen: Mapping[HouseRuleId, Value], day: str) -> dict[HouseRuleId, Value]:
        """Return the house rules of a session that begins on a day, with its newest amendment."""
        newest = sum(amendment.since <= day for amendment in self.amendments)
        # Programs from before the first amendment of a game do not know this house rule.
        return {HOUSE_RULE: newest, **chosen} if newest else dict(chosen)


def fold(
    ruleset: Ruleset[Play], state: State[Play], effects: Sequence[Any], past: Past = NO_PAST
) -> State[Play]:
    """Return the state after effects, in order."""
    evolve = ruleset.evolve
    for effect in effects:
        state = _after(evolve, state, effect, past)
    return state
