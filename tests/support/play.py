"""A small language for playing Verge in tests: seats go by name, moves go over the wire."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from domain.again import mover
from domain.decider import Accepted, Event, Facts, Judgement, fold
from domain.dispute import Ruled
from domain.identifier import Account, RuleId, SeatId
from domain.judge import judge
from domain.ledger import BANK, Purse, held, seat_account, transfer
from domain.offer import awaited_of, options_of
from domain.option import Option
from domain.past import Remembered
from domain.reason import Code
from domain.ruling import Allowed, Refused
from domain.verge import RULESET
from domain.verge.effects import LoadStarted, RunStarted
from domain.verge.network import (
    CharacterClaimed,
    EdgeAdded,
    EdgeId,
    ElementId,
    MarkAdded,
    NodeAdded,
    NodeId,
    NodeKind,
    shown,
)
from domain.verge.state import State
from tests.support.asked import wire
from tests.support.dice import ShownDice
from tests.support.ruled import ruled, with_ruling

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
EFFECTS = msgspec.json.Decoder(RULESET.effect_type)

_MARKED = re.compile(r"(.*?)([!X?]*)")
# Enough for the whole Load of four seats, and no two of them are close.
_ALPHABET = (
    "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike "
    "November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu"
)
LABELS = _ALPHABET.split()

Test = TypeVar("Test", bound=Callable[..., object])


def rule(*ids: str) -> Callable[[Test], Test]:
    """Name the rules that a test is about; tests/architecture asks for every one of them."""
    unknown = [id for id in ids if RuleId(id) not in RULESET.rules]
    assert not unknown, f"no such rules: {unknown}"
    return lambda test: test


def cited(judgement: Accepted) -> list[str]:
    """The ids of the rules that took part in a ruling."""
    return [applied.rule for applied in judgement.ruling.rules]


def saw(judgement: Accepted, rule: str) -> dict[str, Any]:
    """The facts that a rule saw in a ruling."""
    return next(dict(applied.facts) for applied in judgement.ruling.rules if applied.rule == rule)


def tags(judgement: Accepted) -> list[str]:
    """What was caused, by the tags of the effects."""
    return [msgspec.to_builtins(effect)["effect"] for effect in judgement.effects]


def effect(effect: str, /, **fields: Any) -> Any:
    """An effect as it is stored."""
    return EFFECTS.decode(msgspec.json.encode({"effect": effect, **fields}))


class Game:
    """A session in play: its state now, and the events that led here."""

    def __init__(self) -> None:
        self.state: State = RULESET.empty
        self.log: list[Event[Any, Any]] = []
        self.at = NOON
        self.refusals: list[Ruled] = []
        self.past: dict[int, Any] = {}
        """The plays of earlier versions."""
        self._values: tuple[int, ...] = ()
        self._dice = ShownDice(())

    def copy(self) -> "Game":
        """Another game that goes on from here."""
        other = Game()
        other.state, other.log, other.at = self.state, list(self.log), self.at
        other.past, other.refusals = dict(self.past), list(self.refusals)
        return other

    def dice(self, *values: int) -> "Game":
        """What the next accepted move rolls: exactly these dice."""
        self._values = values
        return self

    def seat(self, name: str) -> SeatId:
        """The seat of this name, which may also be a seat's id."""
        seats = self.state.table.seats
        return next((seat.id for seat in seats if seat.name == name), SeatId(name))

    def judge(self, name: str, move: dict[str, Any]) -> Judgement:
        """The judgement on a move, which changes nothing yet."""
        self._dice = ShownDice(self._values, self.state.table.dice_rolled)
        version = len(self.log) + 1
        facts = Facts(self.seat(name), self.at, self._dice, version, self._remembered())
        return judge(RULESET, self.state, self.asked(name, move), facts)

    def asked(self, name: str, move: dict[str, Any]) -> Any:
        """A move as it comes to judgement."""
        told = with_ruling(move, self.log, self.refusals)
        return wire(told, self.state, self.seat(name))

    def send(self, name: str, move: dict[str, Any]) -> Accepted:
        """A move that has to be accepted, as JSON."""
        asked = self.asked(name, move)
        judgement = self.judge(name, move)
        assert isinstance(judgement, Accepted), f"{name}: {move}: {_why(judgement)}"
        assert set(cited(judgement)) <= set(RULESET.rules)
        assert not self._dice.left, f"{name}: {move}: not rolled: {self._dice.left}"
        ruling, effects, rolls = judgement.ruling, judgement.effects, tuple(self._dice.rolls)
        event = Event(self.at, self.seat(name), asked, ruling, effects, rolls)
        self.log.append(replace(event, revealed=self._dice.revealed))
        self._values = ()
        self.given(*judgement.effects)
        self.past[len(self.log)] = self.state.play
        return judgement

    def move(self, name: str, move: str, /, **fields: Any) -> Accepted:
        """A move that has to be accepted."""
        return self.send(name, {"move": move, **fields})

    def later(self, seconds: int) -> "Game":
        """Some time later; nothing happens yet."""
        self.at += timedelta(seconds=seconds)
        return self

    def refused(self, name: str, code: Code, move: str, /, **fields: Any) -> Refused:
        """A move that has to be refused with this code; its sentences have to be sayable."""
        judgement = self.judge(name, {"move": move, **fields})
        assert isinstance(judgement, Refused), f"accepted: {judgement.ruling.sentence}"
        assert judgement.code is code, _why(judgement)
        assert judgement.rule in RULESET.rules
        self.refusals.append(ruled(len(self.log), move, self.seat(name), judgement))
        return judgement

    def agreed(self, name: str, subject: str, /, **fields: Any) -> Accepted:
        """Something that one seat proposes and every other seat agrees to."""
        judgement = self.move(name, "propose", subject={"subject": subject, **fields})
        proposal = next(e.proposal for e in judgement.effects if hasattr(e, "proposal"))
        while question := self.state.play.proposals.open.get(proposal):
            seat = question.agreement.waiting[0]
            judgement = self.move(seat, "agree", proposal=proposal)
        return judgement

    def proposes(self, name: str, subject: str, /, **fields: Any) -> str:
        """Something that one seat proposes; the proposal's id."""
        self.move(name, "propose", subject={"subject": subject, **fields})
        return f"p{self.state.play.proposals.ever}"

    def declares(self, name: str, *actions: dict[str, Any]) -> Accepted:
        """A declaration that has to be accepted."""
        return self.move(name, "declare", overview="A plan.", actions=actions)

    def cannot_declare(self, name: str, code: Code, *actions: dict[str, Any]) -> Refused:
        """A declaration that has to be refused."""
        return self.refused(name, code, "declare", overview="A plan.", actions=actions)

    def changes(self, name: str, *actions: dict[str, Any]) -> Accepted:
        """A declaration to all of which everybody consents, as far as anybody is asked."""
        judgement = self.declares(name, *actions)
        id = f"d{self.state.play.declarations_ever}"
        while open := self.state.play.declarations.get(id):  # type: ignore[call-overload]
            seat = open.agreement.waiting[0]
            judgement = self.move(seat, "consent", declaration=id, all=True)
        return judgement

    def given(self, *effects: Any) -> "Game":
        """Things that have happened, however they came about."""
        self.state = fold(RULESET, self.state, effects, self._remembered())
        return self

    def grant(self, name: str, **tokens: int) -> "Game":
        """Tokens that a seat has, however it came by them."""
        account = seat_account(self.seat(name))
        return self.given(*transfer(Purse(**tokens), BANK, account, "given", "token.kinds"))

    def tokens(self, name: str) -> Purse:
        """What is in front of a seat."""
        return self.account(seat_account(self.seat(name)))

    def account(self, account: str) -> Purse:
        """What an account holds."""
        return held(self.state.play.ledger, Account(account))

    def node(self, name: str, text: str, kind: str | None = None) -> NodeId:
        """A node that a seat has written, such as `Cyborgs!!X`."""
        label, marks = _parts(text)
        id = self.state.play.network.next_node
        self.given(NodeAdded(id, label, NodeKind(kind) if kind else None, self.seat(name)))
        self._mark(id, marks)
        return id

    def edge(self, name: str, source: NodeId, text: str, target: NodeId, thing: int = 0) -> EdgeId:
        """An edge that a seat has drawn, such as `loves!!!??`."""
        label, marks = _parts(text)
        id = self.state.play.network.next_edge
        self.given(EdgeAdded(id, label, source, target, self.seat(name), thing))
        self._mark(id, marks)
        return id

    def character(self, name: str, text: str) -> NodeId:
        """A person that a seat has written and claimed."""
        id = self.node(name, text, "person")
        self.given(CharacterClaimed(self.seat(name), id))
        return id

    def shown(self, id: str) -> str:
        """An element as it stands on the sheet: its label and its marks."""
        element = self.state.play.network.element(ElementId(id))
        assert element is not None
        return shown(element)

    def eliminated(self, id: str) -> str | None:
        """Why an element is eliminated, if it is."""
        element = self.state.play.network.element(ElementId(id))
        assert element is not None
        return element.eliminated

    def options(self, name: str, move: str) -> list[Option]:
        """The options of a seat for one kind of move."""
        listed = options_of(RULESET, self.state, len(self.log), self.seat(name))
        return [option for option in listed if option.fixed["move"] == move]

    def awaited(self) -> dict[str, tuple[str, ...]]:
        """What play waits for, and the names of the seats that can give it."""
        name = self.state.table.name
        return {
            wait.what: tuple(name(seat) for seat in wait.seats)
            for wait in awaited_of(RULESET, self.state)
        }

    def _remembered(self) -> Remembered:
        """The past of this game, as its log tells it."""
        past = Remembered()
        for version, event in enumerate(self.log, start=1):
            if version in self.past:
                past.add(version, self.past[version], mover(event))
        return past

    def _mark(self, id: ElementId, marks: str) -> None:
        if marks:
            self.given(MarkAdded(id, marks))


