"""Facts of a refusal that need the whole table: the open moves, the pending actions, the GM."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from verger.domain.core.decider import Facts, Ruleset, State
from verger.domain.core.dice import RecordedDice
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Awaited, Group, Option
from verger.domain.core.reason import KNOWN
from verger.domain.core.refusal_code import MOVES_OPEN
from verger.domain.core.ruling import Fact, Refused
from verger.domain.core.text import listed
from verger.domain.judging.offer import options_of
from verger.domain.table.seating import RemoveSeat

OF_THE_TABLE = ("agreement", "vote", "claim_seat", "resume_play")
"""Pending actions that play does not wait for."""


class _Place(NamedTuple):
    """A refusal, and the state of the session at that moment."""

    ruleset: Ruleset[Any]
    state: State[Any]
    facts: Facts
    refused: Refused


def completed(ruleset: Ruleset[Any], state: State[Any], facts: Facts, refused: Refused) -> Refused:
    """Return a refusal with the facts about the table that its sentence and remedy name."""
    reason, known = KNOWN[refused.code], dict[str, Fact]()
    if reason.ways:
        options = options_of(ruleset, state, facts.version - 1, facts.seat)
        known[MOVES_OPEN] = tuple(move for move in reason.ways if _is_open(move, options, refused))
    said = reason.sentence + reason.remedy_for(known)
    place = _Place(ruleset, state, facts, refused)
    for fact, of_place in CIRCUMSTANCES.items():
        if f"{{{fact}}}" in said and fact not in refused.facts:
            known[fact] = of_place(place)
    return replace(refused, circumstances=known) if known else refused


def _is_open(move: str, options: Sequence[Option], refused: Refused) -> bool:
    """Return whether options list a move, or a subject, that fits the facts of the refusal."""
    return any(move in _named(option) and _fits(option, refused) for option in options)


def _named(option: Option) -> Iterator[str]:
    """Yield the move of an option, and the subjects that it can propose."""
    yield str(option.fixed["move"])
    for field in option.fields:
        if isinstance(field, Group):
            yield from (
                str(shape.fixed["subject"]) for shape in field.shapes if "subject" in shape.fixed
            )


def _fits(option: Option, refused: Refused) -> bool:
    facts = refused.facts
    return all(facts.get(name, value) == value for name, value in option.fixed.items())


def _pending_in_words(place: _Place) -> str:
    """Return the pending actions and their seats in words, as the end of a sentence without its full stop."""
    known = place.refused.facts.values()
    waits = [wait for wait in place.ruleset.awaited(place.state) if wait.what not in OF_THE_TABLE]
    about = [wait for wait in waits if wait.about and wait.about in known]
    asked = about or [wait for wait in waits if wait.what != "play"] or waits
    sentences = [said for wait in asked for said in _in_words(place, wait)]
    return " ".join(dict.fromkeys(sentences)).removesuffix(".") or "nothing"


def _in_words(place: _Place, wait: Awaited) -> Iterator[str]:
    table = place.state.table
    taken = [seat.id for seat in table.seats if seat.taken]
    if here := [table.name(seat) for seat in wait.seats if seat in taken]:
        yield f"{listed(here)}: {wait.sentence}"
    for seat in wait.seats:
        if seat not in taken:
            yield _vacant(place, seat)


def _vacant(place: _Place, seat: SeatId) -> str:
    """Return the ways to continue for a table that waits for an empty seat (`table.seats`)."""
    table, gm = place.state.table, place.state.table.gm
    claimed = f"{table.name(seat)}'s seat is empty: have somebody claim it with its code"
    if gm not in table.sitting:
        return f"{claimed}."
    facts = Facts(gm, place.facts.at, RecordedDice(()))
    if isinstance(place.ruleset.decide(place.state, RemoveSeat(seat), facts), Refused):
        return f"{claimed}."
    return f"{claimed}, or have {table.name(gm)} remove it with `remove_seat`."


CIRCUMSTANCES: dict[str, Callable[[_Place], str]] = {
    "pending_in_words": _pending_in_words,
    "gm_name": lambda place: place.state.table.name(place.state.table.gm),
    "gm_title": lambda place: place.ruleset.gm_title,
}
"""The facts that the judge adds to a refusal, if the texts of the refusal name them and its rule
does not give them."""
