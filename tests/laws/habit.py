"""What walks of one game do that walks of others do not; a game without any is walked all the same."""

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
    """A walk as its habits see it."""

    @property
    def random(self) -> Random: ...

    @property
    def state(self) -> State[Any]: ...

    def somebody(self) -> SeatId:
        """Any seat."""
        ...

    def options(self, seat: SeatId) -> list[Option]:
        """What is open to a seat."""
        ...

    def drawn(self, seat: SeatId, options: Sequence[Option]) -> Plan:
        """A move of a seat, made out of one of these options."""
        ...


class Gift(msgspec.Struct, frozen=True):
    """Something that walks are given now and then, without which too little could happen."""

    chance: float
    effects: Callable[[State[Any], Random], Sequence[Any] | None]


class Said(msgspec.Struct, frozen=True):
    """What a state holds that a move could name: ids, and texts that are in use."""

    ids: Sequence[str]
    texts: Sequence[str]


def _anywhere(state: State[Any]) -> bool:
    return True


class Habits(msgspec.Struct, frozen=True):
    """How walks of a game go; each law holds whatever stands here."""

    seeds: int = 9
    moves: int = 300
    """The moves of a walk, counted from where it has arrived."""
    moves_at_most: int = 900
    arrived: Callable[[State[Any]], bool] = _anywhere
    """Where play is what the game is about, after what leads up to it."""
    house_rules: Mapping[str, Any] = {}
    """Those that every walk plays by; of others it chooses."""
    ways: Mapping[str, tuple[str, ...]] = {}
    """Moves that give what is awaited, where that has not the name of one."""
    answers: Callable[..., list[Option]] | None = None
    """Which options give what is awaited, each as often as it stands there; else by `ways`."""
    choose: Callable[[Sequence[Option], Random], Option] = evenly
    holding_up: tuple[str, ...] = ()
    """Moves that lead nowhere, and are rare; those that every table has need not be named."""
    urgent: tuple[str, ...] = ()
    """How the rules begin that ask for what takes many moves in a row to come to its end."""
    declined: tuple[type, ...] = ()
    """Subjects that throw play back, mostly declined."""
    rare_corrections: tuple[str, ...] = ()
    """Corrections to prefer, where they are possible at all."""
    gifts: tuple[Gift, ...] = ()
    plans: tuple[tuple[float, Callable[[Walking], Plan]], ...] = ()
    """More that walks try, by its weight."""
    of_step: Callable[[State[Any]], Any] | None = None
    """The type of the moves that belong to a step of play; else all that are the game's own."""
    said: Callable[[State[Any]], Said] | None = None
    """What a move could name; else whatever looks like an id or a text."""
    sorts: Mapping[str, str] = IDS_OF_EVERY_GAME
    """The letters with which ids begin that a field of this name takes."""
    sort: str = ""
    """The letters for all other fields; none for any."""
    alike: tuple[str, ...] = ()
    """Values that stand in for each other."""
    series: tuple[str, ...] = ()
    """Lists of which options list each entry by itself, and not how several go together."""
    unlisted: tuple[str, ...] = ()
    """Codes of refusals that no option tells beforehand."""
    realigning: frozenset[type] = frozenset()
    """Effects with which a play of then is brought in line with the table of now."""
    rare_effects: frozenset[str] = frozenset()
    """Effects that take more walks than a run of the tests has."""
    rare_answers: frozenset[tuple[str, str]] = frozenset()
    """Answers, by their question and move, that take more walks than a run of the tests has."""
    laws: tuple[Callable[[Any], None], ...] = ()
    """Laws of its own: each is given a walk."""

    @property
    def singly(self) -> tuple[str, ...]:
        """All such lists: a table's corrections too are made one after the other."""
        return ("corrections", *self.series)

    def answering(
        self, options: list[Option], wait: Awaited, *, deeds: bool = False
    ) -> list[Option]:
        """Those that give what is awaited; for deeds, those that lead on."""
        if self.answers:
            return self.answers(options, wait, deeds=deeds)
        return answering(options, wait, self.ways, agreeing=deeds)

    def calm(self, options: Sequence[Option]) -> list[Option]:
        """Those that neither hold play up nor lead nowhere."""
        return calm(options, self.holding_up)


def own_moves(ruleset: Ruleset[Any]) -> Any:
    """The type of the moves that are a game's own, proposals with its subjects among them."""
    every = get_args(EveryMove)
    own = [move for move in get_args(ruleset.move_type) if (get_origin(move) or move) not in every]
    union = own[0]
    for move in own[1:]:
        union |= move
    return union


_OF_READS = (Code.NAME_TAKEN, Code.NAME_UNCHANGED, Code.NOT_OF_PLAY)
"""The refusals of what no option lists, but a read: the names of all seats, the moves of play."""


def is_refused_unlisted(habits: Habits, judgement: object) -> bool:
    """Whether a move was refused for what no option tells."""
    return isinstance(judgement, Refused) and judgement.code in (*habits.unlisted, *_OF_READS)