def _parts(text: str) -> tuple[str, str]:
    parts = _MARKED.fullmatch(text)
    assert parts is not None
    return parts[1], parts[2]


def _why(judgement: Judgement) -> str:
    if isinstance(judgement, Refused):
        return f"{judgement.code}: {judgement.sentence} {judgement.remedy}"
    ruling: Allowed = judgement.ruling
    return ruling.sentence


def action(action: str, /, **fields: Any) -> dict[str, Any]:
    """An action of a declaration."""
    return {"action": action, "narration": "It happens.", **fields}


def started(*names: str, observers: int = 0, **house_rules: str | int) -> Game:
    """A session that has just started: the first name is the GM's, and only the GM sits."""
    kinds = ["gm", *["player"] * (len(names) - 1 - observers), *["observer"] * observers]
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, names, strict=True)]
    game = Game()
    game.move(
        "s1",
        "start_session",
        title="A game of Verge",
        ruleset=RULESET.name,
        ruleset_version=RULESET.version,
        house_rules=house_rules,
        seats=seats,
        dice_commitment="00" * 32,
    )
    return game


@cache
def _table(names: tuple[str, ...], observers: int, rules: tuple[tuple[str, Any], ...]) -> Game:
    game = started(*names, observers=observers, **dict(rules))
    for name in names[1:]:
        game.move(name, "take_seat", name=name)
    return game


