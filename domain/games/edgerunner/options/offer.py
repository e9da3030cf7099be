"""The moves that each seat can make in a session of Edgerunner, and the pending actions."""

from collections.abc import Iterator

from msgspec.structs import replace

from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import (
    Awaited,
    Group,
    Number,
    Option,
    TextField,
    choices,
    move_option,
    question_id,
)
from verger.domain.core.text import LABEL_LIMIT, PROSE_LIMIT
from verger.domain.games.edgerunner.agenda import MAKES_NO_SENSE, SHEETS, TABLE, droppable
from verger.domain.games.edgerunner.beginning import SIDES_LEAST, cannot_begin
from verger.domain.games.edgerunner.drawing import (
    REDRAW,
    SETUP,
    SIDE_LIMIT,
    not_placeable,
    stands_in_zones,
)
from verger.domain.games.edgerunner.ending import CONCESSION, sides_of
from verger.domain.games.edgerunner.model.condition import NO_SIDE
from verger.domain.games.edgerunner.model.conflict import Acting
from verger.domain.games.edgerunner.model.sheet import THRESHOLD_LIMIT
from verger.domain.games.edgerunner.model.time_track import Span
from verger.domain.games.edgerunner.options import conflict as of_conflict
from verger.domain.games.edgerunner.options import turn
from verger.domain.games.edgerunner.state import State, leader, titled
from verger.domain.games.edgerunner.stroking import ZONES, strokes
from verger.domain.judging import table_options
from verger.domain.table import sheet
from verger.domain.table.proposal import subject
from verger.domain.table.sheet import CharacterId

NAME = TextField("name", LABEL_LIMIT)


def options(state: State, seat: SeatId) -> list[Option]:
    """Return the moves that a seat can make now."""
    options = table_options.options(state, seat, TABLE, _subjects(state, seat))
    if not table_options.may_play(state, seat):
        return options
    options += _thresholds(state, seat)
    if seat == leader(state):
        options += _placing(state)
    conflict = state.play.conflict
    if conflict is None:
        return options + _preparing(state) if seat == leader(state) else options
    options += of_conflict.options(state, seat, conflict)
    if isinstance(conflict.stage, Acting):
        options += turn.options(state, seat, conflict, conflict.stage)
    return options


def _subjects(state: State, seat: SeatId) -> Iterator[Option]:
    for shape in sheet.subjects(state, seat, SHEETS):
        rewrites = any(field.name == "character" for field in shape.fields)
        if not (rewrites and state.play.conflict):
            yield shape
    if state.table.paused:
        return
    if state.play.conflict and (sides := sides_of(state, seat)):
        side = choices("side", [(side, f"side {side}") for side in sides])
        yield subject(
            "concede",
            CONCESSION,
            side,
            TextField("story", PROSE_LIMIT, label="Describe what happens"),
        )
    yield from of_conflict.problem(state)
    if state.play.conflict and seat == leader(state):
        drawn = [
            Option({"move": move}, fields, (rule,), label=label)
            for move, label, fields, rule in strokes(state)
        ]
        yield subject(
            "redraw_map",
            REDRAW,
            Group("change", tuple(drawn)),
            TextField("why", PROSE_LIMIT),
            label="Redraw the map",
        )
    if aspects := droppable(state):
        why = TextField("why", PROSE_LIMIT)
        yield subject(
            "drop_aspect", MAKES_NO_SENSE, choices("aspect", aspects), why, label="Let an aspect go"
        )


def _preparing(state: State) -> list[Option]:
    """Return the referee's moves before a conflict."""
    metaphorical = choices(
        "metaphorical", [(False, "a place"), (True, "a metaphor")], label="It shows"
    )
    place = {"metaphorical": False}
    drawn = (NAME, metaphorical)
    options = [move_option("draw_map", drawn, ZONES, label="Draw the map", suggested=place)]
    options += [
        move_option(move, fields, rule, label=label) for move, label, fields, rule in strokes(state)
    ]
    placed = [
        (id, condition)
        for id, condition in in_order(state.play.conditions.items())
        if condition.there
    ]
    if placed:
        known = state.play.characters.known
        shown = choices("character", [(id, known[id].name) for id, _ in placed], label="Who")
        options.append(move_option("take_off", (shown,), ZONES, label="Take off the map"))
    if not cannot_begin(state):
        length = choices("length", [(span, "") for span in Span], label="How long")
        reason = TextField("reason", PROSE_LIMIT)
        options.append(
            move_option(
                "begin_conflict", (reason, length), SETUP, "time.track", label="Begin a conflict"
            )
        )
    return options


def _thresholds(state: State, seat: SeatId) -> list[Option]:
    """Return the borders whose threshold a seat can set."""
    borders = [
        (id, titled(state, id))
        for id, border in in_order(state.play.chart.borders.items())
        if border.threshold is None or seat == leader(state)
    ]
    if not borders:
        return []
    fields = (choices("border", borders), Number("threshold", 0, THRESHOLD_LIMIT))
    return [
        move_option("assign_threshold", fields, "action.attack_thing", label="Assign a threshold")
    ]


def _placing(state: State) -> list[Option]:
    """Return the moves that place a character on the map, in a zone or outside of zones."""
    placeable = [
        (id, character.name)
        for id, character in in_order(state.play.characters.known.items())
        if not not_placeable(state, id)
    ]
    zones = [(id, zone.name) for id, zone in in_order(state.play.chart.zones.items())]
    side = Number("side", NO_SIDE, SIDE_LIMIT)
    standing = [(id, name) for id, name in placeable if stands_in_zones(state, CharacterId(id))]
    options: list[Option] = []
    if standing and zones:
        fields = (choices("character", standing, label="Who"), side, choices("zone", zones))
        options.append(move_option("place", fields, ZONES, label="Place somebody"))
    nowhere = [id for id in placeable if id not in standing]
    if nowhere:
        options.append(
            move_option(
                "place",
                (choices("character", nowhere, label="Who"), side),
                ZONES,
                label="Bring somebody in",
            )
        )
    return options


def awaited(state: State) -> list[Awaited]:
    """Return the pending actions. Every state has at least one."""
    pending = table_options.awaited(state, TABLE)
    if not state.table.started or state.table.paused:
        return pending
    conflict = state.play.conflict
    if conflict is None:
        what, rule = _preparation(state)
        id = question_id(what, state.play.moment)
        return [*pending, Awaited(what, (leader(state),), rule, _MISSING[what], id=id)]
    if isinstance(conflict.stage, Acting):
        asked = turn.awaited(state, conflict, conflict.stage)
    else:
        asked = of_conflict.awaited(state, conflict)
    return [*pending, replace(asked, id=question_id(asked.what, state.play.moment))]


_MISSING = {
    "begin_conflict": "Everything is ready: begin a conflict when the story comes to one.",
    "add_zone": "Draw the map: add its first zone.",
    "write_sheet": "Propose the sheets of the characters that act: a conflict needs two sides.",
    "place": "Place the characters that act on the map: a conflict needs two sides.",
}


def _preparation(state: State) -> tuple[str, str]:
    """Describe what a conflict still needs before it begins, and return the rule."""
    if not cannot_begin(state):
        return "begin_conflict", SETUP
    if not state.play.chart.zones:
        return "add_zone", ZONES
    known = state.play.characters.known.items()
    able = [id for id, character in known if character.sheet.acts and stands_in_zones(state, id)]
    return ("write_sheet", sheet.RULE) if len(able) < SIDES_LEAST else ("place", ZONES)
