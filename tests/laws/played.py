"""A session that was played in a test: every move with its judgement, and every state it led to."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import Any
from unittest import mock

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from tests.laws.disputing import Outside
from tests.laws.habit import Habits, Move, own_moves
from tests.support.asked import wire
from tests.support.dice import dice_of
from tests.support.game import NOON
from tests.support.options import listed
from tests.support.past import Asking
from tests.support.snapshot import encode
from verger.domain.core.decider import Accepted, Event, Facts, Judgement, Ruleset, State, fold
from verger.domain.core.dice import RecordedDice, SeededDice
from verger.domain.core.identifier import SeatId, SessionId
from verger.domain.core.mover import Mover, Unseated
from verger.domain.core.option import Awaited, Choices, Group, Option
from verger.domain.core.past import Deed, GrowingPast
from verger.domain.core.timeline import Rewound
from verger.domain.judging import answering, circumstance, silence
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge
from verger.domain.judging.offer import options_of

OPTIONS_AT_MOST = 5_000
SEED = b"a seed of thirty-two known bytes"
SESSION = SessionId("walk")
OVER = "over"
"""The name of the step in a game's view after the final end of play."""

_OPTIONS: OrderedDict[tuple[int, int, SeatId], tuple[State[Any], list[Option]]] = OrderedDict()


def forget_options() -> None:
    """Release the remembered options and their states."""
    _OPTIONS.clear()


class Step(msgspec.Struct, frozen=True):
    """One move of a walk: the position before it, the judgement, and the position after it."""

    number: int
    before: State[Any]
    mover: Mover
    sent: Move
    judged: Move
    """The sent move with the additional facts from outside the game."""
    drawn: bool
    """Whether the move was made from an option of this seat."""
    facts: Facts
    """The asker, the time, and the recorded dice."""
    dice: SeededDice
    """The rolled dice, and the revealed seeds."""
    judgement: Judgement | Exception
    after: State[Any]
    bytes_before: bytes | None
    """The state before the move, encoded before the judgement. Only every tenth step has it."""

    @property
    def seat(self) -> SeatId:
        """The seat that asked; NO_SEAT for a mover that has none."""
        return self.facts.seat

    @property
    def accepted(self) -> Accepted | None:
        """The judgement, if it accepts the move."""
        return self.judgement if isinstance(self.judgement, Accepted) else None


def remembered_options(
    ruleset: Ruleset[Any], state: State[Any], version: int, seat: SeatId
) -> list[Option]:
    """Return the options of a seat at a version. They are computed only once."""
    key = (id(state), version, seat)
    if key not in _OPTIONS:
        # The key has the id of the state. The state is kept, so that no other state can get this id.
        _OPTIONS[key] = (state, options_of(ruleset, state, version, seat))
        if len(_OPTIONS) > OPTIONS_AT_MOST:
            _OPTIONS.popitem(last=False)
    return _OPTIONS[key][1]


@contextmanager
def remembered() -> Iterator[None]:
    """Let the code that judges moves use the remembered options.

    Without this, two thirds of the laws' time would be spent on computing the same options repeatedly.
    """
    with ExitStack() as patches:
        for user in (answering, circumstance, silence):
            patches.enter_context(mock.patch.object(user, "options_of", remembered_options))
        yield