def table(*names: str, observers: int = 0, **house_rules: str | int) -> Game:
    """A table in Compile at which everybody sits; the first is the GM, the last may observe."""
    return _table(names, observers, tuple(house_rules.items())).copy()


def in_run(*names: str, **house_rules: str | int) -> Game:
    """A table in Run, with a clean network to draw what a test needs on."""
    game = table(*names, observers=0, **house_rules)
    return game.given(LoadStarted(game.state.table.sitting), RunStarted())


def in_load(*names: str, phase: int = 1) -> Game:
    """A table at the start of a phase of Load; everybody has ratified what came first."""
    return _in_load(names, phase).copy()


@cache
def _in_load(names: tuple[str, ...], phase: int) -> Game:
    game = table(*names)
    game.agreed(names[0], "finish_compile")
    while phase_of(game) < phase:
        step(game)
    return game


def phase_of(game: Game) -> int:
    """The phase of Load that a game is in."""
    return int(getattr(game.state.play.step, "phase", 0))


def turn_of(game: Game) -> str:
    """The name of the seat whose turn it is."""
    return _due(game)[1]


def step(game: Game) -> Accepted:
    """The next step of the turn, made in the plainest way there is."""
    what, name = _due(game)
    return game.send(name, _plain(game, name, what))


def _due(game: Game) -> tuple[str, str]:
    """The step that the turn waits for, and by whom; an empty seat may wait to be taken."""
    awaited = [(what, names) for what, names in game.awaited().items() if what != "claim_seat"]
    ((what, (name, *_)),) = awaited
    return what, name


def steps(game: Game, name: str) -> Iterator[Accepted]:
    """Plain steps until it is this seat's turn."""
    while turn_of(game) != name:
        yield step(game)


def _plain(game: Game, name: str, what: str) -> dict[str, Any]:
    network = game.state.play.network
    label = LABELS[len(network.nodes)] if len(network.nodes) < len(LABELS) else ""
    match what:
        case "node":
            return {"move": "write_node", "label": label}
        case "edge":
            return {"move": "write_edge", "label": "knows", "other": "n1"}
        case "tie":
            return {"move": "tie", "thing": {"label": label}, "label": "needs"}
        case "mark":
            (option,) = game.options(name, "mark")
            element = msgspec.to_builtins(option)["fields"][0]["choices"][0]["value"]
            return {"move": "mark", "element": element, "mark": "!"}
        case _:
            return {"move": "end_turn"}
