"""A whole evening of any game, as it is told and written down.

Moves are those of `tests.support.game`; wherever one names a seat, a character or whatever else has a
name in a game, `@` and that name stands for the id. Dice come from the evening's seed, and the clock
goes on with every move.
"""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

from tests.golden.second_thought import makes_again
from tests.support.dice import dice_of
from tests.support.game import Game, cited
from verger.domain.core.decider import Accepted, Event, Facts, Judgement, Ruleset
from verger.domain.core.dice import SeededDice, commitment
from verger.domain.core.identifier import SessionId, in_order
from verger.domain.core.mover import Unseated
from verger.domain.judging.judge import judge
from verger.domain.table.sheet import Characters

SECONDS_A_MOVE = 7

NO_CHARACTERS: Characters[Any] = Characters()

Move = dict[str, Any]


class Evening(Game):
    """A session that is played from its start, to be recorded: `Ann Bo (Cy)`, the GM first.

    Names in parentheses are observers'. A game that names more than seats and characters says in
    `named` what else is called so.
    """

    def __init__(
        self,
        ruleset: Ruleset[Any],
        title: str,
        seats: str,
        *,
        seed: int,
        house_rules: dict[str, str | int] | None = None,
    ) -> None:
        super().__init__(ruleset)
        self.session = SessionId(title.lower().replace(" ", "-"))
        self.seed = sha256(f"{title} {seed}".encode()).digest()
        gm, *players = seats.split()
        kinds = [("gm", gm), *[("player", name) for name in players if name[0] != "("]]
        kinds += [("observer", name.strip("()")) for name in players if name[0] == "("]
        start = {
            "title": title,
            "ruleset": ruleset.name,
            "ruleset_version": ruleset.version,
            "house_rules": house_rules or {},
            "seats": [{"kind": kind, "name": name} for kind, name in kinds],
            "dice_commitment": commitment(self.seed),
        }
        self.move("s1", "start_session", **start)
        for _, name in kinds[1:]:
            self.move(name, "take_seat", name=name)

    def judge(self, name: str, move: Move) -> Judgement:
        """The judgement on a move with dice from the seed."""
        return self._judge(name, move)[0]

    def _judge(self, name: str, move: Move) -> tuple[Judgement, SeededDice]:
        version = len(self.log) + 1
        dice = dice_of(self.seed, self.session, self.state.table, version)
        facts = Facts(self.mover(name), self.at, dice, version, self._remembered())
        return judge(self.ruleset, self.state, self.asked(name, self._with_ids(move)), facts), dice

    def send(self, name: str, move: Move) -> Accepted:
        """A move that has to be accepted, and goes on the record with its dice."""
        self.later(SECONDS_A_MOVE)
        recorded = self.asked(name, self._with_ids(move))
        judgement, dice = self._judge(name, move)
        assert isinstance(judgement, Accepted), f"{name}: {move}: {judgement}"
        assert set(cited(judgement)) <= set(self.ruleset.rules)
        hidden = isinstance(name, Unseated) or move.get("anonymous", False)
        seat = None if hidden else self.seat(name)
        ruling, effects, rolls = judgement.ruling, judgement.effects, tuple(dice.rolls)
        sealed = tuple(part.digest for part in dice.sealed)
        event = Event(
            self.at, seat, recorded, ruling, effects, rolls, sealed, revealed=dice.revealed
        )
        self.log.append(event)
        self.given(*effects)
        self.past[len(self.log)] = self.state.play
        makes_again(self, judgement)
        return judgement

    def time_passes(self, seconds: int) -> Accepted:
        """Some time in which nobody does anything, and what it brings about."""
        self.at += timedelta(seconds=seconds)
        return self.send(Unseated.SERVER, {"move": "time_passes"})

    def id(self, name: str) -> str:
        """The id of a seat, or of the latest that is called so."""
        seats = [seat.id for seat in self.state.table.seats if seat.name == name]
        if seats:
            return seats[0]
        found = list(self.named(name))
        assert found, f"nothing is called {name}"
        return found[-1]

    def named(self, name: str) -> Iterator[str]:
        """The ids of what is called so in this game, seats aside: its characters."""
        characters: Characters[Any] = getattr(self.state.play, "characters", NO_CHARACTERS)
        for id, character in in_order(characters.known.items()):
            if character.name == name:
                yield id

    def _with_ids(self, value: Any) -> Any:
        if isinstance(value, str) and value.startswith("@"):
            return self.id(value[1:])
        if isinstance(value, dict):
            return {name: self._with_ids(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return [self._with_ids(part) for part in value]
        return value

    @property
    def question(self) -> str:
        """The open question about a rewind."""
        request = self.state.table.timeline.request
        assert request is not None
        return request.id
