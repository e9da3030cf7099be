"""A small language for telling a whole evening of Verge, and how it is written down.

Wherever a move names a seat or an element, `@` and its name or label stands for the id.
"""

import re
from collections.abc import Iterator
from typing import Any, Self

import msgspec

from tests.golden import evening
from tests.golden.evening import Move
from tests.support.play import Game, action
from verger.domain.games.verge import RULESET
from verger.domain.games.verge.model.conflict import (
    Acting,
    Concluding,
    Narrating,
    Participant,
    Trading,
)
from verger.domain.games.verge.model.network import ElementId
from verger.domain.games.verge.pool import pool, power, ways

RESULT = re.compile(r"a\d+\.(node|edge)")


class Evening(evening.Evening, Game):
    """An evening of Verge."""

    def __init__(
        self,
        title: str,
        seats: str,
        *,
        seed: int,
        house_rules: dict[str, str | int] | None = None,
    ) -> None:
        super().__init__(RULESET, title, seats, seed=seed, house_rules=house_rules)

    def named(self, name: str) -> Iterator[str]:
        """The ids of the elements of this label."""
        for id, element in self.state.play.network.elements:
            if element.label == name:
                yield id

    def power(self, label: str) -> int:
        """The power of an element; 0 where it is eliminated."""
        return power(self.state.play.network, ElementId(self.id(label)))

    def marked(self, label: str) -> str:
        """An element as it stands on the sheet."""
        return self.shown(self.id(label))

    def is_out(self, label: str) -> str | None:
        """Why an element is eliminated, if it is."""
        return self.eliminated(self.id(label))

    @property
    def story(self) -> dict[str, int]:
        """The story tokens in front of everyone with a say."""
        return {seat.name: self.tokens(seat.name).story for seat in self.state.table.players}

    def grant_boost(self, name: str, reason: str) -> None:
        """A boost from the bank, by the GM or, for the GM, by the first player."""
        gm, first, *_ = (self.state.table.name(seat) for seat in self.state.table.sitting)
        self.move(first if name == gm else gm, "award_boost", seat=f"@{name}", reason=reason)

    def earned(self, before: dict[str, int]) -> dict[str, int]:
        """How many story tokens more, or fewer, seats have than they had."""
        return {name: n - before[name] for name, n in self.story.items() if n != before[name]}

    # Load

    def loads(self, lines: str, likes: dict[str, str]) -> Self:
        """Turns of Load, one a line, such as `Ann: + Salt Guild; -taxes> Tides; ! Fog`.

        A mark that a line leaves out goes to what the seat likes best of what it may mark.
        """
        for line in lines.strip().splitlines():
            name, _, steps = line.strip().partition(": ")
            for step in steps.split("; "):
                self.send(name, self._step(step))
            while self._waits_for(name) == "mark":
                self.move(name, "mark", element=self._liked(name, likes[name]), mark="!")
            if self._waits_for(name) == "end_turn":
                self.move(name, "end_turn")
        return self

    def _waits_for(self, name: str) -> str | None:
        if not hasattr(self.state.play.step, "phase"):
            return None
        return next((what for what, names in self.awaited().items() if names == (name,)), None)

    def _liked(self, name: str, liked: str) -> str:
        (option,) = self.options(name, "mark")
        choices = msgspec.to_builtins(option)["fields"][0]["choices"]
        by_label = {choice["label"]: str(choice["value"]) for choice in choices}
        wanted = (by_label[label] for label in liked.split(", ") if label in by_label)
        return next(wanted, next(iter(by_label.values())))

    def _step(self, step: str) -> Move:
        sign, _, text = step.partition(" ")
        match sign:
            case "+":
                return {"move": "write_node", **_noun(text)}
            case "=":
                return {"move": "claim", "node": f"@{text}"}
            case "!" | "X":
                return {"move": "mark", "element": f"@{text}", "mark": sign}
            case "~":
                old, new = text.split(" = ")
                return {"move": "relabel", "element": f"@{old}", "label": new}
            case _:
                return self._edge_step(step)

    def _edge_step(self, step: str) -> Move:
        verb, other = re.split(r"[>-] ", step, maxsplit=1)
        person, tie, label = verb.rpartition("#")
        way = "in" if label.startswith("<") else "out"
        if not tie:
            other = f"@{other}"
            return {"move": "write_edge", "label": label[1:], "other": other, "direction": way}
        nodes = [node.label for node in self.state.play.network.nodes.values()]
        thing = f"@{other}" if other in nodes else _noun(other)
        move: Move = {"move": "tie", "label": label.lstrip("<"), "thing": thing, "direction": way}
        return {**move, "person": f"@{person.strip()}"} if person else move

    def begins_load(self, gm: str) -> None:
        """Everybody is ready for Load."""
        self.agreed(gm, "finish_compile")

    def plays(self, gm: str) -> None:
        """Everybody finds the network good."""
        self.agreed(gm, "accept_network")

    # Declarations

    def wants(self, name: str, *actions: Move) -> str:
        """A declaration that others have to be asked about; its id."""
        self.move(name, "declare", overview=actions[0]["narration"], actions=actions)
        return f"d{self.state.play.declarations_ever}"

    def objects(self, name: str, declaration: str, ground: str, reason: str) -> None:
        """An objection to the open action."""
        self.move(name, "object", declaration=declaration, ground=ground, reason=reason)

    def consents(self, declaration: str, *names: str) -> None:
        """Consent to the open action."""
        for name in names:
            self.move(name, "consent", declaration=declaration)

    def passes(self, declaration: str, *names: str) -> None:
        """The price of an override stands for these seats."""
        for name in names:
            self.move(name, "pass_raise", declaration=declaration)

    # Conflicts

    def rolls(self, name: str, explanation: str, *path: str, **more: Any) -> Participant:
        """A roll along the path of these labels, or along the best one."""
        conflict = self.state.play.conflict
        assert conflict is not None
        one = conflict.participant(self.seat(name))
        assert one is not None
        network, target = self.state.play.network, conflict.goals[one.goal - 1].target
        best = ways(network, one.node, target, 4).ways
        way: list[Any] = [f"@{label}" for label in path] or list(best[0].path if best else ())
        self.move(name, "roll", explanation=explanation, path=way, **more)
        rolled = self.fighter(name)
        assert len(rolled.dice) == pool(network, one.node, target, rolled.path)
        return rolled

    def fighter(self, name: str) -> Participant:
        """A seat in the conflict under way."""
        conflict = self.state.play.conflict
        assert conflict is not None
        one = conflict.participant(self.seat(name))
        assert one is not None
        return one

    def tells(self, **texts: str) -> list[str]:
        """Everybody narrates, in the order that the dice give."""
        order: list[str] = []
        while (conflict := self.state.play.conflict) and isinstance(conflict.stage, Narrating):
            if conflict.next is None:
                break
            name = self.state.table.name(conflict.next)
            self.move(name, "narrate", text=texts[name])
            order.append(name)
        return order

    def concludes(self, **texts: str) -> list[str]:
        """Those who have a text here tell what comes of it, in the order of the dice."""
        order: list[str] = []
        while (conflict := self.state.play.conflict) and isinstance(conflict.stage, Concluding):
            assert conflict.next is not None
            name = self.state.table.name(conflict.next)
            if name in texts:
                self.move(name, "narrate", text=texts[name])
                order.append(name)
            else:
                self.move(name, "pass_conclusion")
        return order

    def acts(self, **moves: Move) -> list[str]:
        """Everybody burns, rerolls or passes, in the order that the dice give."""
        order: list[str] = []
        while (conflict := self.state.play.conflict) and isinstance(conflict.stage, Acting):
            assert conflict.next is not None
            name = self.state.table.name(conflict.next)
            self.send(name, moves.get(name, {"move": "pass_round"}))
            order.append(name)
        return order

    def trades(self, **reported: list[int]) -> None:
        """Both sides roll each other's dice, once nobody has a conclusion left to tell."""
        self.concludes()
        while (conflict := self.state.play.conflict) and isinstance(conflict.stage, Trading):
            seat = next(trade.seat for trade in conflict.stage.trades if trade.values is None)
            name = self.state.table.name(seat)
            values = {"reported": reported[name]} if name in reported else {}
            self.move(name, "trade_dice", **values)

    def conflict(self, name: str, reason: str, joins: dict[str, tuple[str, Any]]) -> None:
        """A conflict is called; everybody else stands aside."""
        self.move(name, "call_conflict", reason=reason)
        self.everyone_joins(joins)

    def signals(self) -> dict[str, int]:
        """How many dice of signal everybody has who has not dropped out."""
        conflict = self.state.play.conflict
        assert conflict is not None
        return {self.state.table.name(one.seat): one.signal for one in conflict.active}

    def everyone_joins(self, joins: dict[str, tuple[str, Any]]) -> None:
        """These seats join with a node and a goal, and the rest stand aside."""
        for name, (node, wanted) in joins.items():
            self.move(name, "join_conflict", node=f"@{node}", goal=wanted)
        self.nobody_else_joins()

    def nobody_else_joins(self) -> None:
        """Who has not answered a conflict stands aside."""
        while waiting := self.awaited().get("join_conflict"):
            self.move(waiting[0], "stand_aside")

    # First notices of loss

    def notice(
        self, name: str, thing: int, scene: tuple[str, str], enemy: str, reason: str, *plot: Move
    ) -> None:
        """A first notice of loss from the choice to the cut; the budget pays for the plot."""
        gm, own = self.state.table.name(self.state.table.gm), self.hero(name)
        self.move(name, "choose_loss", edge=self.tie(name, thing))
        camera, place = scene
        present = [own, f"@{enemy}"]
        self.move(gm, "frame", camera=camera, place=place, present=present, notice=f"@{name}")
        before = self.account(f"fnol:{self.seat(name)}").story
        if plot:
            self.changes(gm, *plot)
            assert self.account(f"fnol:{self.seat(name)}").story == before - len(plot)
        self.fights_notice(gm, name, own, enemy, reason)
        self.move(gm, "end_scene")
        assert self.seat(name) not in self.state.play.notices.owed

    def fights_notice(self, gm: str, name: str, own: str, enemy: str, reason: str) -> None:
        """The conflict of a notice, which its player loses and is insured for."""
        self.move(gm, "call_conflict", reason=reason, notice=True)
        self.move(gm, "join_conflict", node=f"@{enemy}", goal=goal(reason, own))
        self.move(name, "join_conflict", node=own, goal=goal("To keep it", f"@{enemy}"))
        self.nobody_else_joins()
        self.rolls(gm, reason)
        self.rolls(name, "All that is at hand.")
        self.tells(**{gm: reason, name: "It is not enough."})
        before = self.tokens(name).story
        self.move(gm, "stop_conflict")
        self.trades()
        assert self.tokens(name).story == before + 1

    def tie(self, name: str, thing: int) -> str:
        """The edge to the most or second most important thing of a seat's character."""
        own = self.hero(name)
        edges = self.state.play.network.edges.items()
        return next(id for id, edge in edges if (edge.person, edge.thing) == (own, thing))

    def hero(self, name: str) -> str:
        """The id of the character that a seat plays."""
        return self.state.play.network.characters[self.seat(name)]


