"""The settings of Edgerunner's walks for its model. All effects come from moves, so the table sets up the game."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tests.laws.answers import proposing
from tests.laws.habit import Plan, Walking
from tests.laws.habits.edgerunner import HABITS as OF_LAWS

_SKILLS = {"Athletics": 0, "Firearms": 3, "Deception": 9}
_CAST = (
    ("Gatto", "character", (3, 4, 2), (1, 2)),
    ("Jade", "character", (0, 4, 2), (3, 1)),
    ("Hargan", "character", (2, 3, 5), (2, 2)),
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
    """The subject of a proposal with a sheet from `_CAST`."""
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
    """Plan a move for the next thing that a conflict lacks, such as a zone."""
    state, random = walk.state, walk.random
    play, gm = state.play, state.table.gm
    empty = [seat.id for seat in state.table.players if not seat.taken]
    if empty and random.random() < 0.5:
        return random.choice(empty), {"move": "take_seat", "name": "Somebody"}
    players = [seat.id for seat in state.table.players if seat.id != gm and seat.taken]
    if len(play.characters.known) < len(_CAST):
        whose = random.choice([None, None, None, *players])
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


def _lead(walk: Walking) -> Plan:
    """Plan a setup move. In a conflict, plan a move that continues play; its kind is chosen by weight."""
    if walk.state.play.conflict is None:
        return _set_up(walk)
    random = walk.random
    open_: defaultdict[str, list[Any]] = defaultdict(list)
    sitting = walk.state.table.sitting
    for seat in random.sample(sitting, len(sitting)):
        for option in walk.options(seat):
            open_[str(option.fixed["move"])].append((seat, option))
        if _LEADING & open_.keys():
            break
    kinds = sorted(kind for kind in open_ if kind in _WEIGHTS)
    if not kinds:
        return None
    (kind,) = random.choices(kinds, [_WEIGHTS[kind] for kind in kinds])
    if kind == "declare":
        return _deed(walk)
    seat, option = random.choice(open_[kind])
    if kind == "propose":
        shapes = [shape for subject in _SUBJECTS for shape in proposing(option, subject)]
        return walk.drawn(seat, [random.choice(shapes)]) if shapes else None
    return walk.drawn(seat, [option])


_deed = OF_LAWS.plans[0][1]
_SUBJECTS = ("concede", *("drop_aspect", "redraw_map", "pose_problem") * 6)
_WEIGHTS = {
    **dict.fromkeys(("call_auction", "bid", "use_spin", "decide_fate", "redefine_border"), 5.0),
    **dict.fromkeys(("declare", "deploy", "oppose", "accept_help", "answer_compel", "roll"), 4.0),
    **dict.fromkeys(("continue", "go", "turn_door", "clear_box", "stand", "give_turn"), 3.0),
    **dict.fromkeys(("take_stress", "invoke", "close_compels", "agree"), 1.5),
    "compel": 0.4,
    **dict.fromkeys(("claim_turn", "take_consequence", "keep_threshold"), 0.7),
    **dict.fromkeys(("free_move", "end_turn", "give_in", "finish_action"), 0.5),
    "propose": 0.25,
    **dict.fromkeys(("act_simply", "hand_over_call", "yield_turn", "place"), 0.05),
}
"""The weights of the open moves."""
_LEADING = _WEIGHTS.keys() - {"propose", "agree", "compel", "place", "hand_over_call", "claim_turn"}
"""The moves that only awaited players have. If a seat has any, no other seat is tried."""

HABITS: Mapping[str, Any] = {
    "moves": 200,
    "moves_at_most": 320,
    "plans": ((4.0, _lead), *OF_LAWS.plans),
    "ways": {**OF_LAWS.ways, "act": ("declare", "declare", "free_move", "end_turn")},
}
"""The differences from the walks of the laws."""
