"""A small language for playing any game in tests: seats go by name, moves go over the wire."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Self, TypeVar

import msgspec
from msgspec.structs import replace

from tests.support import refusals
from tests.support.asked import wire
from tests.support.dice import ShownDice
from tests.support.ruled import ruled, with_ruling
from verger.domain.core.decider import Accepted, Event, Facts, Judgement, Ruleset, State, fold
from verger.domain.core.dispute import Ruled
from verger.domain.core.identifier import RuleId, SeatId
from verger.domain.core.mover import Mover, Unseated
from verger.domain.core.option import Awaited, Option
from verger.domain.core.past import Deed, GrowingPast
from verger.domain.core.ruling import Allowed, Refused
from verger.domain.judging.deed import deed
from verger.domain.judging.judge import judge
from verger.domain.judging.offer import awaited_of, options_of

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

Test = TypeVar("Test", bound=Callable[..., object])


class Naming:
    """Names the rules that a test is about. A test in tests/architecture requires every rule to be named."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset

    def __call__(self, *ids: str) -> Callable[[Test], Test]:
        """The mark for a test."""
        unknown = [id for id in ids if RuleId(id) not in self.ruleset.rules]
        assert not unknown, f"no such rules: {unknown}"
        return lambda test: test


def cited(judgement: Accepted) -> list[str]:
    """The ids of the rules that took part in a ruling."""
    return [applied.rule for applied in judgement.ruling.rules]


def saw(judgement: Accepted, rule: str) -> dict[str, Any]:
    """The facts that a rule saw in a ruling."""
    return next(dict(applied.facts) for applied in judgement.ruling.rules if applied.rule == rule)


def tags(judgement: Accepted) -> list[str]:
    """The tags of the effects."""
    return [msgspec.to_builtins(effect)["effect"] for effect in judgement.effects]