def goal(statement: str, target: str, *changes: Move) -> Move:
    """A new goal of a conflict."""
    named = target if target.startswith("@") or re.fullmatch(r"[ne]\d+", target) else f"@{target}"
    return {"statement": statement, "target": named, "changes": list(changes)}


def burn(edge: str, narration: str, **more: Any) -> Move:
    """A turn of a round: an edge is burned for new dice."""
    return {"move": "burn", "edge": _ref(edge), "narration": narration, **more}


def reroll(**more: Any) -> Move:
    """A turn of a round: the noise is rolled again."""
    return {"move": "reroll", **more}


def _noun(text: str) -> Move:
    label, _, kind = text.partition(" (")
    return {"label": label, "kind": kind[:-1]} if kind else {"label": label}


def _ref(label: str) -> str:
    return label if RESULT.fullmatch(label) else f"@{label}"


def create(label: str, edge: str, other: str, narration: str, **more: Any) -> Move:
    """An action that writes a node and joins it by an edge."""
    more.setdefault("narration", narration)
    return action("create", label=label, edge=edge, other=_ref(other), **more)


def connect(source: str, label: str, target: str, narration: str, **more: Any) -> Move:
    """An action that draws an edge."""
    ends = {"source": _ref(source), "target": _ref(target)}
    return action("connect", label=label, **ends, narration=narration, **more)


def strengthen(label: str, narration: str, **more: Any) -> Move:
    """An action that writes an !."""
    return action("strengthen", element=_ref(label), narration=narration, **more)


def weaken(label: str, narration: str, **more: Any) -> Move:
    """An action that writes a ?."""
    return action("weaken", element=_ref(label), narration=narration, **more)


def repair(label: str, narration: str, **more: Any) -> Move:
    """An action that takes a ? away."""
    return action("repair", element=_ref(label), narration=narration, **more)


def strike(label: str, narration: str, **more: Any) -> Move:
    """An action that writes an X."""
    return action("strike", element=_ref(label), narration=narration, **more)


def claim(label: str, narration: str) -> Move:
    """An action that claims a character."""
    return action("claim", element=_ref(label), narration=narration)


BACKSTORY = {"nature": "backstory"}
