"""The settings of a game's walks. A game without its own settings has walks with the defaults."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, get_args, get_origin

import msgspec
from immutables import Map

from tests.laws.answers import answering, calm, evenly
from verger.domain.core.decider import Ruleset, State
from verger.domain.core.identifier import SeatId
from verger.domain.core.mover import Mover
from verger.domain.core.option import Awaited, Option
from verger.domain.core.reason import Code
from verger.domain.core.ruling import Refused
from verger.domain.judging.tabletop import EveryMove

Move = dict[str, Any]
Plan = tuple[Mover, Move] | None

IDS_OF_EVERY_GAME = Map(dispute="q", proposal="p", seat="s", note="k", character="c")


class Walking(Protocol):
    """The part of a walk that habits use."""

    @property
    def random(self) -> Random: ...

    @property
    def state(self) -> State[Any]: ...

    def somebody(self) -> SeatId:
        """Any seat."""
        ...

    def options(self, seat: SeatId) -> list[Option]:
        """List the open options of a seat."""
        ...

    def drawn(self, seat: SeatId, options: Sequence[Option]) -> Plan:
        """A move of a seat, made out of one of these options."""
        ...


class Gift(msgspec.Struct, frozen=True):
    """Effects that walks sometimes receive without a move, because moves cause them too seldom."""

    chance: float
    effects: Callable[[State[Any], Random], Sequence[Any] | None]


class Said(msgspec.Struct, frozen=True):
    """The ids and texts of a state that moves can name."""

    ids: Sequence[str]
    texts: Sequence[str]


def _anywhere(state: State[Any]) -> bool:
    return True


class Habits(msgspec.Struct, frozen=True):
    """The settings of a game's walks. The laws hold for any settings."""

    seeds: int = 9
    moves: int = 300
    """The number of moves of a walk, counted only while `arrived` is true."""
    moves_at_most: int = 900
    arrived: Callable[[State[Any]], bool] = _anywhere
    """Whether play has passed the introduction and reached the subject of the game."""
    house_rules: Mapping[str, Any] = {}
    """The house rules of every walk. Each walk chooses the other house rules at random."""
    ways: Mapping[str, tuple[str, ...]] = {}
    """The moves that answer a wait, if its name is not the name of a move."""
    answers: Callable[..., list[Option]] | None = None
    """Lists the options that answer a wait. An option that is listed twice counts twice. Default: by `ways`."""
    choose: Callable[[Sequence[Option], Random], Option] = evenly
    holding_up: tuple[str, ...] = ()
    """Moves of this game that delay play, so that walks seldom make them."""
    urgent: tuple[str, ...] = ()
    """Prefixes of rules. Waits with these rules are preferred, because they need many moves in a row to end."""
    declined: tuple[type, ...] = ()
    """Subjects that walks mostly decline, because they throw play back."""
    rare_corrections: tuple[str, ...] = ()
    """The corrections to prefer, if they are possible."""
    gifts: tuple[Gift, ...] = ()
    plans: tuple[tuple[float, Callable[[Walking], Plan]], ...] = ()
    """Further plans that walks try, each with its weight."""
    of_step: Callable[[State[Any]], Any] | None = None
    """The type of the moves that belong to the current step. Default: all moves of this game."""
    said: Callable[[State[Any]], Said] | None = None
    """Finds the names for moves. Default: everything that looks like an id or a text."""
    sorts: Mapping[str, str] = IDS_OF_EVERY_GAME
    """The first letters of ids, by the name of the field."""
    sort: str = ""
    """The first letters of ids for all other fields. If empty, any id."""
    alike: tuple[str, ...] = ()
    """Values that a random change of a move replaces by each other."""
    series: tuple[str, ...] = ()
    """The lists whose options show each entry separately, and not the combinations of entries."""
    unlisted: tuple[str, ...] = ()
    """The codes of refusals that no option announces."""
    realigning: frozenset[type] = frozenset()
    """The effects that adapt an earlier state of play to the current table."""
    rare_effects: frozenset[str] = frozenset()
    """Effects that take more walks than a run of the tests has."""
    rare_answers: frozenset[tuple[str, str]] = frozenset()
    """Answers, by their question and move, that take more walks than a run of the tests has."""
    laws: tuple[Callable[[Any], None], ...] = ()
    """The game's additional laws. Each receives a walk."""

    @property
    def singly(self) -> tuple[str, ...]:
        """All lists whose entries are shown separately: corrections, and the game's `series`."""
        return ("corrections", *self.series)

    def answering(
        self, options: list[Option], wait: Awaited, *, deeds: bool = False
    ) -> list[Option]:
        """List the options that answer a wait. With `deeds`, list only answers that continue play."""
        if self.answers:
            return self.answers(options, wait, deeds=deeds)
        return answering(options, wait, self.ways, agreeing=deeds)

    def calm(self, options: Sequence[Option]) -> list[Option]:
        """Return the options that neither delay play nor concern the table itself."""
        return calm(options, self.holding_up)


def own_moves(ruleset: Ruleset[Any]) -> Any:
    """The type of a game's own moves, which include proposals with its subjects."""
    every = get_args(EveryMove)
    own = [move for move in get_args(ruleset.move_type) if (get_origin(move) or move) not in every]
    union = own[0]
    for move in own[1:]:
        union |= move
    return union


_OF_READS = (Code.NAME_TAKEN, Code.NAME_UNCHANGED, Code.NOT_OF_PLAY)
"""Refusals for facts that only a read lists: the names of all seats, the moves of play."""


def is_refused_unlisted(habits: Habits, judgement: object) -> bool:
    """Return whether a move was refused for a reason that no option shows."""
    return isinstance(judgement, Refused) and judgement.code in (*habits.unlisted, *_OF_READS)
