"""The settings of walks that show a model of the Venus Engine much of the game in few moves."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.laws.answers import evenly, kind, named, proposing
from tests.laws.habit import Plan, Walking
from tests.laws.habits.venus import HABITS as LAWS
from verger.domain.core.identifier import SeatId
from verger.domain.core.option import Option

_WELCOME = ("write_sheet", "begin_chapter", "resume_play", "enter_scene", "offer_scene")
_HARDLY = ("write_sheet", "begin_chapter", "end_chapter", "end_game", "choose_house_rule")
_NAMES = ("Wits", "Grace", "Nerve")
_CALIBERS = ("bronze", "silver", "gold", "platinum")
_ATTRIBUTES = ("aesthetic", "principle", "merit", "asset", "discipline", "feature")


def _hero(random: Random) -> dict[str, Any]:
    """A sheet that shares abilities and jobs with all others."""
    calibers = random.choices(_CALIBERS, k=len(_NAMES))
    abilities = [
        {"name": name, "caliber": caliber, "score": random.randint(0, 5)}
        for name, caliber in zip(_NAMES, calibers, strict=True)
    ]
    scout = {"name": "Scout", "abilities": ["Wits", "Grace"], "level": random.randint(0, 5)}
    guard = {"name": "Guard", "abilities": ["Wits", "Nerve"], "level": random.randint(0, 5)}
    jobs = [
        {**scout, "exp": random.choice((0, 14, 15))},
        {**guard, "exp": 14, "qualifications": "A year.", "qualified": random.random() < 0.5},
    ]
    kinds = random.sample(_ATTRIBUTES, 5)
    special = [{"kind": kinds[0], "text": "Odd", "special": "Nobody hears me"}]
    attributes = [{"kind": kind, "text": f"Very {kind}"} for kind in kinds[1:]]
    return {"abilities": abilities, "jobs": jobs, "attributes": [*special, *attributes]}


def _writes(walk: Walking) -> Plan:
    """Have a player without a character propose a sheet. Its character can aid others, and be aided."""
    play, table = walk.state.play, walk.state.table
    asked = [open.subject for open in play.proposals.open.values()]
    pending = [subject.seat for subject in asked if hasattr(subject, "sheet")]
    for seat in table.others(table.gm):
        if not play.characters.of(seat) and seat not in pending:
            subject = {"subject": "write_sheet", "name": f"Hero {seat}", "seat": seat}
            return seat, _proposed({**subject, "sheet": _hero(walk.random)})
    return None


def _extras(walk: Walking) -> Plan:
    """Propose a character of the FC, or a further one of a player."""
    table, random = walk.state.table, walk.random
    seat = random.choice((None, None, *table.others(table.gm)))
    subject = {"subject": "write_sheet", "name": "Somebody", "seat": seat}
    return table.gm, _proposed({**subject, "sheet": _hero(random)})


def _proposed(subject: Mapping[str, Any]) -> dict[str, Any]:
    return {"move": "propose", "subject": dict(subject)}


def _settles(walk: Walking) -> Plan:
    """Plan a yes to a proposal that continues play."""
    state, settled = walk.state, []
    for id, open in state.play.proposals.open.items():
        if open.subject.__struct_config__.tag in _WELCOME:
            settled.append(id)
    for seat in state.table.sitting:
        for option in named(walk.options(seat), "agree") if settled else ():
            if option.fixed["proposal"] in settled:
                return seat, {"move": "agree", "proposal": option.fixed["proposal"]}
    return None


def _offers(walk: Walking) -> Plan:
    """Have a player offer to set a scene, which earns Ego."""
    seat = walk.somebody()
    for option in walk.options(seat):
        if shapes := proposing(option, "offer_scene"):
            return walk.drawn(seat, shapes)
    return None


def _rewards(walk: Walking) -> Plan:
    """Have the FC give a reward that the debrief allows."""
    gm: SeatId = walk.state.table.gm
    return walk.drawn(gm, named(walk.options(gm), "award"))


def _leads_on(options: Sequence[Option], random: Random) -> Option:
    """Choose an option of any kind. Kinds in `_HARDLY` are rare."""
    leading = [option for option in options if kind(option) not in _HARDLY]
    return evenly(leading if leading and random.random() < 0.9 else options, random)


def _weights() -> tuple[tuple[float, Any], ...]:
    """The weights of the laws, with fewer moves at the wrong time."""
    weights = {"_calls": 0.8, "_helps": 1.0, "_cuts": 0.05, "_anyhow": 0.1}
    own = (
        (0.6, _writes),
        (0.02, _extras),
        (1.5, _settles),
        (0.2, _offers),
        (0.1, _rewards),
    )
    laws = [(weights.get(plan.__name__, weight), plan) for weight, plan in LAWS.plans]
    return (*laws, *own)


HABITS: Mapping[str, Any] = {
    "moves": 1000,
    "moves_at_most": 900,
    "plans": _weights(),
    "choose": _leads_on,
}
