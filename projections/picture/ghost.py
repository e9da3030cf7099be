"""Ghosts: what somebody wants in a picture, drawn upon what is there, in their colour and dashed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from verger.domain.core.decider import State, Wish
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Price
from verger.domain.core.table import Table
from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.change import Element, ElementChange, ProposedChanges, changes
from verger.projections.picture.layout import Box, Entries, Entry, Tie
from verger.projections.picture.lettering import one_line
from verger.projections.picture.svg import Style, lettered, seat_class, text

TAG = Style("tag", 12, 15)
_VERBS = {"added": "add", "changed": "change", "removed": "remove"}


class Ghost(NamedTuple):
    """What one wish, or a move, would change: the state after it, and what is otherwise there."""

    after: Any
    changes: tuple[ElementChange, ...]
    places: Mapping[str, str] = {}
    """The ids under which elements are laid out, where other ghosts have the same."""

    def within(self, frame: Arrangement) -> Arrangement:
        """The arrangement with its own elements in it."""
        place = self.places.get
        stands = {id: frame.stands[at] for id, at in self.places.items() if at in frame.stands}
        routes = {
            _route(change.id, *change.ends): frame.routes[
                _route(place(change.id, change.id), *(place(end, end) for end in change.ends))
            ]
            for change in self.changes
            if change.sort == "added" and len(change.ends) > 1
        }
        return replace(frame, stands={**frame.stands, **stands}, routes={**frame.routes, **routes})


def _route(id: str, *ends: str) -> str:
    return " ".join((id, *ends))


def ghosts_of(
    elements: Callable[[Any], Mapping[str, Element]], state: Any, wishes: Iterable[Wish]
) -> list[Ghost]:
    """What each wish would change of a state."""
    found = list(wishes)
    return _ghosts(elements, elements(state), found) if found else []


def ghosts_of_move(
    elements: Callable[[Any], Mapping[str, Element]],
    states: tuple[State[Any], State[Any]],
    by: SeatId,
    wishes: Sequence[Wish],
) -> list[Ghost]:
    """What a move would change, given the states before and after it; then what each wish would after it."""
    before, after = states
    if after.play is before.play and not wishes:
        return []
    now = elements(after)
    own = Ghost(after, tuple(changes(elements(before), now, ProposedChanges(by))))
    return [own, *_ghosts(elements, now, wishes)]


def _ghosts(
    elements: Callable[[Any], Mapping[str, Element]],
    now: Mapping[str, Element],
    wishes: Iterable[Wish],
) -> list[Ghost]:
    return [
        Ghost(
            wish.after,
            tuple(
                changes(now, elements(wish.after), ProposedChanges(wish.by, wish.about, wish.price))
            ),
        )
        for wish in wishes
    ]


def apart(ghosts: Sequence[Ghost]) -> list[Ghost]:
    """The same, where no two have elements of one id in one place."""
    taken: set[str] = set()
    found: list[Ghost] = []
    for ghost in ghosts:
        added = [change for change in ghost.changes if change.sort == "added"]
        places = {one.id: f"{one.about}:{one.id}" for one in added if one.id in taken}
        taken.update(change.id for change in added)
        found.append(ghost._replace(places=places))
    return found


def entries(ghosts: Sequence[Ghost], entry: Callable[[Any, str], Entry | None]) -> Entries:
    """What ghosts put on paper, given what an element does."""
    found: list[Entry] = []
    for ghost in ghosts:
        for change in ghost.changes:
            one = entry(ghost.after, change.id) if change.sort == "added" else None
            if one:
                found.append(_placed(one, ghost.places))
    return tuple(found)


def _placed(entry: Entry, places: Mapping[str, str]) -> Entry:
    match entry:
        case Box(id):
            return replace(entry, id=places.get(id, id))
        case Tie(id, source, target):
            ends = {"source": places.get(source, source), "target": places.get(target, target)}
            return replace(entry, id=places.get(id, id), **ends)
        case _:
            return entry


class Spot(NamedTuple):
    """Where a ghost is drawn, and the middle of the line below it."""

    drawn: str
    x: int
    y: int


Spots = Callable[[ElementChange], Spot | None]
"""Where each of a ghost's changes is drawn, if it is."""


def ghosts_drawn(
    ghosts: Iterable[Ghost], table: Table, spots: Callable[[Ghost], Spots]
) -> Iterator[str]:
    """The drawing of all ghosts, in the colours of who wants them."""
    for ghost in ghosts:
        yield from _drawn(ghost, table, spots(ghost))


def _drawn(ghost: Ghost, table: Table, spot: Spots) -> Iterator[str]:
    """Each of a ghost's changes, with who wants it and what that costs at the first."""
    is_first = True
    for change in ghost.changes:
        at = spot(change)
        if at is None:
            continue
        name = table.name(change.by)
        whose = " · ".join(part for part in (name, _priced(change.price)) if part)
        tag = " ".join(part for part in (_sign(change), whose if is_first else "") if part)
        said = lettered(TAG, one_line(tag), at.x, at.y) if tag else ""
        title = text(_told(change, name))
        # A label never has a quotation mark as it is: this is the attribute alone.
        drawn = at.drawn.replace(f' data-id="{change.id}"', "")
        yield (
            f'<g class="ghost {change.sort} {seat_class(change.by)}" data-ghost="{change.id}"'
            f' data-about="{change.about}"><title>{title}</title>{drawn}{said}</g>\n'
        )
        is_first = False


def _sign(change: ElementChange) -> str:
    if change.sort == "removed":
        return "✕"
    if change.sort == "changed":
        return f"→ {change.label if change.number is None else change.number}"
    return ""


def _told(change: ElementChange, name: str) -> str:
    """Who wants what, in words: what marks come to is told as a number."""
    said = f"{name} wants to {_VERBS[change.sort]} {change.called or change.label}"
    is_counted = change.sort == "changed" and change.called and change.number is not None
    return f"{said} to {change.number}" if is_counted else said


def _priced(price: Price | None) -> str:
    """A price in words."""
    return ", ".join(f"{number} {kind}" for kind, number in (price or {}).items() if number)


def told(there: str, ghosts: Sequence[Ghost], table: Table) -> str:
    """What is there in words, and then the ghosts."""
    each = [
        f"{_told(change, table.name(change.by))}." for ghost in ghosts for change in ghost.changes
    ]
    return " ".join(filter(None, (there, *each)))
