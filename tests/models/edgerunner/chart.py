"""The map of Edgerunner, the characters on it, and sheets."""

from collections.abc import Callable, Mapping

from tests.models.edgerunner.exchange import (
    end_if_decided,
    end_wards_of,
    end_wards_on,
    next_exchange,
)
from tests.models.edgerunner.outcome import redefine_taken
from tests.models.edgerunner.record import (
    BANK,
    Aspect,
    Border,
    Character,
    Object,
    Record,
    tidy,
)

SPANS = (
    *("an instant", "a few seconds", "half a minute", "a minute", "a few minutes"),
    *("a quarter hour", "half an hour", "an hour", "a few hours", "half a day", "a day"),
    *("a few days", "a week", "a couple of weeks", "a month", "a few months", "half a year"),
    *("a year", "a few years", "a decade"),
)
"""The steps of the time track."""


def draw_map(record: Record, move: Object) -> None:
    """Begin a new map, without zones and characters."""
    for id in [id for id, one in record.aspects.items() if one.on[0] in "zb"]:
        record.remove_aspect(id)
    record.zones, record.borders = {}, {}
    record.map_name, record.metaphorical = tidy(move["name"]), move["metaphorical"]
    for one in record.characters.values():
        one.leave_map()


def ways_of(move: Object) -> list[Object]:
    """The ways that a move draws. If it names none, there is one way that costs 1."""
    return [
        {
            "value": way["value"],
            "condition": tidy(way["condition"]) if way.get("condition") else None,
            "direction": way.get("direction", "both"),
            "door": way.get("door"),
        }
        for way in move.get("ways") or [{"value": 1}]
    ]


def add_zone(record: Record, move: Object) -> None:
    """Add a zone."""
    record.zones[record.new("z")] = tidy(move["name"])


def redefine_zone(record: Record, move: Object) -> None:
    """Describe a zone differently."""
    record.zones[move["zone"]] = tidy(move["name"])


def add_border(record: Record, move: Object) -> None:
    """Add a border between two zones."""
    record.borders[record.new("b")] = Border(move["one"], move["other"], ways_of(move))


def redefine_border(record: Record, move: Object) -> None:
    """Replace the ways across a border, and forget its stress."""
    border = record.borders[move["border"]]
    border.ways, border.threshold, border.marked = ways_of(move), None, []


def redefine_taken_out(record: Record, move: Object) -> None:
    """Draw a border again. In a conflict, the player that took the border out does this."""
    redefine_border(record, move)
    if record.conflict:
        redefine_taken(record, move, ())


def redraw(record: Record, change: Object) -> None:
    """Apply an agreed change of the map."""
    is_border = change["move"] == "redefine_border"
    (redefine_border if is_border else MOVES[change["move"]])(record, change)


def assign_threshold(record: Record, move: Object) -> None:
    """Set the stress that a border can take."""
    record.borders[move["border"]].threshold = move["threshold"]


def place(record: Record, move: Object) -> None:
    """Put a character on the map, on a side."""
    one = record.characters[move["character"]]
    one.there, one.zone, one.side = True, move.get("zone"), move["side"]
    end_wards_on(record, move["character"])


def take_off(record: Record, move: Object) -> None:
    """Take a character off the map."""
    record.characters[move["character"]].leave_map()
    if record.conflict:
        end_wards_of(record.conflict, move["character"])
        end_wards_on(record, move["character"])
        next_exchange(record)
        end_if_decided(record)


def write_sheet(record: Record, subject: Object, points: int) -> None:
    """Write an agreed sheet. A new character gets fate points."""
    sheet, id = subject["sheet"], subject.get("character")
    skills = [{**one, "name": tidy(one["name"])} for one in sheet.get("skills", ())]
    tracks = [{**one, "name": tidy(one["name"])} for one in sheet.get("tracks", ())]
    name, seat = tidy(subject["name"]), subject.get("seat")
    if id is None:
        id = record.new("c")
        record.characters[id] = Character(name, seat, sheet["kind"], skills, tracks)
        if sheet["kind"] == "character":
            record.pay("fate", points, BANK, f"character:{id}")
    else:
        one = record.characters[id]
        if one.kind != sheet["kind"]:
            one.leave_map()
        one.name, one.seat, one.kind = name, seat, sheet["kind"]
        one.skills, one.tracks = skills, tracks
    traits = [tidy(trait["name"]) for trait in sheet.get("aspects", ())]
    before = {one.name: old for old, one in record.aspects.items() if one.is_trait_of(id)}
    for name in before.keys() - set(traits):
        record.remove_aspect(before[name])
    for name in traits:
        if name not in before:
            record.place_aspect(Aspect(name, id, "sheet"))


def pose_problem(record: Record, subject: Object) -> None:
    """Turn a task that takes too long for an exchange into a thing with a track."""
    assert record.conflict
    steps = SPANS.index(subject["duration"]) - SPANS.index(record.conflict.length)
    tracks = [{"name": tidy(subject["track"]), "threshold": steps}]
    problem = Character(tidy(subject["name"]), None, "thing", [], tracks)
    problem.there, problem.zone = True, subject["zone"]
    id = record.new("c")
    record.characters[id] = problem
    for aspect in (subject["aspect"], subject.get("second_aspect")):
        if aspect is not None:
            record.place_aspect(Aspect(tidy(aspect), id, "problem"))


MOVES: Mapping[str, Callable[[Record, Object], None]] = {
    "draw_map": draw_map,
    "add_zone": add_zone,
    "redefine_zone": redefine_zone,
    "add_border": add_border,
    "redefine_border": redefine_taken_out,
    "assign_threshold": assign_threshold,
    "place": place,
    "take_off": take_off,
}
