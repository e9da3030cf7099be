"""Walks of Afterverse: sheets with abilities, and then tests of all kinds."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from tests.laws.answers import answering, evenly, kind
from tests.laws.anything import decodes
from tests.laws.habit import Gift, Habits, Plan, Walking
from tests.support.options import draw
from verger.domain.core.identifier import in_order
from verger.domain.core.ledger import BANK, character_account, transfer
from verger.domain.core.option import Awaited, Option
from verger.domain.games.afterverse import RULESET
from verger.domain.games.afterverse.acting import acting_seat
from verger.domain.games.afterverse.model.bank import Kind, Purse
from verger.domain.games.afterverse.model.sheet import (
    Attribute,
    Interest,
    Sheet,
    Skill,
    Specialization,
)
from verger.domain.games.afterverse.model.subject import ChangePast, EndSession
from verger.domain.games.afterverse.state import InSession, State
from verger.domain.table.sheet import CharacterId, SheetWritten

_WAYS = {
    "call_test": (
        *("call_test", "call_opposed_test", "open_situation", "leave_situation"),
        *("begin_combat", "end_combat", "open_bank", "close_bank", "give_points", "take_points"),
        *("spend_hits", "notice", "ask", "call_off", "tell_outcome", "end_session"),
    ),
    "roll": (
        *("roll", "let_be", "take_time", "good_luck", "long_shot", "adrenaline", "begin_test"),
        *("second_wind", "declare_fact", "ask", "retcon", "join_test"),
    ),
    "end_session": ("call_test", "end_session"),
    "keep_roll": ("keep_roll", "take_two"),
    "set_threshold": ("set_threshold", "call_off"),
    "weigh_fact": ("weigh_fact", "reject_fact"),
    "answer": ("answer", "turn_away"),
}
_SORTS = {
    "dispute": "q",
    "proposal": "p",
    "seat": "s",
    "note": "k",
    "character": "c",
    "test": "t",
    "bank": "b",
    "into": "b",
    "question": "u",
    "statement": "d",
    "attacked": "c",
}
SHEET = Sheet(
    tuple(Attribute(name, rating) for name, rating in (("WIL", 3), ("PER", 4), ("MAN", 0))),
    (Skill("Leadership", 5), Skill("Tactics", 1), Skill("Art", 0)),
    (
        Specialization("Sieges", "Tactics", 3, held=True),
        Specialization("Forgery", "Art", 4, held=False),
    ),
    (Interest("Opera", 2),),
)


def answers(options: list[Option], wait: Awaited, *, deeds: bool = False) -> list[Option]:
    """List the options that answer a wait. `_WAYS` also names other sensible moves for some waits."""
    return answering(options, wait, _WAYS, agreeing=deeds)


def _choose(options: Sequence[Option], random: Random) -> Option:
    """Choose each kind equally often, except the kinds that end tests."""
    for name, chance in _OFTEN:
        found = [option for option in options if kind(option) == name]
        if found and random.random() < chance:
            return random.choice(found)
    return evenly(options, random)


_OFTEN = (
    *(("retcon", 0.6), ("roll", 0.5), ("let_be", 0.2), ("weigh_fact", 0.5), ("call_test", 0.25)),
    *(("turn_away", 0.3), ("ask", 0.1), ("declare_fact", 0.1)),
)


def _character(state: State, random: Random) -> Sequence[Any] | None:
    """Write a capable character for a player or the GM, until there are five."""
    characters, table = state.play.characters, state.table
    if len(characters.known) >= 5:
        return None
    seat = random.choice([None, *[seat.id for seat in table.players if seat.id != table.gm]])
    id = CharacterId(f"c{characters.ever + 1}")
    return (SheetWritten(id, f"Somebody {id[1:]}", seat, SHEET),)


def _points(state: State, random: Random) -> Sequence[Any] | None:
    """Grant points for spending, and awareness only if there is something to be aware of."""
    known = [id for id, _ in in_order(state.play.characters.known.items())]
    if not known or not isinstance(state.play.step, InSession):
        return None
    aware = random.randint(0, 2) if state.play.scenery.situation else 0
    purse = Purse(random.randint(0, 2), aware, random.randint(0, 1), random.randint(0, 1))
    return transfer(purse, BANK, character_account(random.choice(known)), "granted", "bank.hits")


def _there(walk: Walking, plan: Plan) -> Plan:
    """Keep a plan only if the seat of its move is taken."""
    return plan if plan and plan[0] in walk.state.table.sitting else None


def _reveal(walk: Walking) -> Plan:
    """Have the GM reveal a note, which can hold a face-down roll."""
    gm = walk.state.table.gm
    found = [option for option in walk.options(gm) if option.fixed["move"] == "reveal_note"]
    return (gm, draw(found[0], walk.random)) if found else None


def _rash(walk: Walking) -> Plan:
    """Plan a move about a test, at the right or the wrong time."""
    state, random = walk.state, walk.random
    tests = [id for id, _ in in_order(state.play.tests.items())] or ["t1"]
    known = [id for id, _ in in_order(state.play.characters.known.items())] or ["c1"]
    who = CharacterId(random.choice(known))
    name, more = random.choice(_RASH)
    move = {"move": name, "test": random.choice(tests), "character": who, **more}
    kept = {field: value for field, value in move.items() if value is not None}
    gm = state.table.gm
    return _there(walk, (gm if random.random() < 0.3 else acting_seat(state, who), kept))


_ON_ROLLS = ("roll", "let_be", "keep_roll", "take_time", "good_luck", "take_two")
_OF_NO_TEST: dict[str, Any] = {"test": None}
_OF_NOBODY: dict[str, Any] = {"character": None}
_RASH: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in _ON_ROLLS),
    ("long_shot", {"dice": 2}),
    ("take_result", {"critical": True}),
    ("tell_outcome", {"outcome": "success"}),
    ("count_rolls", {"rolls": "lowest", **_OF_NOBODY}),
    *((name, _OF_NO_TEST) for name in ("adrenaline", "second_wind")),
    *((name, _OF_NO_TEST | _OF_NOBODY) for name in ("begin_combat", "end_combat")),
    ("take_points", {"kind": "stun", "points": 99, **_OF_NO_TEST}),
    ("notice", {"text": "A door.", "before": True, **_OF_NO_TEST}),
    ("declare_fact", {"interest": "Chess", "text": "Mate.", **_OF_NO_TEST}),
)


def _misfit(walk: Walking) -> Plan:
    """Propose a sheet with a fault, such as a double entry or a level that is out of bounds."""
    random, seat = walk.random, walk.somebody()
    sheet: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(SHEET))
    part = random.choice(sorted(sheet))
    entries, others = list(sheet[part]), [*sheet["skills"], *sheet["interests"]]
    odd = random.choice(
        [
            [*entries, entries[0]],
            [],
            [{**one, "requisite": -1, "rating": 99, "level": 21} for one in entries],
            entries * 41,
            others,
        ]
    )
    fields = {*entries[0]}
    sheet[part] = [{name: one[name] for name in one if name in fields} for one in odd]
    subject = {"subject": "write_sheet", "name": "Odd", "seat": seat, "sheet": sheet}
    move = {"move": "propose", "subject": subject}
    return (seat, move) if decodes(move, RULESET) else None


def _team(walk: Walking) -> Plan:
    """Call a test of a team that can be too large for its leader. Its glitch dice lie face down."""
    state = walk.state
    known = [id for id, _ in in_order(state.play.characters.known.items())]
    acting = [{"character": id, "pool": _RAW} for id in known]
    team = {"form": "teamwork", "glitch": "hidden", "actors": acting[:3]}
    return _there(walk, (state.table.gm, {"move": "call_test", "about": "A wall.", **team}))


def _saving(walk: Walking) -> Plan:
    """Open a bank with the first pool as its cap. If there is one, call a test whose hits go into it."""
    state, random = walk.state, walk.random
    known = [id for id, _ in in_order(state.play.characters.known.items())]
    if not known:
        return None
    waiting = [id for id, bank in state.play.banks.items() if bank.cap == "first_pool"]
    who, gm = random.choice(known), state.table.gm
    if not waiting:
        bank = {"character": who, "name": "Plans", "cap": "first_pool"}
        return _there(walk, (gm, {"move": "open_bank", **bank}))
    acting = {"character": who, "pool": _RAW}
    into = {"form": "alone", "actors": [acting], "into": min(waiting)}
    return _there(walk, (gm, {"move": "call_test", "about": "A plan.", **into}))


_RAW = {"pool": "attributes", "attribute": "PER", "second": "PER"}


def _learned(walk: Walking) -> Plan:
    """Declare a fact by an interest. If there is one, have the GM give its threshold, often for an unseen roll."""
    state, random = walk.state, walk.random
    known = in_order(state.play.characters.known.items())
    players = [(id, one.seat) for id, one in known if one.seat]
    declared = [
        id
        for id, one in in_order(state.play.world.statements.items())
        if one.standing == "declared"
    ]
    if declared:
        threshold = {"threshold": "open", "hits": random.randint(1, 2)}
        weighed = {"statement": declared[0], "threshold": threshold}
        unseen = {"hidden": random.random() < 0.6}
        return _there(walk, (state.table.gm, {"move": "weigh_fact", **weighed, **unseen}))
    if not players:
        return None
    who, seat = random.choice(players)
    said = {"character": who, "interest": "Opera", "text": "It is sung."}
    return _there(walk, (seat, {"move": "declare_fact", **said}))


def _otherwise(walk: Walking) -> Plan:
    """Have a player propose to change the past (`retcon`). If that is asked already, have the GM agree."""
    state, random = walk.state, walk.random
    open = in_order(state.play.proposals.open.items())
    asked = [id for id, one in open if isinstance(one.subject, ChangePast)]
    if asked:
        return _there(walk, (state.table.gm, {"move": "agree", "proposal": asked[0]}))
    known = in_order(state.play.characters.known.items())
    brave = [
        (id, one.seat) for id, one in known if one.seat and state.play.holds(id, Kind.CHUTZPAH)
    ]
    if not brave:
        return None
    who, seat = random.choice(brave)
    past = {"subject": "retcon", "character": who, "was": "She ran.", "now": "She walked."}
    return _there(walk, (seat, {"move": "propose", "subject": past}))


def _meddling(walk: Walking) -> Plan:
    """Plan a move of the table or of a dispute that is mostly out of place."""
    state, random = walk.state, walk.random
    notes = [str(note.id) for note in state.table.notes] or ["k1"]
    open = sorted(state.play.proposals.open) or ["p1"]
    disputes = [str(id) for id in sorted(state.table.disputes.open)] or ["q1"]
    choice: dict[str, Any] = {"subject": "choose_house_rule", "value": "never"}
    moves: list[dict[str, Any]] = [
        {"move": "propose", "subject": {**choice, "house_rule": "undo"}},
        {"move": "propose", "subject": {**choice, "house_rule": "nothing"}},
        {"move": "propose", "subject": {"subject": "vacate_seat", "seat": walk.somebody()}},
        {"move": "propose", "subject": {"subject": "resume_play"}},
        {"move": "reveal_note", "note": random.choice(notes)},
        {"move": "withdraw_dispute", "dispute": random.choice(disputes), "reason": "So."},
        {"move": "appeal", "dispute": random.choice(disputes), "grounds": "No."},
        {"move": "retract", "proposal": random.choice(open)},
    ]
    return walk.somebody(), random.choice(moves)


def _is_in_session(state: State) -> bool:
    return isinstance(state.play.step, InSession)


HABITS = Habits(
    seeds=24,
    moves=280,
    moves_at_most=900,
    arrived=_is_in_session,
    answers=answers,
    choose=_choose,
    holding_up=("propose",),
    declined=(EndSession,),
    urgent=("test.", "team."),
    gifts=(Gift(0.15, _character), Gift(0.2, _points)),
    plans=(
        (0.02, _reveal),
        (0.08, _rash),
        (0.02, _team),
        (0.03, _saving),
        (0.03, _misfit),
        (0.04, _learned),
        (0.03, _otherwise),
        (0.04, _meddling),
    ),
    # These are offered only if nobody can lead the test or pay for the fact, which is rare.
    rare_answers=frozenset({("call_off", "call_off"), ("reject_fact", "reject_fact")}),
    # No game event here happens only because time passes.
    sorts=_SORTS,
    sort="ct",
)
