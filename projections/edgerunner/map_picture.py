"""A map as a picture: zones with their characters, borders, and the prices of crossing them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from verger.domain.core.identifier import in_order
from verger.domain.core.text import counted
from verger.domain.games.edgerunner.model.chart import Border, Direction
from verger.domain.games.edgerunner.model.condition import NO_SIDE, Condition
from verger.domain.games.edgerunner.model.sheet import Kind, Sheet
from verger.domain.games.edgerunner.state import State
from verger.domain.table.sheet import Character, CharacterId
from verger.projections.edgerunner.map_paper import (
    BESIDE,
    BESIDE_NAME,
    COLUMN,
    IN_A_COLUMN,
    NAME_FONT,
    NAME_HIGH,
    NAME_LINE,
    PADDING,
    ROW,
    WAY_FONT,
    WAY_LINE,
    ZONE_FONT,
    ZONE_LINE,
    name_lines,
    way_lines,
    zone_lines,
)
from verger.projections.picture.arrangement import Arrangement
from verger.projections.picture.arrow import arrow
from verger.projections.picture.change import Element, ElementChange
from verger.projections.picture.ghost import Ghost, Spot, described, ghosts_drawn
from verger.projections.picture.lettering import Lines, one_line
from verger.projections.picture.shape import PlacedShape
from verger.projections.picture.svg import (
    PictureDescription,
    Style,
    group,
    lettered,
    picture,
    seat_class,
    text,
)

_WAY, _ZONE = (
    Style("label", WAY_FONT, WAY_LINE, is_on_line=True),
    Style("label", ZONE_FONT, ZONE_LINE),
)
_NAME, _SEAT = Style("label", NAME_FONT, NAME_LINE), Style("seat", WAY_FONT, NAME_LINE)

_SIDES = " ①②③④⑤⑥⑦⑧⑨"
_SHAPES = {Kind.CHARACTER: "person", Kind.THING: "thing", Kind.FACTION: "organization"}

_Person = tuple[CharacterId, Character[Sheet], Condition]


def map_picture(
    state: State,
    frame: Arrangement,
    version: int,
    styles: Sequence[str],
    ghosts: Sequence[Ghost] = (),
) -> str:
    """Return the map at a version, as SVG."""
    drawing, chart = _Drawing(state, frame), state.play.chart
    named = f"{state.table.title}: {chart.name or 'the map'}"
    sort = ", which is no place," if chart.metaphorical else ""
    text = described(drawing.described(), ghosts, state.table)
    shown = PictureDescription(f"{named}{sort} at version {version}", text)
    wanted = ghosts_drawn(
        ghosts, state.table, lambda ghost: _Drawing(ghost.after, ghost.within(frame)).spot
    )
    return picture(f"map-{version}", shown, frame, styles, chain(drawing.parts(), wanted))


def elements(state: State) -> Mapping[str, Element]:
    """Describe zones, borders and the places of characters."""
    chart = state.play.chart
    zones = {str(id): Element(zone.name) for id, zone in chart.zones.items()}
    borders = {
        str(id): Element(
            " — ".join(chart.zones[end].name for end in border.ends),
            len(border.marked) if border.threshold else None,
            border.ends,
        )
        for id, border in chart.borders.items()
    }
    people = {
        str(id): Element(
            state.play.characters.known[id].name,
            None,
            (condition.zone or BESIDE,),
            condition.is_out,
        )
        for id, condition in state.play.conditions.items()
        if condition.there
    }
    return {**zones, **borders, **people}


class _Drawing:
    def __init__(self, state: State, frame: Arrangement) -> None:
        self._names = {seat.id: seat.name for seat in state.table.seats}
        self._chart, self._frame = state.play.chart, frame
        self._zones = {str(id): zone.name for id, zone in in_order(self._chart.zones.items())}
        self._borders = {str(id): border for id, border in in_order(self._chart.borders.items())}
        self._people: dict[str, list[_Person]] = {}
        for id, condition in in_order(state.play.conditions.items()):
            if condition.there:
                person = id, state.play.characters.known[id], condition
                self._people.setdefault(condition.zone or BESIDE, []).append(person)
        if BESIDE in self._people and BESIDE in frame.stands:
            self._zones[BESIDE] = BESIDE_NAME

    def parts(self) -> Iterator[str]:
        """Yield the drawings: borders first, then zones over them, and last the ways across the borders."""
        for id, border in self._borders.items():
            start, other = (self._standing(zone) for zone in border.ends)
            route = self._frame.routes[f"{id} {border.one} {border.other}"]
            ways = {way.direction for way in border.ways}
            forth, back = ways == {Direction.THERE}, ways == {Direction.BACK}
            drawn = arrow(start, other, route, forth=forth, back=back)
            yield group("edge border", id, text(self._crossing(border)), drawn, border.ends)
        for id, name in self._zones.items():
            yield self._zone(id, name)
        for id, border in self._borders.items():
            route = self._frame.routes[f"{id} {border.one} {border.other}"]
            label = lettered(_WAY, self._ways(border), route.x, route.y)
            yield group("edge border says", id, "", label)

    def spot(self, change: ElementChange) -> Spot | None:
        """Return the ghost of a change: at a zone, at a border, or, for a character, at the bottom of a zone."""
        if change.id in self._zones and change.id in self._frame.stands:
            zone = self._standing(change.id)
            return Spot(zone.grown(4).drawn("halo"), zone.x, zone.y + zone.height // 2 + 14)
        route = self._frame.routes.get(" ".join((change.id, *change.ends)))
        if route and len(change.ends) > 1:
            start, other = (self._standing(end) for end in change.ends)
            return Spot(arrow(start, other, route, forth=False), route.x, route.y + WAY_LINE)
        return self._moved(change)

    def _moved(self, change: ElementChange) -> Spot | None:
        """Return the ghost of a moved character, on the lower edge of its new zone."""
        end = change.ends[0] if change.ends else ""
        if end not in self._frame.stands:
            return None
        zone = self._standing(end)
        x, y = zone.x, zone.y + zone.height // 2
        drawn = PlacedShape(kind="person", x=x, y=y, width=COLUMN, height=NAME_LINE + 10).drawn(
            "shape"
        )
        return Spot(drawn + lettered(_NAME, one_line(change.label), x, y), x, y + NAME_LINE + 12)

    def described(self) -> str:
        """Describe the map."""
        sentences = [
            f"{counted(len(self._chart.zones), 'zone')}, {counted(len(self._borders), 'border')}."
        ]
        for id, name in self._zones.items():
            people = ", ".join(self._person(person) for person in self._people.get(id, ()))
            sentences.append(f"{name}: {people or 'nobody'}.")
        sentences += [f"{self._crossing(border)}." for border in self._borders.values()]
        return " ".join(sentences)

    def _standing(self, zone: str) -> PlacedShape:
        at = self._frame.stands[zone]
        return PlacedShape(kind="thing", x=at.x, y=at.y, width=at.width, height=at.height)

    def _zone(self, id: str, name: str) -> str:
        standing, lines = self._standing(id), zone_lines(name)
        _, x, y, width, height = standing
        top, high = y - height // 2 + PADDING, len(lines.texts) * ZONE_LINE
        drawn = standing.drawn("shape") + lettered(_ZONE, lines, x, top + high // 2)
        people = self._people.get(id, [])
        for place, person in enumerate(people):
            column, row = divmod(place, IN_A_COLUMN)
            across = x - width // 2 + PADDING + column * (COLUMN + PADDING) + COLUMN // 2
            drawn += self._drawn(person, across, top + high + row * ROW + ROW // 2)
        sort = " metaphorical" if self._chart.metaphorical else ""
        sort += " beside" if id == BESIDE else ""
        title = text(f"{name} · {counted(len(people), 'is', 'are')} there")
        return group(f"node zone{sort}", id, title, drawn)

    def _drawn(self, person: _Person, x: int, y: int) -> str:
        id, character, condition = person
        kind, out = _SHAPES[character.sheet.kind], " eliminated" if condition.is_out else ""
        drawn = PlacedShape(kind=kind, x=x, y=y, width=COLUMN, height=NAME_HIGH).drawn("shape")
        beneath = _SIDES[condition.side].strip()
        seat = ""
        if character.seat:
            seat = f" {seat_class(character.seat)}"
            beneath = f"{beneath} {self._names.get(character.seat, character.seat)}".strip()
        high = NAME_LINE if beneath else 0
        drawn += lettered(_NAME, name_lines(character.name), x, y - high // 2, out=condition.is_out)
        if beneath:
            drawn += lettered(_SEAT, one_line(beneath), x, y + NAME_HIGH // 2 - 11)
        return group(f"person {kind}{seat}{out}", id, text(self._person(person)), drawn)

    def _person(self, person: _Person) -> str:
        _, character, condition = person
        facts = [character.name, str(character.sheet.kind)]
        facts += [self._names.get(character.seat, character.seat)] if character.seat else []
        facts += [f"side {condition.side}"] if condition.side != NO_SIDE else []
        facts += ["out"] if condition.is_out else []
        return " · ".join(facts)

    def _ends(self, border: Border) -> Sequence[str]:
        return [self._zones[zone] for zone in border.ends]

    def _ways(self, border: Border) -> Lines:
        return way_lines(border.ways, border.threshold, border.marked, self._ends(border))

    def _crossing(self, border: Border) -> str:
        start, other = self._ends(border)
        ways = ", or ".join(
            way_lines((way,), None, (), (start, other)).texts[0] for way in border.ways
        )
        taken = (
            f"; it takes {border.threshold}, marked: {len(border.marked)}"
            if border.threshold
            else ""
        )
        return f"{start} — {other}: {ways}{taken}"
