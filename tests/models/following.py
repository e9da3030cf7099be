"""Follow generated play with a model that knows only the game's text, and compare the two."""

import traceback
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import msgspec
from msgspec.structs import replace

from tests.laws.game import habits_of
from tests.laws.habit import Move
from tests.laws.law import version_after
from tests.laws.played import Played, Step
from tests.laws.walk import Walk
from verger.domain.core.decider import Accepted
from verger.domain.core.dispute import DisputeSettled
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Mover
from verger.domain.core.remedy import Amendment, Override
from verger.domain.core.table import SeatEmptied, house_rule
from verger.domain.core.timeline import Rewound
from verger.domain.games.rulesets import RULESETS
from verger.domain.judging import silence
from verger.domain.judging.offer import awaited_of
from verger.domain.table.closing import SESSION
from verger.domain.table.proposal import ProposalClosed, Proposed
from verger.projections.games import shown_by


class Chair(msgspec.Struct, frozen=True):
    """A seat at the table."""

    id: str
    kind: str
    """`gm`, `player` or `observer`."""
    taken: bool


class Told(msgspec.Struct, frozen=True):
    """An accepted move, with the decisions of the table that came with it."""

    version: int
    at: datetime
    seat: str
    move: Move
    """The move, in the form that a client sends."""
    rolls: tuple[tuple[int, ...], ...]
    """The values of each roll of the move, in order. Face-down dice have 0."""
    sealed: tuple[tuple[int, ...], ...]
    """The true values of the face-down rolls, in order."""
    adopted: tuple[tuple[str, Move], ...]
    """The subjects that the move made the table adopt, each with the id of its proposal."""
    corrections: tuple[Move, ...]
    """The corrections of each settlement that the move made the table accept."""
    back_to: int | None
    """The target version if the move first rewinds play, or None."""
    chairs: tuple[Chair, ...]
    """The seats after the move."""
    expected: tuple[str, ...]
    """The seats that the move has emptied for later players. The questions to them wait."""
    house_rules: Mapping[str, Any]
    """The values of all house rules after the move."""
    silent: tuple[str, ...]
    """The silent seats after the move: they let a time limit pass, and have made no move since."""
    were_silent: tuple[str, ...]
    """The silent seats before the move."""


class Seen:
    """The state of a session after a move, as clients see it."""

    def __init__(self, played: Played, step: Step) -> None:
        self._played, self._step = played, step
        self.mover: str = _made(played, step)[0]
        self.seats = [seat.id for seat in step.after.table.seats]
        self.gm: str = step.after.table.gm

    def view(self, seat: str | None = None) -> Any:
        """The game's view as a seat sees it. Default: the GM."""
        state = self._step.after
        eyes = SeatId(seat) if seat else state.table.gm
        return msgspec.to_builtins(self._played.ruleset.view(state, eyes), str_keys=True)

    def banks(self) -> Mapping[str, Mapping[str, int]]:
        """The tokens in each account, by kind."""
        ledger = getattr(self._step.after.play, "ledger", {})
        return {str(account): msgspec.to_builtins(purse) for account, purse in ledger.items()}

    def read(self, name: str) -> Any:
        """The result of one of the game's own reads, such as `network`."""
        read = shown_by(self._played.ruleset.name).reads[name]
        return msgspec.to_builtins(read.of(self._step.after, version_after(self._step)))

    def facts(self, rule: str) -> list[Mapping[str, Any]]:
        """The facts of each citation of a rule in the ruling of the move, in order."""
        assert self._step.accepted
        applied = self._step.accepted.ruling.rules
        return [msgspec.to_builtins(dict(one.facts)) for one in applied if one.rule == rule]

    def awaited(self) -> list[Any]:
        """The waits of play."""
        found = awaited_of(self._played.ruleset, self._step.after)
        return msgspec.to_builtins(found)  # type: ignore[no-any-return]

    def options(self, seat: str) -> list[Any]:
        """The possible moves of a seat."""
        version = version_after(self._step)
        found = self._played.options_at(self._step.after, version, SeatId(seat))
        return msgspec.to_builtins(found)  # type: ignore[no-any-return]


class Model(Protocol):
    """A model of one game."""

    def follow(self, told: Told) -> None:
        """Apply an accepted move."""
        ...

    def figures(self) -> Mapping[str, Any]:
        """Return all figures that the model has computed, by a name that a reader understands."""
        ...


class Fault(msgspec.Struct, frozen=True):
    """A fault that is put into the server."""

    where: str
    """The function, as `verger.domain.games.verge.rolling:worth`."""
    wrong: Callable[[Callable[..., Any]], Callable[..., Any]]
    """The faulty replacement, made from the original function."""
    seed: int = 0
    """The seed of a session that shows the fault. Other sessions are played if it does not."""


