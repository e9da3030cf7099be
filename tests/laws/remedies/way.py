"""The kinds of acts that remedies ask for, and a check whether an act is possible when a move is refused."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tests.laws.habit import Move
from verger.domain.core.decider import Ruleset, State
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Group, Option
from verger.domain.core.past import NO_PAST, Past
from verger.domain.core.ruling import Refused
from verger.domain.judging.offer import awaited_of

TAGS = ("move", "subject", "action", "correction", "remedy")
_AND = re.compile(", | and ")


class Moment(msgspec.Struct, frozen=True):
    """A refused move: the state before it, the seat and its request, and the refusal."""

    ruleset: Ruleset[Any]
    state: State[Any]
    seat: SeatId
    move: Move
    refused: Refused
    version: int
    """The version before the move."""
    options_of: Callable[[SeatId], list[Option]]
    past: Past = NO_PAST

    @property
    def open_to_asker(self) -> set[str]:
        """The possible moves of the seat that asked."""
        return kinds(self.options_of(self.seat))

    @property
    def awaited(self) -> Iterator[tuple[str, str]]:
        """The kind of each wait, with the name of each seat that can answer it."""
        for wait in awaited_of(self.ruleset, self.state):
            for seat in wait.seats:
                yield wait.what, self.state.table.name(seat)


def kinds(options: Iterable[Option]) -> set[str]:
    """The names of all moves, subjects, actions and corrections in options."""
    found: set[str] = set()
    for option in options:
        found.update(str(option.fixed[tag]) for tag in TAGS if tag in option.fixed)
        groups = [field for field in option.fields if isinstance(field, Group)]
        found.update(kind for group in groups for kind in kinds(group.shapes))
    return found


class Values(msgspec.Struct, frozen=True):
    """The refused seat should choose a value from the list in this fact."""

    fact: str

    def missing(self, moment: Moment) -> Sequence[str]:
        """The named things that are not possible."""
        there = moment.refused.all_facts[self.fact]
        assert isinstance(there, tuple)
        options = msgspec.json.encode(moment.options_of(moment.seat)).decode() if there else ""
        return [name for name in there if name not in options]


class Another(msgspec.Struct, frozen=True):
    """The refused seat should make the same kind of move with other values."""

    def missing(self, moment: Moment) -> Sequence[str]:
        """The named things that are not possible."""
        return [] if same(moment.move) in moment.open_to_asker else [same(moment.move)]


class Claim(msgspec.Struct, frozen=True):
    """Somebody should claim an empty seat. Claims have their own address, so options do not list them."""

    def missing(self, moment: Moment) -> Sequence[str]:
        """The named things that are not possible."""
        return [] if any(not seat.taken for seat in moment.state.table.seats) else ["take_seat"]


class Wait(msgspec.Struct, frozen=True):
    """The reader should wait: for the seats named in the fact `who`, or until a wait of a kind in `what` is answered."""

    who: str = ""
    what: tuple[str, ...] = ()

    def missing(self, moment: Moment) -> Sequence[str]:
        """The named things that are not possible."""
        awaited = list(moment.awaited)
        if self.what and not any(what in self.what for what, _ in awaited):
            return self.what
        named = moment.refused.all_facts[self.who] if self.who else ()
        names = named if isinstance(named, tuple) else _AND.split(str(named))
        return [name for name in names if name not in {name for _, name in awaited}]


class Told(msgspec.Struct, frozen=True):
    """The remedy explains how to write a move. If it asks for no move, it states a fact."""

    bids: bool

    def missing(self, _: Moment) -> Sequence[str]:
        """Return nothing, because the remedy names no move."""
        return ()


Way = Values | Another | Claim | Wait | Told


def same(move: Move) -> str:
    """Return the kind of a move: the subject that it proposes, or its name."""
    if move["move"] == "propose":
        return str(move["subject"]["subject"])
    return str(move["move"])


def until(*what: str, who: str = "") -> Wait:
    """Return a way: to wait for one of these kinds of waits, or for the seats in the fact `who`."""
    return Wait(who, what)


ANOTHER = Another()
CLAIM = Claim()
WRITTEN = Told(bids=True)
"""The remedy says how to write the move, which is possible at any moment."""
KNOWN = Told(bids=False)
"""The remedy asks for no move: the reader leaves it, continues, or lets others continue."""
LATER = Wait()
"""The remedy says how long to wait, but names no seat to wait for."""