class Played:
    """A session that a test plays, with all its steps."""

    def __init__(self, ruleset: Ruleset[Any], habits: Habits, name: str) -> None:
        self.ruleset, self.habits, self.name = ruleset, habits, name
        self.rules = sorted(ruleset.rules)
        self.events: msgspec.json.Decoder[Event[Any, Any]]
        self.events = msgspec.json.Decoder(ruleset.event_type)
        self.state: State[Any] = ruleset.empty
        self.now = NOON
        self.steps: list[Step] = []
        self.history: list[tuple[Any, ...]] = []
        """The effects of every event and of every gift, in order. Each entry is a version."""
        self.past = GrowingPast()
        self.outside = Outside()
        self.choices: dict[str, dict[Any, None]] = {}
        """The values that options have listed for fields, by the name of the field, the oldest first."""

    @cached_property
    def own_moves(self) -> inspect.Type:
        """The type of the moves that only this game has."""
        return inspect.type_info(own_moves(self.ruleset))

    @cached_property
    def all_moves(self) -> inspect.Type:
        """The type of all its moves."""
        return inspect.type_info(self.ruleset.move_type)

    def ask(self, mover: Mover, move: Move) -> None:
        """Send a move, and record the step, which can be a refusal or an error."""
        before = self.state
        version, past = len(self.history) + 1, Asking(self.past)
        dice = dice_of(SEED, SESSION, before.table, version)
        facts = Facts(mover, self.now, dice, version, past)
        seat = facts.seat
        drawn = move.pop("drawn", False) and self.lists(before, version - 1, seat, move)
        encoded = encode(before) if len(self.steps) % 10 == 0 else None
        judged = self.outside.told(move)
        judgement: Judgement | Exception
        try:
            asked = wire(judged, before, seat, self.ruleset)
            judgement = judge(self.ruleset, before, asked, facts)
        except Exception as error:  # noqa: BLE001  # a law requires that there is no error
            asked, judgement = None, error
        if isinstance(judgement, Accepted):
            event = self._event(mover, move, asked, judgement, dice)
            self.fold(judgement.effects, deed(self.ruleset, event))
        self.outside.keep(version, seat, move, judgement)
        number, recorded = len(self.steps), RecordedDice(dice.rolls, dice.revealed)
        known = Facts(mover, self.now, recorded, version, past.known)
        self.steps.append(
            Step(
                number,
                before,
                mover,
                move,
                judged,
                drawn,
                known,
                dice,
                judgement,
                self.state,
                encoded,
            )
        )

    def fold(self, effects: tuple[Any, ...], done: Deed | None = None) -> None:
        """Apply the effects of the next version."""
        self.history.append(effects)
        self.state = fold(self.ruleset, self.state, effects, self.past)
        self.past.add(len(self.history), self.state.play, done)

    def options_at(self, state: State[Any], version: int, seat: SeatId) -> list[Option]:
        """Return the moves that a seat can make at a version of the session."""
        return remembered_options(self.ruleset, state, version, seat)

    def one_of(self, wait: Awaited, step: Step) -> SeatId:
        """Return an awaited seat after a step, preferably one whose options are remembered.

        To compute the options of every awaited seat would take too long.
        """
        version = step.facts.version if step.accepted else step.facts.version - 1
        known = [seat for seat in wait.seats if (id(step.after), version, seat) in _OPTIONS]
        return (known or wait.seats)[step.number % len(known or wait.seats)]

    def keep_choices(self, option: Option) -> None:
        """Remember the values that an option lists, so that other moves can name them at the wrong place."""
        for field in option.fields:
            if isinstance(field, Choices):
                values = [choice.value for choice in field.choices]
                self.choices.setdefault(field.name, {}).update(dict.fromkeys(values))
            elif isinstance(field, Group):
                for shape in field.shapes:
                    self.keep_choices(shape)

    def lists(self, state: State[Any], version: int, seat: SeatId, move: Move) -> bool:
        """Return whether a seat's options at a version cover a move."""
        return listed(self.options_at(state, version, seat), move, self.rules)

    def accepted(self) -> Iterator[tuple[Step, Accepted]]:
        """The steps whose moves were accepted."""
        for step in self.steps:
            if step.accepted:
                yield step, step.accepted

    def is_over(self, state: State[Any]) -> bool:
        """Return whether a game has ended, so that it waits for nothing."""
        return self.ruleset.view(state, state.table.gm).step == OVER  # type: ignore[no-any-return]

    def start_of(self, step: Step) -> Any:
        """Return the state of play that a step continues from.

        After a rewind, this is the earlier state.
        """
        effects = step.accepted.effects if step.accepted else ()
        back = [effect for effect in effects if isinstance(effect, Rewound)]
        # Not `step.after`: after the rewind, play may have continued at once, because an awaited seat is empty now.
        return self.past.play(back[0].to) if back else step.before.play

    def event(self, step: Step) -> Event[Any, Any]:
        """The event that an accepted step puts on the log."""
        judgement = step.accepted
        assert judgement is not None
        move = wire(step.judged, step.before, step.seat, self.ruleset)
        event = self._event(step.mover, step.sent, move, judgement, step.dice)
        return replace(event, at=step.facts.at)

    def _event(
        self, mover: Mover, sent: Move, move: Any, judgement: Accepted, dice: SeededDice
    ) -> Event[Any, Any]:
        """The event of a move that was accepted now."""
        hidden = sent["move"] == "signal" and sent.get("anonymous", False)
        return Event(
            at=self.now,
            seat=None if hidden or isinstance(mover, Unseated) else mover,
            move=move,
            ruling=judgement.ruling,
            effects=judgement.effects,
            dice=tuple(dice.rolls),
            revealed=dice.revealed,
        )


def told(played: Played, step: Step) -> str:
    """Describe the step that breaks a law."""
    return f"{played.name}, move {step.number}: {step.mover} asks {step.sent}: {step.judgement}"
