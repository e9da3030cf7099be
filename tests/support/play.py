"""A small language for playing Verge in tests: seats go by name, moves go over the wire."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from tests.support.game import NOON, Naming, begun, cited, saw, tags
from tests.support.game import Game as AnyGame
from tests.support.sketch import Node, Tie, read
from verger.domain.core.decider import Accepted
from verger.domain.core.identifier import Account
from verger.domain.core.ledger import BANK, seat_account, transfer
from verger.domain.core.ruling import Refused
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.effects import LoadStarted, RunStarted, SceneFramed
from verger.domain.games.verge.model.network import (
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
from verger.domain.games.verge.model.purse import Purse, held
from verger.domain.games.verge.state import State

__all__ = [
    "EFFECTS",
    "LABELS",
    "NOON",
    "Game",
    "action",
    "between_scenes",
    "cited",
    "effect",
    "in_load",
    "in_run",
    "phase_of",
    "rule",
    "saw",
    "started",
    "step",
    "steps",
    "table",
    "tags",
    "turn_of",
]

EFFECTS = msgspec.json.Decoder(RULESET.effect_type)

_MARKED = re.compile(r"(.*?)([!X?]*)")
# Enough labels for the whole Load of four seats. No two of them are similar.
_ALPHABET = (
    "Alfa Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike "
    "November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey Xray Yankee Zulu"
)
LABELS = _ALPHABET.split()

rule = Naming(RULESET)


def effect(effect: str, /, **fields: Any) -> Any:
    """An effect as it is stored."""
    return EFFECTS.decode(msgspec.json.encode({"effect": effect, **fields}))


class Game(AnyGame):
    """A session of Verge in play."""

    state: State

    def __init__(self, ruleset: Any = RULESET) -> None:
        super().__init__(ruleset)

    def declares(self, name: str, *actions: dict[str, Any]) -> Accepted:
        """Make a declaration that has to be accepted."""
        return self.move(name, "declare", overview="A plan.", actions=actions)

    def cannot_declare(self, name: str, code: str, *actions: dict[str, Any]) -> Refused:
        """Make a declaration that has to be refused."""
        return self.refused(name, code, "declare", overview="A plan.", actions=actions)

    def changes(self, name: str, *actions: dict[str, Any]) -> Accepted:
        """Make a declaration, and have every seat that is asked consent to all of it."""
        judgement = self.declares(name, *actions)
        id = f"d{self.state.play.declarations_ever}"
        while open := self.state.play.declarations.get(id):  # type: ignore[call-overload]
            seat = open.agreement.waiting[0]
            judgement = self.move(seat, "consent", declaration=id, all=True)
        return judgement

    def grant(self, name: str, **tokens: int) -> "Game":
        """Give a seat tokens, bypassing the rules."""
        account = seat_account(self.seat(name))
        return self.given(*transfer(Purse(**tokens), BANK, account, "given", "token.kinds"))

    def tokens(self, name: str) -> Purse:
        """The tokens in front of a seat."""
        return self.account(seat_account(self.seat(name)))

    def account(self, account: str) -> Purse:
        """The tokens in an account."""
        return held(self.state.play.ledger, Account(account))

    def node(self, name: str, text: str, kind: str | None = None) -> NodeId:
        """Add a node that a seat has written, such as `Cyborgs!!X`, and return its id."""
        label, marks = _parts(text)
        id = self.state.play.network.next_node
        self.given(NodeAdded(id, label, NodeKind(kind) if kind else None, self.seat(name)))
        self._mark(id, marks)
        return id

    def edge(self, name: str, source: NodeId, text: str, target: NodeId, thing: int = 0) -> EdgeId:
        """Add an edge that a seat has drawn, such as `loves!!!??`, and return its id."""
        label, marks = _parts(text)
        id = self.state.play.network.next_edge
        self.given(EdgeAdded(id, label, source, target, self.seat(name), thing))
        self._mark(id, marks)
        return id

    def character(self, name: str, text: str) -> NodeId:
        """Add a person that a seat has written and claimed, and return its id."""
        id = self.node(name, text, "person")
        self.given(CharacterClaimed(self.seat(name), id))
        return id

    def draws(self, name: str, line: str) -> tuple[Any, ...]:
        """Draw a line such as `Cat -chases!!-> Mouse (Bo)` for a seat. Return its nodes and edges in order."""
        drawn: list[Any] = []
        tie = ""
        for part in read(line):
            if isinstance(part, Tie):
                tie = part.text
                continue
            node = self._drawn(name, part)
            drawn += [self.edge(name, drawn[-1], tie, node), node] if drawn else [node]
        return tuple(drawn)

    def _drawn(self, name: str, node: Node) -> NodeId:
        nodes = self.state.play.network.nodes
        there = next((id for id, known in nodes.items() if known.label == node.text), None)
        if there is not None:
            return there
        by = node.claimed_by
        return self.character(by, node.text) if by else self.node(name, node.text)

    def shown(self, id: str) -> str:
        """An element as it stands on the sheet: its label and its marks."""
        element = self.state.play.network.element(ElementId(id))
        assert element is not None
        return shown(element)

    def eliminated(self, id: str) -> str | None:
        """Return why an element is eliminated; None if it is not."""
        element = self.state.play.network.element(ElementId(id))
        assert element is not None
        return element.eliminated

    def _mark(self, id: ElementId, marks: str) -> None:
        if marks:
            self.given(MarkAdded(id, marks))


def _parts(text: str) -> tuple[str, str]:
    parts = _MARKED.fullmatch(text)
    assert parts is not None
    return parts[1], parts[2]


def action(action: str, /, **fields: Any) -> dict[str, Any]:
    """An action of a declaration."""
    return {"action": action, "narration": "It happens.", **fields}


def started(*names: str, observers: int = 0, **house_rules: str | int) -> Game:
    """A session that has just started: the first name is the GM's, and only the GM is seated."""
    new = Game()
    begun(new, "A game of Verge", *names, observers=observers, **house_rules)
    return new


@cache
def _table(names: tuple[str, ...], observers: int, rules: tuple[tuple[str, Any], ...]) -> Game:
    game = started(*names, observers=observers, **dict(rules))
    for name in names[1:]:
        game.move(name, "take_seat", name=name)
    return game


def table(*names: str, observers: int = 0, **house_rules: str | int) -> Game:
    """A table in Compile with everybody seated. The first is the GM, the last may observe."""
    return _table(names, observers, tuple(house_rules.items())).copy()


def in_run(*names: str, **house_rules: str | int) -> Game:
    """A table in a scene of Run, with a clean network for the elements of a test."""
    game = between_scenes(*names, **house_rules)
    return game.given(SceneFramed("Rain.", "A street", ()))


def between_scenes(*names: str, **house_rules: str | int) -> Game:
    """A table in Run whose GM has framed no scene, with a clean network."""
    game = table(*names, observers=0, **house_rules)
    return game.given(LoadStarted(game.state.table.sitting), RunStarted())


def in_load(*names: str, phase: int = 1) -> Game:
    """A table at the start of a phase of Load. Everybody has ratified the phases before it."""
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
    """Make the next step of the turn in the simplest way."""
    what, name = _due(game)
    return game.send(name, _plain(game, name, what))


def _due(game: Game) -> tuple[str, str]:
    """The step that the turn waits for, and the seat. An empty seat may wait for a new player."""
    awaited = [(what, names) for what, names in game.awaited().items() if what != "claim_seat"]
    ((what, (name, *_)),) = awaited
    return what, name


def steps(game: Game, name: str) -> Iterator[Accepted]:
    """Make the simplest steps until it is this seat's turn."""
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