class Game:
    """A session in play: its state now, and the events that led here."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.state: State[Any] = ruleset.empty
        self.log: list[Event[Any, Any]] = []
        self.at = NOON
        self.refusals: list[Ruled] = []
        self.past: dict[int, Any] = {}
        """The plays of earlier versions."""
        self._values: tuple[int, ...] = ()
        self._dice = ShownDice(())

    def copy(self) -> Self:
        """Return a copy of the game, to continue from here."""
        other = type(self)(self.ruleset)
        other.state, other.log, other.at = self.state, list(self.log), self.at
        other.past, other.refusals = dict(self.past), list(self.refusals)
        return other

    def dice(self, *values: int) -> Self:
        """Set the dice of the next accepted move: exactly these are rolled."""
        self._values = values
        return self

    def seat(self, name: str) -> SeatId:
        """The seat of this name or id."""
        seats = self.state.table.seats
        return next((seat.id for seat in seats if seat.name == name), SeatId(name))

    def mover(self, name: str) -> Mover:
        """The mover of this name: a seat, or a kind of mover without a seat."""
        return name if isinstance(name, Unseated) else self.seat(name)

    def judge(self, name: str, move: dict[str, Any]) -> Judgement:
        """Judge a move without changing anything."""
        self._dice = ShownDice(self._values, self.state.table.dice_rolled)
        version = len(self.log) + 1
        facts = Facts(self.mover(name), self.at, self._dice, version, PastOfGame(self))
        return judge(self.ruleset, self.state, self.asked(name, move), facts)

    def asked(self, name: str, move: dict[str, Any]) -> Any:
        """The move in the form that the rules judge."""
        told = with_ruling(move, self.log, self.refusals)
        return wire(told, self.state, self.seat(name), self.ruleset)

    def send(self, name: str, move: dict[str, Any]) -> Accepted:
        """Make a move given as JSON; it has to be accepted."""
        asked = self.asked(name, move)
        judgement = self.judge(name, move)
        assert isinstance(judgement, Accepted), f"{name}: {move}: {_why(judgement)}"
        assert set(cited(judgement)) <= set(self.ruleset.rules)
        assert not self._dice.left, f"{name}: {move}: not rolled: {self._dice.left}"
        ruling, effects, rolls = judgement.ruling, judgement.effects, tuple(self._dice.rolls)
        event = Event(self.at, self.seat(name), asked, ruling, effects, rolls)
        self.follow(replace(event, revealed=self._dice.revealed))
        self._values = ()
        return judgement

    def follow(self, event: Event[Any, Any]) -> None:
        """Add a judged event to the log, and apply its effects."""
        self.log.append(event)
        self._fold(event.effects)
        self.past[len(self.log)] = self.state.play

    def move(self, name: str, move: str, /, **fields: Any) -> Accepted:
        """Make a move; it has to be accepted."""
        return self.send(name, {"move": move, **fields})

    def later(self, seconds: int) -> Self:
        """Let time pass, without a move."""
        self.at += timedelta(seconds=seconds)
        return self

    def refused(self, name: str, code: str, move: str, /, **fields: Any) -> Refused:
        """Require that a move is refused with this code; its sentences have to be complete."""
        judgement = self.judge(name, {"move": move, **fields})
        assert isinstance(judgement, Refused), f"accepted: {judgement.ruling.sentence}"
        assert judgement.code == code, _why(judgement)
        assert judgement.rule in self.ruleset.rules
        refusals.seen(self.ruleset.name, judgement)
        self.refusals.append(ruled(len(self.log), move, self.seat(name), judgement))
        return judgement

    def agreed(self, name: str, subject: str, /, **fields: Any) -> Accepted:
        """Have one seat propose something, and all others agree."""
        judgement = self.move(name, "propose", subject={"subject": subject, **fields})
        proposal = next(e.proposal for e in judgement.effects if hasattr(e, "proposal"))
        while question := self.state.play.proposals.open.get(proposal):
            seat = question.agreement.waiting[0]
            judgement = self.move(seat, "agree", proposal=proposal)
        return judgement

    def proposes(self, name: str, subject: str, /, **fields: Any) -> str:
        """Have one seat propose something, and return the proposal's id."""
        self.move(name, "propose", subject={"subject": subject, **fields})
        return f"p{self.state.play.proposals.ever}"

    def given(self, *effects: Any) -> Self:
        """Apply effects, bypassing the rules, as a part of the newest event."""
        self.log[-1:] = [replace(one, effects=(*one.effects, *effects)) for one in self.log[-1:]]
        self._fold(effects)
        return self

    def _fold(self, effects: Sequence[Any]) -> None:
        self.state = fold(self.ruleset, self.state, effects, PastOfGame(self))

    def options(self, name: str, move: str) -> list[Option]:
        """The options of a seat for one kind of move."""
        listed = options_of(self.ruleset, self.state, len(self.log), self.seat(name))
        return [option for option in listed if option.fixed["move"] == move]

    def awaited(self) -> dict[str, tuple[str, ...]]:
        """The moves that play waits for, each with the names of the seats that can make it."""
        name = self.state.table.name
        return {
            wait.what: tuple(name(seat) for seat in wait.seats)
            for wait in awaited_of(self.ruleset, self.state)
        }

    def question(self, what: str) -> Awaited:
        """The wait for this move."""
        return next(wait for wait in awaited_of(self.ruleset, self.state) if wait.what == what)


class PastOfGame:
    """The past of a game, built from its log only if a rule asks for it."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def play(self, version: int) -> Any:
        return self._whole.play(version)

    def sole_mover(self, version: int) -> SeatId | None:
        return self._whole.sole_mover(version)

    def deeds(self, since: int) -> Mapping[int, Deed]:
        return self._whole.deeds(since)

    @cached_property
    def _whole(self) -> GrowingPast:
        past, game = GrowingPast(), self._game
        for version, event in enumerate(game.log, start=1):
            if version in game.past:
                past.add(version, game.past[version], deed(game.ruleset, event))
        return past


def _why(judgement: Judgement) -> str:
    if isinstance(judgement, Refused):
        return f"{judgement.code}: {judgement.sentence} {judgement.remedy}"
    ruling: Allowed = judgement.ruling
    return ruling.sentence


def begun(game: Game, title: str, *names: str, observers: int = 0, **rules: str | int) -> Game:
    """A session that has just started: the first name is the GM's, and only the GM is seated."""
    kinds = ["gm", *["player"] * (len(names) - 1 - observers), *["observer"] * observers]
    game.move(
        "s1",
        "start_session",
        title=title,
        ruleset=game.ruleset.name,
        ruleset_version=game.ruleset.version,
        house_rules=rules,
        seats=[{"kind": kind, "name": name} for kind, name in zip(kinds, names, strict=True)],
        dice_commitment="00" * 32,
    )
    return game


def seated(game: Game, title: str, *names: str, observers: int = 0, **rules: str | int) -> Game:
    """A session with everybody seated. The first is the GM, the last may observe."""
    begun(game, title, *names, observers=observers, **rules)
    for name in names[1:]:
        game.move(name, "take_seat", name=name)
    return game
