"""The walks of Edgerunner: a cast on a map, and conflicts that hurt somebody."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from tests.laws.answers import named
from tests.laws.habit import IDS_OF_EVERY_GAME, Gift, Habits, Plan, Said, Walking
from verger.domain.core.identifier import SeatId
from verger.domain.core.ledger import BANK, character_account, transfer
from verger.domain.core.option import Group, Option, TextField
from verger.domain.games.edgerunner import RULESET
from verger.domain.games.edgerunner.compelling import CompelMove
from verger.domain.games.edgerunner.declaring import Continue, Declare, DeclaringMove
from verger.domain.games.edgerunner.ending import DecideFate
from verger.domain.games.edgerunner.initiative import InitiativeMove
from verger.domain.games.edgerunner.model.aspect import AspectPlaced
from verger.domain.games.edgerunner.model.chart import (
    BorderAdded,
    Door,
    ThresholdAssigned,
    Way,
    ZoneAdded,
)
from verger.domain.games.edgerunner.model.condition import Placed, StressMarked
from verger.domain.games.edgerunner.model.purse import Purse, aspect_account
from verger.domain.games.edgerunner.model.sheet import Kind, Sheet, Skill, Track, Trait
from verger.domain.games.edgerunner.model.stroke import RedefineBorder
from verger.domain.games.edgerunner.model.target import AspectId, BorderId, TargetId, ZoneId
from verger.domain.games.edgerunner.moment import moment_of
from verger.domain.games.edgerunner.moves import SetUpMove
from verger.domain.games.edgerunner.rolling import RollingMove
from verger.domain.games.edgerunner.spending import SpendingMove
from verger.domain.games.edgerunner.state import State, character_of, sheet_of
from verger.domain.games.edgerunner.straining import StrainMove
from verger.domain.games.edgerunner.targeting import track_of
from verger.domain.table.sheet import CharacterId, SheetWritten

_WAYS = {
    "act": (*("declare",) * 6, *("continue",) * 3, "deploy", "free_move", "act_simply"),
    "resist": (*("take_stress", "take_consequence", "invoke", "stand", "stand") * 3, "give_in"),
    "stand": (
        *("stand", "stand", "invoke", "use_spin", "take_stress", "take_consequence"),
        "keep_threshold",
    ),
    "claim_turn": (*("claim_turn",) * 6, "give_turn", "hand_over_call"),
    "give_turn": (*("give_turn",) * 3, *("claim_turn",) * 2, "yield_turn"),
    "call_auction": (*("call_auction",) * 4, "yield_turn"),
    "bid": (*("bid",) * 6, "yield_turn"),
    "begin_conflict": (*("begin_conflict",) * 5, "add_border", "add_zone", "place"),
    "close_compels": (*("close_compels",) * 4, "compel"),
    "end_turn": ("end_turn", "free_move"),
    "go": (*("go",) * 3, *("turn_door",) * 3, "finish_action"),
    "turn_door": ("turn_door", "finish_action"),
    "clear_box": (*("clear_box",) * 4, "finish_action"),
}

_OF_MOMENT: dict[str, Any] = {
    "choosing": Declare | Continue | SpendingMove,
    "declared": DeclaringMove | CompelMove,
    "rolling": RollingMove,
    "boosting": RollingMove | StrainMove,
    "resisting": RollingMove | StrainMove,
    "spending": SpendingMove,
    "deciding": DecideFate | RedefineBorder,
    "closing": SpendingMove,
}

_SORTS = IDS_OF_EVERY_GAME.update(
    zone="z",
    one="z",
    other="z",
    border="b",
    route="b",
    door="b",
    aspect="a",
    target="czba",
    thing="c",
    by="c",
)

_CALLED = {"character": "target", "aspect_name": "aspect"}
_FIELDS = {
    "declare": ("action", "narration"),
    "continue": ("action", "narration"),
    "take_stress": ("track", "box", "why"),
    "take_consequence": ("severity", "name", "why"),
    "invoke": ("aspect", "pay", "use", "why"),
    "use_spin": (),
    "go": ("route",),
    "turn_door": ("door",),
    "free_move": ("route",),
    "clear_box": ("box",),
    "compel": ("aspect", "by", "why"),
    "answer_compel": ("take",),
    "close_compels": (),
    "oppose": ("skill",),
    "accept_help": ("accept",),
    "give_in": ("why",),
    "keep_threshold": (),
    "bid": ("character", "shifts"),
    "claim_turn": ("character",),
    "give_turn": ("character",),
    "call_auction": (),
    "hand_over_call": ("seat",),
    "redefine_border": ("border", "ways"),
    "decide_fate": ("story",),
    "place": ("character", "zone", "side"),
    "add_border": ("one", "other", "ways"),
    "propose": ("subject",),
}
_RULES = ("fate_points", "undo", "dice")
_VALUES: dict[str, Sequence[Any]] = {
    "box": (0, 1, 2, 3, 4),
    "severity": ("mild", "moderate", "severe"),
    "pay": ("fate", "free"),
    "use": ("shifts", "reroll"),
    "take": (True, False),
    "accept": (True, False),
    "shifts": (-1, 0, 3, 9),
    "side": (0, 1, 5),
    "ways": ([], [{"value": -1}], [{"value": 2, "direction": "there", "door": "shut"}]),
    **dict.fromkeys(("narration", "why", "story", "name"), ("Somehow.",)),
}
_GUESSES = {
    "preparing": ("add_border", "place", "propose"),
    "asking": ("claim_turn", "give_turn", "call_auction", "hand_over_call", "place", "propose"),
    "bidding": ("bid", "bid", "claim_turn"),
    "choosing": ("declare", "declare", "declare", "continue", "free_move"),
    "declared": ("compel", "compel", "answer_compel", "close_compels", "oppose", "accept_help"),
    "boosting": ("invoke", "invoke", "take_stress", "take_consequence", "use_spin", "give_in"),
    "resisting": ("invoke", "take_stress", "take_stress", "take_consequence", "keep_threshold"),
    "spending": ("go", "go", "clear_box", "turn_door"),
    "deciding": ("redefine_border", "decide_fate"),
    "closing": ("free_move",),
}

_SKILLS = (Skill("Athletics", 3, 0), Skill("Firearms", 4, 3), Skill("Deception", 2, 9))
_TRACKS = (Track("Cool", 2), Track("Health", 3))
_CAST = (
    ("Gatto", Kind.CHARACTER, _SKILLS, _TRACKS),
    ("Jade", Kind.CHARACTER, _SKILLS[1:], _TRACKS),
    ("Hargan", Kind.CHARACTER, _SKILLS, _TRACKS),
    ("Nakatomi", Kind.FACTION, _SKILLS[2:], _TRACKS[:1]),
    ("Drone", Kind.THING, _SKILLS[:1], _TRACKS[1:]),
    ("Crate", Kind.THING, (), _TRACKS[1:]),
)


def _any_of(options: Sequence[Option], random: Random) -> Option:
    return random.choice(options)


def _deed(walk: Walking) -> Plan:
    """Plan an action, each kind equally often. Otherwise, kinds that options list often would crowd out the others."""
    acting = [wait for wait in RULESET.awaited(walk.state) if wait.what == "act"]
    if not acting:
        return None
    (seat,) = acting[0].seats
    options = named(walk.options(seat), "declare")
    shapes = [shape for group in _groups(options) for shape in group.shapes]
    if not shapes:
        return None
    kind = walk.random.choice(sorted({str(shape.fixed["action"]) for shape in shapes}))
    only = Group("action", tuple(one for one in shapes if one.fixed["action"] == kind))
    narration = [field for field in options[0].fields if isinstance(field, TextField)]
    return walk.drawn(seat, [replace(options[0], fields=(only, *narration))])


def _guess(walk: Walking) -> Plan:
    """Plan a request, mostly of an awaited player, that names existing and missing things."""
    waits = RULESET.awaited(walk.state)
    if not waits:
        return None
    random, names = walk.random, _said(walk.state)
    conflict = walk.state.play.conflict
    moment = moment_of(conflict) if conflict else "preparing"
    move = random.choice(_GUESSES.get(moment, _GUESSES["asking"]))
    fields = {field: _guessed(field, random, names) for field in _FIELDS[move]}
    seat = random.choice((*waits[-1].seats, walk.somebody()))
    return seat, {"move": move, **fields}


def _guessed(field: str, random: Random, names: Said) -> Any:
    """A random value for a field of this name."""
    if field == "action":
        kind = random.choice(("attack", "defense", "recovery", "maneuver", "move"))
        parts = {
            "attack": "target track",
            "defense": "character track",
            "recovery": "character track",
        }
        wanted = parts.get(kind, "target aspect_name" if kind == "maneuver" else "").split()
        found = {_CALLED.get(part, part): _guessed(part, random, names) for part in wanted}
        return {"action": kind, "skill": _guessed("track", random, names), **found}
    if field == "subject":
        return _subject(random, names)
    if field in ("track", "skill", "aspect_name"):
        return random.choice(names.texts)
    if field in _VALUES:
        return random.choice(_VALUES[field])
    letters = _SORTS.get(field, "czba")
    return random.choice([id for id in names.ids if id[:1] and id[0] in letters])


def _subject(random: Random, names: Said) -> Any:
    """The subject of a proposal, possible or not."""
    number = random.choice((-1, 1, 21))
    entry = {"name": random.choice(names.texts)}
    skills = [{**entry, "rating": random.choice((2, number)), "reach": random.choice((1, number))}]
    tracks = [{**entry, "threshold": number}] * random.randint(0, 2)
    sheet = {"kind": "thing", "skills": skills, "tracks": tracks}
    whose = random.choice((None, "s1", "s2", "s99"))
    return random.choice(
        (
            {"subject": "write_sheet", "name": "Somebody", "sheet": sheet, "seat": whose},
            {"subject": "concede", "side": random.randint(1, 3), "story": "They run."},
            {"subject": "choose_house_rule", "house_rule": random.choice(_RULES), "value": 99},
            {"subject": "vacate_seat", "seat": whose or "s1"},
            {"subject": "drop_aspect", "aspect": _guessed("aspect", random, names), "why": "So."},
        )
    )


def _groups(options: Sequence[Option]) -> list[Group]:
    return [field for option in options for field in option.fields if isinstance(field, Group)]


def _cast(state: State, random: Random) -> Sequence[Any] | None:
    """Put a character of each kind on a small map, if there is nobody yet."""
    play = state.play
    if play.characters.ever or play.conflict or play.chart.zones:
        return None
    zones = [ZoneId(f"z{play.chart.zones_ever + number}") for number in (1, 2, 3)]
    borders = [BorderId(f"b{play.chart.borders_ever + number}") for number in (1, 2)]
    one, other, far = zones
    ways = (
        Way(1, "The door", door=random.choice(tuple(Door))),
        Way(3, "The window", door=Door.SHUT),
    )
    effects: list[Any] = [ZoneAdded(zone, f"Room {zone}") for zone in zones]
    effects += [
        BorderAdded(borders[0], one, other, ways),
        BorderAdded(borders[1], other, far, ways),
    ]
    for number, (name, kind, skills, tracks) in enumerate(_CAST, 1):
        id, seat = CharacterId(f"c{number}"), _player(state, random)
        sheet = Sheet(kind, skills, (Trait(f"{name}'s way"),), tracks)
        aspect = AspectId(f"a{play.aspects.ever + number}")
        effects.append(SheetWritten(id, name, seat, sheet))
        effects.append(AspectPlaced(aspect, f"{name}'s way", TargetId(id), "sheet"))
        if kind is not Kind.FACTION and name != "Drone":
            effects.append(Placed(id, random.choice(zones[:2]), 1 + number % 2))
        elif kind is Kind.FACTION:
            effects.append(Placed(id, None, 1))
    return effects


def _player(state: State, random: Random) -> SeatId | None:
    """The seat of a player, or None for a character of the GM."""
    players = [seat.id for seat in state.table.players if seat.id != state.table.gm]
    return random.choice([None, *players])


def _points(state: State, random: Random) -> Sequence[Any] | None:
    """Grant fate points and spin, so that more can be paid."""
    known = sorted(state.play.characters.known)
    if not known:
        return None
    account = character_account(random.choice(known))
    purse = Purse(fate=random.randint(0, 2), spin=random.randint(0, 1))
    return transfer(purse, BANK, account, "granted", "action.invoke")


def _invokes(state: State, random: Random) -> Sequence[Any] | None:
    """Grant one more free invoke of an aspect that a maneuver has placed."""
    held = state.play.aspects.held
    placed = sorted(id for id, aspect in held.items() if aspect.source == "maneuver")
    if not placed or state.play.conflict is None:
        return None
    account = aspect_account(random.choice(placed))
    return transfer(Purse(invoke=1), BANK, account, "granted", "action.maneuver")


def _stress(state: State, random: Random) -> Sequence[Any] | None:
    """Mark stress on a random character, so that some characters are taken out."""
    play = state.play
    there = sorted(id for id, one in play.conditions.items() if one.there and not one.is_out)
    if not there or play.conflict is None:
        return None
    id = random.choice(there)
    character = character_of(state, id)
    for track in sheet_of(state, id).tracks if character else ():
        found = track_of(state, TargetId(id), track.name)
        if found and found.free:
            return (StressMarked(id, track.name, random.choice(found.free)),)
    return None


def _brittle(state: State, random: Random) -> Sequence[Any] | None:
    """Give a border a threshold, so that it can be taken out."""
    borders = state.play.chart.borders
    firm = sorted(id for id, border in borders.items() if border.threshold is None)
    return (ThresholdAssigned(random.choice(firm), 0),) if firm else None


def _said(state: State) -> Said:
    play = state.play
    ids = (
        *("c99", "z99", "b99", "a99", "b1.1", "b2.1", "b1.2", "b1.1 b2.1", "", "bank", "seat:s1"),
        *sorted(play.characters.known),
        *sorted(play.chart.zones),
        *sorted(play.chart.borders),
        *sorted(play.aspects.held),
        *sorted(play.proposals.open),
        *sorted(state.table.disputes.open),
        *(seat.id for seat in state.table.seats),
        *(note.id for note in state.table.notes),
    )
    names = [entry.name for one in play.characters.known.values() for entry in _entries(one.sheet)]
    return Said(ids, sorted(set(names)) or ["Athletics"])


def _entries(sheet: Sheet) -> tuple[Skill | Track, ...]:
    return (*sheet.skills, *sheet.tracks)


def _moves_of_moment(state: State) -> Any:
    """The type of the moves that belong to the current step of the conflict."""
    conflict = state.play.conflict
    if conflict is None:
        return SetUpMove
    return _OF_MOMENT.get(moment_of(conflict), InitiativeMove)


def _is_in_conflict(state: State) -> bool:
    return state.play.conflict is not None


HABITS = Habits(
    seeds=30,
    moves=600,
    moves_at_most=1_200,
    arrived=_is_in_conflict,
    ways=_WAYS,
    choose=_any_of,
    urgent=("initiative.", "action.", "stress.", "exchange."),
    holding_up=("propose", "draw_map", "act_simply"),
    gifts=(
        Gift(0.5, _cast),
        Gift(0.06, _points),
        Gift(0.04, _invokes),
        Gift(0.06, _stress),
        Gift(0.02, _brittle),
    ),
    of_step=_moves_of_moment,
    said=_said,
    sorts=_SORTS,
    plans=((0.12, _deed), (0.16, _guess)),
    rare_corrections=("remove_aspect",),
    # Consequences heal only between conflicts, and few characters drop a recovery.
    rare_effects=frozenset({"ConsequenceHealed", "DeclarationDropped"}),
    # After most rolls, no shifts are left to finish with.
    rare_answers=frozenset({("finish_action", "finish_action")}),
)
