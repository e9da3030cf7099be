"""The size of a map's zones and borders.

A zone has room for the largest number of characters that were in it at the same time.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from verger.domain.core.text import counted
from verger.domain.games.edgerunner.model.chart import (
    BorderAdded,
    BorderRedefined,
    Direction,
    MapDrawn,
    ThresholdAssigned,
    Way,
    ZoneAdded,
    ZoneRedefined,
)
from verger.domain.games.edgerunner.model.condition import Moved, Placed, TakenOff
from verger.domain.games.edgerunner.model.conflict_effect import ConflictBegun
from verger.domain.games.edgerunner.model.target import BorderId, ZoneId
from verger.domain.games.edgerunner.state import State
from verger.projections.picture.entry import Box, Entry, Tidy, Tie
from verger.projections.picture.lettering import Lines, wrapped
from verger.projections.picture.written import NEW_SHEET

ZONE_FONT, NAME_FONT, WAY_FONT = 15, 13, 12
ZONE_LINE, NAME_LINE, WAY_LINE = 19, 17, 15
COLUMN, PADDING = 172, 12
"""The width of a column of characters, and the padding around it, in pixels."""
IN_A_COLUMN, ROOM_FOR = 6, 3
"""The maximum number of characters in a column, and the minimum capacity of a zone, so that most
zones have the same size."""
NAME_HIGH = NAME_LINE * 3
ROW = NAME_HIGH + 7
BESIDE, BESIDE_NAME = "z0", "Off the map"
"""The zone for participants that are in no zone, such as factions."""

_NAME_MOST = 11.0


def zone_lines(name: str) -> Lines:
    """Return a zone's name in lines."""
    return wrapped(name, 8.0, 14.0)


def name_lines(name: str) -> Lines:
    """Return a name in at most two lines."""
    lines = wrapped(name, _NAME_MOST, _NAME_MOST)
    if len(lines.texts) <= 2:
        return lines
    return Lines((lines.texts[0], f"{lines.texts[1]} …"), lines.widths[:2], lines.is_right_to_left)


def columns(people: int) -> int:
    """Return the number of columns that this number of characters needs."""
    return max(1, -(-people // IN_A_COLUMN))


def zone_size(name: str, people: int) -> tuple[int, int]:
    """Return the size of a zone with this number of characters."""
    rows = min(max(people, ROOM_FOR), IN_A_COLUMN)
    high = max(2, len(zone_lines(name).texts)) * ZONE_LINE + rows * ROW + PADDING * 2
    return columns(people) * (COLUMN + PADDING) + PADDING, high


def way_lines(
    ways: Sequence[Way], threshold: int | None, marked: Sequence[int], ends: Sequence[str]
) -> Lines:
    """Return the lines of text at a border between two zones: the ways across it, and its track."""
    texts = [line for way in ways for line in wrapped(_way(way, ends), 8.0, 16.0).texts]
    if threshold is not None:
        boxes = "".join("☒" if box in marked else "☐" for box in range(1, threshold + 1))
        texts += wrapped(boxes, 16.0, 16.0).texts
    joined = [wrapped(text, 99.0, 99.0) for text in texts]
    return Lines(
        tuple(texts),
        tuple(line.width for line in joined),
        any(line.is_right_to_left for line in joined),
    )


def _way(way: Way, ends: Sequence[str]) -> str:
    to = {Direction.BOTH: "", Direction.THERE: f" → {ends[1]}", Direction.BACK: f" → {ends[0]}"}
    condition = f" {way.condition}" if way.condition else ""
    door = f" ({way.door})" if way.door else ""
    return f"{counted(way.value, 'shift')}{condition}{door}{to[way.direction]}"


def entry(state: State, id: str) -> Entry | None:
    """Return the box of a zone or the tie of a border; None for a character, who is inside a zone's box."""
    chart = state.play.chart
    if zone := chart.zones.get(ZoneId(id)):
        people = sum(condition.zone == id for condition in state.play.conditions.values())
        return _zone(id, zone.name, people)
    if border := chart.borders.get(BorderId(id)):
        ends = [chart.zones[end].name for end in border.ends]
        return _bordered(
            id, border.one, border.other, way_lines(border.ways, border.threshold, (), ends)
        )
    return None


def _zone(id: str, name: str, people: int) -> Box:
    return Box(id, *zone_size(name, people), in_rows=True)


def _bordered(border: str, start: str, other: str, lines: Lines) -> Tie:
    wide = -(-int(lines.width * WAY_FONT + 8) // 12) * 12
    return Tie(
        id=border, source=start, target=other, width=wide, height=len(lines.texts) * WAY_LINE
    )


class MapReader:
    """Reads the boxes and ties of a map from the effects of Edgerunner."""

    tags: ClassVar[tuple[str, ...]] = (
        "map_drawn", "zone_added", "border_added", "border_redefined", "threshold_assigned",
        "placed", "moved", "taken_off", "conflict_begun",
    )  # fmt: skip
    """The effects that it reads."""

    def __init__(self) -> None:
        self._zones: dict[str, str] = {BESIDE: BESIDE_NAME}
        self._borders: dict[str, tuple[str, str, tuple[Way, ...]]] = {}
        self._where: dict[str, str] = {}
        self._most: dict[str, int] = {}

    def read(self, effect: Any) -> Iterable[Entry | str]:
        """Return the entries that an effect adds."""
        match effect:
            case MapDrawn():
                self._where.clear()
                self._most.clear()
                yield NEW_SHEET
            case ZoneAdded(zone, name):
                self._zones[zone] = name
                yield _zone(zone, name, self._most.setdefault(zone, 1))
            case ZoneRedefined(zone, name):
                self._zones[zone] = name
                yield _zone(zone, name, self._most[zone])
            case BorderAdded(border, start, other, ways):
                self._borders[border] = start, other, ways
                yield self._bordered(border, None)
            case BorderRedefined(border, ways):
                self._borders[border] = (*self._borders[border][:2], ways)
                yield self._bordered(border, None)
            case ThresholdAssigned(border, threshold):
                yield self._bordered(border, threshold)
            case Placed(character, zone) | Moved(character, zone):
                yield from self._stands(character, zone or BESIDE)
            case TakenOff(character):
                self._where.pop(character, None)
            case ConflictBegun():
                yield Tidy()
            case _:
                pass

    def forget(self) -> None:
        """Forget the places of characters after a rewind."""
        self._where.clear()

    def _stands(self, character: str, zone: str) -> Iterator[Entry]:
        self._where[character] = zone
        people = sum(place == zone for place in self._where.values())
        if people > self._most.get(zone, 0):
            self._most[zone] = people
            yield _zone(zone, self._zones[zone], people)

    def _bordered(self, border: str, threshold: int | None) -> Entry:
        start, other, ways = self._borders[border]
        lines = way_lines(ways, threshold, (), (self._zones[start], self._zones[other]))
        return _bordered(border, start, other, lines)
