"""The settings of the walks that a model of Afterverse follows: capable sheets, and moves that use them."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.laws.habit import Plan, Walking
from tests.laws.habits.afterverse import HABITS
from verger.domain.core.identifier import SeatId, in_order
from verger.domain.core.option import Option

Json = dict[str, Any]

ATTRIBUTES = ("WIL", "PER", "INT", "MAN", "REA", "BOD")
_SHEET: Json = {
    "skills": [
        {"name": "Leadership", "level": 4},
        {"name": "Tactics", "level": 3},
        {"name": "Art", "level": 1},
    ],
    "specializations": [
        {"name": "Sieges", "skill": "Tactics", "requisite": 3, "held": True},
        {"name": "Camps", "skill": "Tactics", "requisite": 2, "held": False},
        {"name": "Forgery", "skill": "Art", "requisite": 4, "held": True},
        {"name": "Frescoes", "skill": "Art", "requisite": 9, "held": False},
    ],
    "interests": [{"name": "Opera", "level": 3}],
}
_POOLS: tuple[Json, ...] = (
    *(
        {"pool": "specialization", "specialization": one["name"]}
        for one in _SHEET["specializations"]
    ),
    *({"pool": "skill", "skill": one["name"]} for one in _SHEET["skills"]),
    *({"pool": "attributes", "second": name} for name in ATTRIBUTES),
    {"pool": "interest", "interest": "Opera"},
)


def sheet(random: Random) -> Json:
    """A sheet with everything that a pool can name."""
    attributes = [{"name": name, "rating": random.choice((0, 1, 2, 3, 5))} for name in ATTRIBUTES]
    return {"attributes": attributes, **_SHEET}


def _characters(walk: Walking) -> list[tuple[str, str | None]]:
    known = in_order(walk.state.play.characters.known.items())
    return [(str(id), one.seat) for id, one in known]


def _by(walk: Walking, seat: str, move: Json) -> Plan:
    """A plan, if the seat is taken."""
    return (SeatId(seat), move) if seat in walk.state.table.sitting else None


def _by_gm(walk: Walking, move: Json) -> Plan:
    return _by(walk, walk.state.table.gm, move)


def _written(walk: Walking) -> Plan:
    """Agree to an open proposal. If there is none, propose a sheet while there are fewer than six."""
    state, random = walk.state, walk.random
    for id, one in in_order(state.play.proposals.open.items()):
        if type(one.subject).__name__ in ("WriteSheet", "BeginSession", "JoinTest"):
            return _by(
                walk, random.choice(one.agreement.waiting), {"move": "agree", "proposal": id}
            )
    if len(_characters(walk)) >= 6:
        return None
    players = [seat for seat in state.table.sitting if seat != state.table.gm]
    seat = random.choice([None, *players, *players])
    subject = {"subject": "write_sheet", "name": f"Somebody {random.randint(1, 99)}"}
    written = {**subject, "sheet": sheet(random), **({"seat": seat} if seat else {})}
    return _by(walk, seat or state.table.gm, {"move": "propose", "subject": written})


def _acting(random: Random, character: str) -> Json:
    pool = {**random.choice(_POOLS), "attribute": random.choice(ATTRIBUTES)}
    return {"character": character, "pool": pool}


def _threshold(random: Random) -> Json:
    how = random.choice(("open", "open", "hidden", None))
    hits = random.choice((1, 1, 2, 3))
    return {"threshold": {"threshold": how, "hits": hits}} if how else {}


def _stakes(walk: Walking) -> Json:
    state, random = walk.state, walk.random
    into: list[str | None] = [None, None, "initiative", *map(str, state.play.banks)]
    if state.play.scenery.situation:
        into += ["awareness"] * 3
    known = [id for id, _ in _characters(walk)]
    attacked = [random.choice(known)] if known and random.random() < 0.2 else []
    glitch = random.choice(("none", "open", "hidden"))
    stakes: Json = {"risk": random.choice((0, 0, 1, 2, 6)), "glitch": glitch, "attacked": attacked}
    bank = random.choice(into)
    return {**stakes, "into": bank} if bank else stakes


def _called(walk: Walking) -> Plan:
    """Have the GM call a test of any form, for random characters."""
    random, known = walk.random, [id for id, _ in _characters(walk)]
    if len(walk.state.play.tests) >= 3 or not known:
        return None
    form = random.choice(("alone", "assistance", "teamwork", "teamwork"))
    several = random.sample(known, min(len(known), random.choice((1, 2, 3, 4, 4))))
    call = {"move": "call_test", "about": "A wall.", "form": form}
    actors = [_acting(random, id) for id in several]
    together = {"together": True} if len(several) > 1 and random.random() < 0.4 else {}
    stakes = {**_stakes(walk), **_threshold(random), **together}
    return _by_gm(walk, {**call, "actors": actors, **stakes})


def _opposed(walk: Walking) -> Plan:
    """Have the GM call an opposed test."""
    random, known = walk.random, [id for id, _ in _characters(walk)]
    if len(walk.state.play.tests) >= 3 or len(known) < 2:
        return None
    call = {"move": "call_opposed_test", "about": "A race.", "ties": random.random() < 0.5}
    return _by_gm(
        walk, {**call, "initiator": _acting(random, random.choice(known)), **_stakes(walk)}
    )


_ROLES: Mapping[str, tuple[str, ...]] = {
    "assistance": ("assistant",),
    "teamwork": ("leader", "leader", "member"),
    "opposed": ("opponent",),
}


def _lacks(called: Any) -> bool:
    """Return whether a test has no leader or no opponent yet."""
    roles = {one.role for one in called.actors}
    wanted = {"teamwork": "leader", "opposed": "opponent"}.get(called.form, "")
    return bool(wanted) and wanted not in roles


def _joined(walk: Walking) -> Plan:
    """Propose that a character joins a test, mostly in a role that the test lacks."""
    state, random, known = walk.state, walk.random, _characters(walk)
    tests = [(id, one) for id, one in in_order(state.play.tests.items()) if one.form in _ROLES]
    if not tests or not known:
        return None
    lacking = [(id, one) for id, one in tests if _lacks(one)]
    id, called = random.choice(lacking or tests)
    role = random.choice(_ROLES[called.form])
    if called.form == "teamwork" and _lacks(called) and random.random() < 0.8:
        role = "leader"
    who, seat = random.choice(known)
    acting = _acting(random, who)
    if role == "leader":
        acting["pool"] = {"pool": "skill", "attribute": "BOD", "skill": "Leadership"}
    subject = {"subject": "join_test", "test": id, "role": role, "actor": acting}
    by = seat if seat and random.random() < 0.4 else state.table.gm
    return _by(walk, by, {"move": "propose", "subject": subject})


def _gave(walk: Walking) -> Plan:
    """Have the GM give points to a character."""
    random, known = walk.random, [id for id, _ in _characters(walk)]
    if not known:
        return None
    kind = random.choice(("chutzpah", "chutzpah", "chutzpah", "initiative", "stun"))
    given = {"character": random.choice(known), "kind": kind, "points": random.randint(1, 3)}
    return _by_gm(walk, {"move": "give_points", **given})


def _on_tests(walk: Walking) -> Plan:
    """Plan a move about a roll or a result, such as good luck, that a seat may make now."""
    wanted = ("good_luck", "long_shot", "take_two", "take_time", "keep_rolls", "begin_test")
    own = (*wanted, "adrenaline", "second_wind", "take_result", "add_glitch_dice", "count_rolls")
    seat = walk.somebody()
    found = [option for option in walk.options(seat) if option.fixed["move"] in own]
    if walk.random.random() < 0.8:
        found = [option for option in found if option.fixed["move"] != "keep_rolls"]
    moves = sorted({str(option.fixed["move"]) for option in found})
    if not found:
        return None
    kind = walk.random.choice(moves)
    return walk.drawn(seat, [option for option in found if option.fixed["move"] == kind])


def _rolled(walk: Walking) -> Plan:
    """Plan a roll, mainly in tests that need several rolls before their result."""
    state = walk.state
    found = [
        (seat, option)
        for seat in state.table.sitting
        for option in walk.options(seat)
        if option.fixed["move"] == "roll"
    ]
    several = {id for id, one in state.play.tests.items() if one.form != "alone"}
    chosen = [one for one in found if one[1].fixed["test"] in several] or found
    if not chosen:
        return None
    seat, option = walk.random.choice(chosen)
    return walk.drawn(seat, [option])


def _about(walk: Walking) -> Plan:
    """Plan a question, an answer or an observation. If none is possible, let characters look about."""
    own = ("ask", "answer", "notice", "turn_away")
    if not walk.state.play.scenery.situation:
        return _by_gm(walk, {"move": "open_situation", "text": "A hall."})
    seat = walk.random.choice((walk.state.table.gm, walk.somebody()))
    found = [option for option in walk.options(seat) if option.fixed["move"] in own]
    if found and walk.random.random() < 0.6:
        return walk.drawn(seat, found)
    known = [id for id, _ in _characters(walk)]
    if not known or len(walk.state.play.tests) >= 4:
        return None
    pool = {"pool": "attributes", "attribute": "PER", "second": "INT"}
    looking = {"about": "A look.", "form": "alone", "into": "awareness"}
    actors = [{"character": id, "pool": pool} for id in known[:2]]
    return _by_gm(walk, {"move": "call_test", **looking, "actors": actors})


def _said(walk: Walking) -> Plan:
    """Plan a move of the GM, such as a threshold, an outcome or a revealed note."""
    own = (
        *(("call_off",) if walk.random.random() < 0.3 else ()),
        "count_rolls",
        "tell_outcome",
        "set_threshold",
        "weigh_fact",
        "reject_fact",
        "reveal_note",
    )
    seat = walk.state.table.gm
    found = [option for option in walk.options(seat) if option.fixed["move"] in own]
    moves = sorted({str(option.fixed["move"]) for option in found})
    kind = walk.random.choice(moves) if moves else ""
    return walk.drawn(seat, [option for option in found if option.fixed["move"] == kind])


def _lucky(walk: Walking) -> Plan:
    """Have a player use Good Luck before a roll."""
    for seat in walk.state.table.sitting:
        found = [one for one in walk.options(seat) if one.fixed["move"] == "good_luck"]
        if found:
            return walk.drawn(seat, found)
    return None


_RARE = frozenset(
    (
        *("open_situation", "leave_situation", "open_bank", "close_bank", "begin_combat"),
        *("end_combat", "call_off", "let_be", "keep_rolls", "take_points"),
    )
)
"""Moves that leave less for a model to follow, or that are nearly always possible."""


def _choose(options: Sequence[Option], random: Random) -> Option:
    """Choose as in other walks, but seldom a move in `_RARE`."""
    often = [option for option in options if option.fixed["move"] not in _RARE]
    return HABITS.choose(often if often and random.random() < 0.85 else options, random)


CHANGES: Mapping[str, Any] = {
    "moves": 190,
    "choose": _choose,
    "plans": (
        *((2 * weight, plan) for weight, plan in HABITS.plans),
        (0.15, _written),
        (0.20, _called),
        (0.08, _opposed),
        (0.25, _joined),
        (0.08, _gave),
        (0.40, _on_tests),
        (0.35, _rolled),
        (0.20, _about),
        (0.12, _said),
        (0.10, _lucky),
    ),
}
"""The changes to the game's habits for walks that models follow."""
