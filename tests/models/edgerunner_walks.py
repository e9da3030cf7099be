"""How walks of Edgerunner go where the model follows them: nothing is given, so the table sets up."""

from collections.abc import Mapping
from typing import Any

from tests.laws.habit import Plan, Walking
from tests.laws.habits.edgerunner import HABITS as OF_LAWS

_SKILLS = {"Athletics": 0, "Firearms": 3, "Deception": 9}
_CAST = (
    ("Gatto", "character", (3, 4, 2), (2, 3)),
    ("Jade", "character", (0, 4, 2), (3, 2)),
    ("Hargan", "character", (2, 3, 5), (2, 4)),
    ("Nakatomi", "faction", (0, 0, 3), (2,)),
    ("Drone", "thing", (3,), (3,)),
    ("Crate", "thing", (), (1, 2)),
)
_WAYS = (
    {"value": 1, "condition": "The door", "door": "shut"},
    {"value": 0, "direction": "there", "door": "open"},
    {"value": 3, "direction": "there"},
)
_LENGTH = "a few seconds"


def _sheet(walk: Walking) -> dict[str, Any]:
    """Somebody's, of the GM or of one of the players."""
    name, kind, ratings, thresholds = walk.random.choice(_CAST)
    skills = [
        {"name": skill, "rating": rating, "reach": reach}
        for (skill, reach), rating in zip(_SKILLS.items(), ratings, strict=False)
    ]
    tracks = [
        {"name": track, "threshold": threshold}
        for track, threshold in zip(("Cool", "Health"), thresholds, strict=False)
    ]
    aspects = [{"name": f"{name}'s way"}, {"name": "Wanted"}][: walk.random.randint(0, 2)]
    sheet = {"kind": kind, "skills": skills, "tracks": tracks, "aspects": aspects}
    return {"subject": "write_sheet", "name": name, "sheet": sheet}


def _set_up(walk: Walking) -> Plan:
    """The next thing that a conflict lacks."""
    state, random = walk.state, walk.random
    play, gm = state.play, state.table.gm
    if play.conflict:
        return None
    players = [seat.id for seat in state.table.players if seat.id != gm and seat.taken]
    if len(play.characters.known) < len(_CAST):
        whose = random.choice([None, *players])
        return gm, {"move": "propose", "subject": {**_sheet(walk), "seat": whose}}
    zones = sorted(play.chart.zones)
    if len(zones) < 3:
        return gm, {"move": "add_zone", "name": f"Room {random.randint(1, 99)}"}
    if len(play.chart.borders) < 3:
        ways = random.choice(((), _WAYS[:1], _WAYS[1:], _WAYS[2:]))
        one, other = random.sample(zones, 2)
        return gm, {"move": "add_border", "one": one, "other": other, "ways": list(ways)}
    there = [id for id, one in play.conditions.items() if one.there]
    absent = sorted(set(play.characters.known) - set(there))
    if absent and (len(there) < 4 or random.random() < 0.5):
        return gm, _placing(walk, random.choice(absent), zones)
    return gm, {"move": "begin_conflict", "reason": "The data.", "length": _LENGTH}


def _placing(walk: Walking, character: str, zones: list[str]) -> dict[str, Any]:
    sheet = walk.state.play.characters.known[character].sheet
    zone = walk.random.choice(zones)
    is_nowhere = sheet.kind == "faction" and not walk.state.play.chart.metaphorical
    side = walk.random.choice((1, 2, 1, 2, 3, 0))
    return {"move": "place", "character": character, "zone": None if is_nowhere else zone} | {
        "side": side
    }


def _go_on(walk: Walking) -> Plan:
    """Set up, or in a conflict an action of any kind, or of the exchange before."""
    if walk.state.play.conflict is None:
        return _set_up(walk)
    for seat in walk.state.table.sitting:
        options = [one for one in walk.options(seat) if one.fixed["move"] in ("continue", "deploy")]
        if options and walk.random.random() < 0.6:
            return walk.drawn(seat, options)
    return _deed(walk)


_deed = OF_LAWS.plans[0][1]

HABITS: Mapping[str, Any] = {
    "moves": 300,
    "moves_at_most": 700,
    "plans": ((0.5, _go_on), *OF_LAWS.plans),
    "ways": {**OF_LAWS.ways, "act": ("declare", "declare", "free_move", "end_turn")},
}
"""What differs from the walks of the laws."""