class Kind(msgspec.Struct, frozen=True):
    """The `KIND` of a module in this folder."""

    begin: Callable[[], Model]
    """Makes the model of a session that has not begun."""
    shown: Callable[[Seen], Mapping[str, Any]]
    """Reads the same figures from the state of the server, under the same names."""
    faults: Mapping[str, Fault] = {}
    """The faults that the model has to find, by name."""
    habits: Mapping[str, Any] = {}
    """The changes to the game's habits in walks."""


MODELS: Mapping[str, Kind] = {
    path.parent.name: import_module(f"tests.models.{path.parent.name}.model").KIND
    for path in sorted(Path(__file__).parent.glob("*/model.py"))
}


class _Open(Walk):
    """A walk whose session is never closed, because models know no closing."""

    def accepted(self) -> Iterator[tuple[Step, Accepted]]:
        """Yield the accepted steps. Each is played when it is needed, so this works only once."""
        for step in self.going_on():
            if step.accepted:
                yield step, step.accepted

    def _ask(self, mover: Mover, move: Move) -> None:
        subject = move.get("subject")
        if not isinstance(subject, dict) or subject.get("house_rule") != SESSION.id:
            super()._ask(mover, move)


def play(name: str, seed: int) -> Walk:
    """A walk for models, not begun yet. All effects come from moves."""
    ruleset = RULESETS[name]
    habits = replace(habits_of(ruleset), **{"gifts": (), **MODELS[name].habits})
    return _Open(ruleset, habits, seed)


def told(played: Played, step: Step) -> Told:
    """An accepted move in the form that a model receives."""
    assert step.accepted
    effects = step.accepted.effects
    table, rules = step.after.table, played.ruleset.house_rules
    seat, move = _made(played, step)
    return Told(
        step.facts.version,
        step.facts.at,
        seat,
        move,
        tuple([roll.values for roll in step.dice.rolls]),
        tuple([msgspec.json.decode(part.text, type=tuple[int, ...]) for part in step.dice.sealed]),
        tuple(_adopted(played, step)),
        tuple(_corrections(step)),
        next((effect.to for effect in effects if isinstance(effect, Rewound)), None),
        tuple([Chair(seat.id, seat.kind, seat.taken) for seat in table.seats]),
        tuple([effect.seat for effect in effects if isinstance(effect, SeatEmptied)]),
        {id: house_rule(table, rules, id) for id in rules},
        table.silent,
        step.before.table.silent,
    )


def _made(played: Played, step: Step) -> tuple[str, Move]:
    """The seat and the move. If a time limit is over, these are the default answer and its seat."""
    due = silence.first_due(step.before.table) if step.sent["move"] == "time_passes" else None
    made = due and silence.default_answer(played.ruleset, step.before, due, step.facts.version)
    if due is None or made is None:
        return step.seat, msgspec.to_builtins(step.sent)
    return due.seat, msgspec.to_builtins(made)


def _adopted(played: Played, step: Step) -> Iterator[tuple[str, Move]]:
    assert step.accepted
    asked = _open(step.before.play)
    for effect in step.accepted.effects:
        if isinstance(effect, Rewound):
            asked = _open(played.past.play(effect.to))
        if isinstance(effect, Proposed):
            asked = {**asked, effect.proposal: effect.subject}
        if isinstance(effect, ProposalClosed) and effect.outcome == "adopted":
            yield effect.proposal, msgspec.to_builtins(asked[effect.proposal])


def _open(play: Any) -> dict[str, Any]:
    """The subjects of the open proposals."""
    return {id: open.subject for id, open in play.proposals.open.items()}


def _corrections(step: Step) -> Iterator[Move]:
    """Yield the corrections of the settlements that were accepted."""
    assert step.accepted
    for effect in step.accepted.effects:
        if isinstance(effect, DisputeSettled):
            closing = step.after.table.disputes.closed[effect.dispute].closing
            assert closing
            assert closing.settlement
            remedy = closing.settlement.remedy
            if isinstance(remedy, Amendment | Override):
                yield from msgspec.to_builtins(remedy.corrections)


def mismatches(name: str, played: Played, *, first: bool = True) -> list[str]:
    """List the differences between a model and the server. Default: stop after the first move with a difference."""
    kind = MODELS[name]
    found: list[str] = []
    model = kind.begin()
    for step, _ in played.accepted():
        try:
            model.follow(told(played, step))
            own, theirs = model.figures(), kind.shown(Seen(played, step))
        except Exception:  # noqa: BLE001  # the model did not expect this move, for any error
            said = traceback.format_exc(limit=-2)
            return [*found, f"{_place(played, step)}: the model cannot follow\n{said}"]
        if own != theirs:
            found.append(f"{_place(played, step)}{_parting(own, theirs)}")
            if first:
                break
    return found


def _place(played: Played, step: Step) -> str:
    return f"{played.name}, move {step.number}: {step.seat} asks {step.sent}"


def _parting(own: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    lines = [
        f"\n  {figure}: the model has {own.get(figure)!r}, the server {theirs.get(figure)!r}"
        for figure in sorted({*own, *theirs})
        if own.get(figure) != theirs.get(figure)
    ]
    return "".join(lines)
