"""A small language for telling a whole evening of Edgerunner.

Wherever a move names a seat, a character, a zone or an aspect, `@` and its name stands for the id.
"""

from collections.abc import Iterator
from typing import Any

from tests.golden import evening
from tests.support.edgerunner import Game, written
from verger.domain.core.decider import Accepted
from verger.domain.core.identifier import in_order
from verger.domain.games.edgerunner import RULESET


class Evening(evening.Evening, Game):
    """An evening of Edgerunner."""

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
        """The ids of the characters, zones and aspects of this name."""
        yield from super().named(name)
        play = self.state.play
        for found in (play.chart.zones, play.aspects.held):
            for id, one in in_order(found.items()):
                if one.name == name:
                    yield id

    def seat_of(self, name: str) -> str:
        """The seat that plays a character."""
        return self.player(self.id(name))

    def cast(self, name: str, who: str | None = None, **sheet: Any) -> None:
        """Somebody or something with a sheet, of a player or of the GM."""
        gm = self.state.table.gm
        told = {"name": name, "sheet": written(**sheet)}
        if who is None:
            self.agreed(gm, "write_sheet", **told)
        else:
            self.agreed(who, "write_sheet", seat=f"@{who}", **told)

    def does(self, name: str, move: str, /, **fields: Any) -> Accepted:
        """A move of whoever plays a character."""
        return self.move(self.seat_of(name), move, **fields)

    def calls(self, name: str) -> None:
        """A character wants to act next, and does, once the turn before is over."""
        if self.moment() == "closing":
            actor = self.view().conflict.turn.character
            self.move(self.player(actor), "end_turn")
        self.does(name, "claim_turn", character=f"@{name}")
        self.move(self.view().conflict.caller, "give_turn", character=f"@{name}")

    def declares_as(self, name: str, tale: str, action: str, **fields: Any) -> None:
        """A character says what it does; `continues` says that it goes on with it."""
        move = "continue" if fields.pop("continues", False) else "declare"
        self.does(name, move, action={"action": action, **fields}, narration=tale)

    def acts_as(self, name: str, tale: str, action: str, **fields: Any) -> int:
        """A character's whole turn up to its roll: the shifts."""
        oppose = fields.pop("oppose", None)
        self.calls(name)
        self.declares_as(name, tale, action, **fields)
        waits = self.awaited()
        if "oppose" in waits:
            self.move(waits["oppose"][0], "oppose", skill=oppose)
        if "accept_help" in waits:
            self.move(waits["accept_help"][0], "accept_help", accept=True)
        return self.throws(name)

    def throws(self, name: str) -> int:
        """Nobody compels, and a character rolls, or has rolled before: the shifts."""
        self.move(self.view().conflict.caller, "close_compels")
        if self.moment() == "rolling":
            self.does(name, "roll")
        return self.shifts()

    def leaves_it(self, *names: str) -> None:
        """These leave the roll as it is."""
        for name in names:
            self.does(name, "stand")

    def is_over(self, *names: str) -> None:
        """The turns of these are over, or over before they have begun."""
        for name in names:
            turn = self.view().conflict.turn
            if turn is None or turn.character != self.id(name):
                self.calls(name)
            self.does(name, "end_turn")

    def takes(self, name: str, why: str, *boxes: int, track: str) -> None:
        """A character marks boxes of a track."""
        for box in boxes:
            self.does(name, "take_stress", track=track, box=box, why=why)

    def invokes(self, name: str, aspect: str, why: str, **how: str) -> int:
        """A character invokes an aspect, for a fate point unless it is said: the shifts."""
        told = {"pay": "fate", "use": "shifts", **how}
        self.does(name, "invoke", aspect=f"@{aspect}", why=why, **told)
        return self.shifts() if self.moment() in ("boosting", "resisting") else 0
