"""The faults in the server's rules that a model of Afterverse has to find."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from tests.models.following import Fault

_OWN = "verger.domain.games.afterverse."


def _swapped(results: Sequence[Any]) -> list[Any]:
    one, other = results
    return [replace(one, outcome=other.outcome), replace(other, outcome=one.outcome)]


FAULTS: Mapping[str, Fault] = {
    "fours hit": Fault(
        f"{_OWN}model.pool:hits", lambda right: lambda dice, pips=0: right(dice, pips + 1)
    ),
    "nobody pays for defaulting": Fault(
        f"{_OWN}model.pool:_defaulted",
        lambda right: lambda named, dice, _penalty: right(named, dice, 0),
    ),
    "assistants do not help": Fault(f"{_OWN}model.team:helping_dice", lambda _: lambda _test: 0),
    "no result is a critical success": Fault(
        f"{_OWN}reckoning:_won",
        lambda right: (
            lambda draft, found, *, critical: right(
                draft, found, critical=critical and found is None
            )
        ),
    ),
    "one 1 is a glitch": Fault(f"{_OWN}glitch:is_glitch", lambda _: lambda dice: 1 in dice),
    "every roll stands at once": Fault(
        f"{_OWN}chutzpah:may_take_two", lambda _: lambda _state, _test, _place: False
    ),
    "nobody is asked about a sheet": Fault(
        "verger.domain.table.sheet:seats_asked", lambda _: lambda _state, _subject, _by: ()
    ),
    "a revealed threshold is not known": Fault(
        f"{_OWN}views:needed", lambda _: lambda _test, _notes: None
    ),
    "an actor that joins has a point of risk too much": Fault(
        f"{_OWN}joining:part_of",
        lambda right: lambda draft, one, role, risk: right(draft, one, role, risk + 1),
    ),
    "nobody has looked about": Fault(
        f"{_OWN}model.situation:_with_look", lambda _: lambda situation, _who: situation
    ),
    "nobody is awaited in a test": Fault(
        f"{_OWN}options.offer:_in_test", lambda _: lambda _state, _id, _called: ()
    ),
    "every gift is a point too high": Fault(
        f"{_OWN}banking:give",
        lambda right: (
            lambda draft, id, kind, points, rule: right(draft, id, kind, points + 1, rule)
        ),
    ),
    "the loser of an opposed test wins": Fault(
        f"{_OWN}reckoning:_opposed",
        lambda right: lambda draft, called: _swapped(right(draft, called)),
    ),
}
