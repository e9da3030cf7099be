"""Ghosts: wanted changes, drawn dashed over the picture in the colour of their seat."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from verger.domain.core.decider import State, Wish
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Price
from verger.domain.core.table import Table
from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.change import Element, ElementChange, ProposedChanges, changes
from verger.projections.picture.entry import Box, Entries, Entry, Tie
from verger.projections.picture.lettering import one_line
from verger.projections.picture.svg import Style, lettered, seat_class, text

TAG = Style("tag", 12, 15)
_VERBS = {"added": "add", "changed": "change", "removed": "remove"}


class Ghost(NamedTuple):
    """The result of one wanted change or move: the state after it, and the changed elements."""

    after: Any
    changes: tuple[ElementChange, ...]
    places: Mapping[str, str] = {}
    """Ids in the layout for those added elements whose own id is also in another ghost."""

    def within(self, frame: Arrangement) -> Arrangement:
        """Return the arrangement with the ghost's elements under their own ids."""
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
    """Return a ghost for each wanted change of a state."""
    wanted = list(wishes)
    return _ghosts(elements, elements(state), wanted) if wanted else []


def ghosts_of_move(
    elements: Callable[[Any], Mapping[str, Element]],
    states: tuple[State[Any], State[Any]],
    by: SeatId,
    wishes: Sequence[Wish],
) -> list[Ghost]:
    """Return the ghost of a move, then a ghost for each change that is wanted after it.

    `states` are the states before and after the move.
    """
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
    """Return the ghosts with a separate id in the layout for each added element."""
    taken: set[str] = set()
    separate: list[Ghost] = []
    for ghost in ghosts:
        added = [change for change in ghost.changes if change.sort == "added"]
        places = {
            change.id: f"{change.about}:{change.id}" for change in added if change.id in taken
        }
        taken.update(change.id for change in added)
        separate.append(ghost._replace(places=places))
    return separate


def entries(ghosts: Sequence[Ghost], entry: Callable[[Any, str], Entry | None]) -> Entries:
    """Return the layout entries of ghosts. `entry` returns the layout entry of one element."""
    placed: list[Entry] = []
    for ghost in ghosts:
        for change in ghost.changes:
            entry_of_change = entry(ghost.after, change.id) if change.sort == "added" else None
            if entry_of_change:
                placed.append(_placed(entry_of_change, ghost.places))
    return tuple(placed)


def _placed(entry: Entry, places: Mapping[str, str]) -> Entry:
    match entry:
        case Box(id):
            return replace(entry, id=places.get(id, id))
        case Tie(id, source, target):
            ends = {"source": places.get(source, source), "target": places.get(target, target)}
            return replace(entry, id=places.get(id, id), is_wanted=True, **ends)
        case _:
            return entry


class Spot(NamedTuple):
    """The drawing of a ghost, and the middle of the text line below it."""

    drawn: str
    x: int
    y: int


Spots = Callable[[ElementChange], Spot | None]
"""Returns the drawing and place of a change, or None if the picture does not show the change."""


def ghosts_drawn(
    ghosts: Iterable[Ghost], table: Table, spots: Callable[[Ghost], Spots]
) -> Iterator[str]:
    """Yield the drawings of all ghosts, in the colours of their seats."""
    for ghost in ghosts:
        yield from _drawn(ghost, table, spots(ghost))


def _drawn(ghost: Ghost, table: Table, spot: Spots) -> Iterator[str]:
    """Yield the drawings of a ghost's changes. The first drawing names the seat and the price."""
    is_first = True
    for change in ghost.changes:
        at = spot(change)
        if at is None:
            continue
        name = table.name(change.by)
        whose = " · ".join(part for part in (name, _priced(change.price)) if part)
        tag = " ".join(part for part in (_sign(change), whose if is_first else "") if part)
        label = lettered(TAG, one_line(tag), at.x, at.y) if tag else ""
        title = text(_wish(change, name))
        # A label contains no unescaped quotation marks, so this text can only be the attribute.
        drawn = at.drawn.replace(f' data-id="{change.id}"', "")
        yield (
            f'<g class="ghost {change.sort} {seat_class(change.by)}" data-ghost="{change.id}"'
            f' data-about="{change.about}"><title>{title}</title>{drawn}{label}</g>\n'
        )
        is_first = False


def _sign(change: ElementChange) -> str:
    if change.sort == "removed":
        return "✕"
    if change.sort == "changed":
        return f"→ {change.label if change.number is None else change.number}"
    return ""


def _wish(change: ElementChange, name: str) -> str:
    """Describe a wanted change in words. Marks are not part of it, only their number."""
    wish = f"{name} wants to {_VERBS[change.sort]} {change.called or change.label}"
    is_counted = change.sort == "changed" and change.called and change.number is not None
    return f"{wish} to {change.number}" if is_counted else wish


def _priced(price: Price | None) -> str:
    """Describe a price."""
    return ", ".join(f"{number} {kind}" for kind, number in (price or {}).items() if number)


def described(scene: str, ghosts: Sequence[Ghost], table: Table) -> str:
    """Return the description of a picture, with a sentence added for each ghost."""
    each = [
        f"{_wish(change, table.name(change.by))}." for ghost in ghosts for change in ghost.changes
    ]
    return " ".join(filter(None, (scene, *each)))
