"""The figures of Edgerunner: as the model has them, and as the server shows them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tests.models.edgerunner.asking import Table
from tests.models.edgerunner.deed import needs_answer
from tests.models.edgerunner.exchange import sides
from tests.models.edgerunner.options import MOMENTS, listed, open_in
from tests.models.edgerunner.outcome import spendable
from tests.models.edgerunner.record import Conflict, Object, Record, Turn

if TYPE_CHECKING:
    from tests.models.following import Seen

OF_TABLES = ("claim_seat", "resume_play", "state_view", "vote", "add_seat")
"""The waits of every table, which do not belong to the game."""


def figures(record: Record, table: Table) -> Mapping[str, Any]:
    """Return all figures that the model has computed, by name."""
    found: dict[str, Any] = {"banks": banks(record), "proposals": proposals(record)}
    found |= {f"sheet {id}": _sheet(record, id) for id in record.characters}
    found |= {f"zone {id}": _zone(record, id) for id in record.zones}
    found |= {f"border {id}": vars(one) for id, one in record.borders.items()}
    found |= {f"aspect {id}": _aspect(record, id) for id in record.aspects}
    found["map"] = (record.map_name, record.metaphorical)
    found["step"] = "conflict" if record.conflict else "prepare"
    if record.conflict:
        found |= _conflict(record, table, record.conflict)
    found["awaited"] = list(awaited(record, table))
    if record.conflict and record.conflict.turn and table.sitting and not table.is_paused:
        open_ = open_in(record, record.conflict.turn)
        found |= {f"open: {what}": which for what, which in open_.items()}
    return found


def shown(seen: "Seen") -> Mapping[str, Any]:
    """Return the same figures, from the state that the API sends."""
    view = plain(seen.view())
    found: dict[str, Any] = {
        "banks": plain(seen.banks()),
        "proposals": [bare(one) for one in view["proposals"]],
    }
    for sheet in view["sheets"]:
        found[f"sheet {sheet.pop('character')}"] = sheet
    for zone in view["map"]["zones"]:
        found[f"zone {zone.pop('id')}"] = zone
    for border in view["map"]["borders"]:
        found[f"border {border.pop('id')}"] = border
    for aspect in view["aspects"]:
        found[f"aspect {aspect.pop('id')}"] = aspect
    found["map"] = (view["map"]["name"], view["map"]["metaphorical"])
    found["step"] = view["step"]
    if view["conflict"]:
        turn = view["conflict"].pop("turn")
        found |= {f"conflict: {name}": value for name, value in view["conflict"].items()}
        found |= _shown_turn(turn)
    waits = [
        wait
        for wait in plain(seen.awaited())
        if wait["what"] not in OF_TABLES and wait.get("about", "")[:1] not in ("r", "q")
    ]
    found["awaited"] = [(wait["what"], wait["seats"], wait.get("about", "")) for wait in waits]
    moment = found.get("conflict: moment")
    if moment in MOMENTS and waits and not waits[-1].get("about"):
        open_ = listed(plain(seen.options(waits[-1]["seats"][0])), moment)
        found |= {f"open: {what}": which for what, which in open_.items()}
    return found


def _shown_turn(turn: Object | None) -> Iterator[tuple[str, Any]]:
    if turn is None:
        return iter(())
    roll = turn.pop("roll")
    found = {f"turn: {name}": value for name, value in turn.items()}
    found |= {f"roll: {name}": value for name, value in (roll or {}).items()}
    return iter(found.items())


def plain(value: Any) -> Any:
    """Convert a value to the form of a client: tuples in Python become lists."""
    return msgspec.json.decode(msgspec.json.encode(value))


def bare(value: Any) -> Any:
    """Return a request, and leave out its empty and obvious fields."""
    if isinstance(value, dict):
        said = {key: bare(one) for key, one in value.items()}
        return {key: one for key, one in said.items() if one not in (None, [], "both")}
    return [bare(one) for one in value] if isinstance(value, list) else value


def banks(record: Record) -> Mapping[str, Mapping[str, int]]:
    """The tokens in each account that has any."""
    found: dict[str, dict[str, int]] = {}
    for (account, kind), amount in record.banks.items():
        if amount:
            found.setdefault(account, {})[kind] = amount
    return found


def proposals(record: Record) -> list[Object]:
    """The open ones, and whose word is lacking."""
    return [
        bare(
            {
                **{name: one[name] for name in ("id", "by", "asked", "subject")},
                "waiting": [seat for seat in one["asked"] if seat not in one["agreed"]],
            }
        )
        for one in record.proposals.values()
    ]


def _sheet(record: Record, id: str) -> Object:
    one = record.characters[id]
    own = ("name", "seat", "kind", "skills", "consequences", "there", "zone", "side", "is_out")
    return {
        **{name: getattr(one, name) for name in own},
        "tracks": [
            {
                "name": track["name"],
                "threshold": record.threshold(id, track["name"]),
                "marked": one.stress.get(track["name"], []),
            }
            for track in one.tracks
        ],
        "aspects": [aspect for aspect, held in record.aspects.items() if held.on == id],
        "fate": record.fate(id),
        "spin": record.banks[f"character:{id}", "spin"],
    }


def _zone(record: Record, id: str) -> Object:
    there = [one for one, character in record.characters.items() if character.zone == id]
    return {"name": record.zones[id], "there": there, "distances": record.distances(id)}


def _aspect(record: Record, id: str) -> Object:
    one = record.aspects[id]
    own = ("name", "on", "source", "by", "boxes", "marked")
    return {
        **{name: getattr(one, name) for name in own},
        "free_invokes": record.banks[f"aspect:{id}", "invoke"],
        "holds": record.exists(one.on),
    }


def _conflict(record: Record, table: Table, conflict: Conflict) -> Object:
    caller = conflict.caller if conflict.caller in table.sitting else table.referee
    own = ("reason", "length", "exchange", "moment", "acted", "claims", "bids")
    found = {f"conflict: {name}": getattr(conflict, name) for name in own}
    found["conflict: caller"] = caller
    found["conflict: waiting"] = record.waiting()
    found["conflict: defenses"] = conflict.wards
    if conflict.turn:
        found |= _turn(conflict.turn)
    return found


def _turn(turn: Turn) -> Object:
    found = {
        "turn: character": turn.actor,
        "turn: bid": turn.bid,
        "turn: has_moved": turn.has_moved,
    }
    deed = turn.deed
    if deed is None or turn.moment in ("choosing", "closing"):
        return found
    own = ("narration", "continued", "rating", "dice", "opposition", "range", "bid", "shifts")
    found |= {f"roll: {name}": getattr(deed, name) for name in own}
    found["roll: action"] = deed.action
    found["roll: invoked"] = deed.used
    found["roll: left"] = turn.left
    found["roll: compel"] = turn.compel
    found["roll: taken_out"] = turn.taken_out
    return found


def awaited(record: Record, table: Table) -> Iterator[tuple[str, list[str], str]]:
    """Each wait: its rule, its players, and its subject."""
    for id, one in record.proposals.items():
        seats = [seat for seat in one["asked"] if seat not in one["agreed"]]
        there = [seat for seat in seats if seat in table.sitting]
        if there:
            yield "agreement", there, id
    if table.is_paused or not table.sitting:
        return
    if record.conflict is None:
        yield _preparing(record), [table.referee], ""
    else:
        yield from _in_conflict(record, table, record.conflict)


def _preparing(record: Record) -> str:
    if len(sides(record)) > 1:
        return "begin_conflict"
    if not record.zones:
        return "add_zone"
    able = [one for one in record.characters.values() if one.acts and record.stands(one)]
    return "place" if len(able) > 1 else "write_sheet"


def _in_conflict(
    record: Record, table: Table, conflict: Conflict
) -> Iterator[tuple[str, list[str], str]]:
    caller = conflict.caller if conflict.caller in table.sitting else table.referee
    assert caller
    turn = conflict.turn
    if turn is None:
        wanting = [id for id in record.waiting() if id not in conflict.claims]
        if conflict.is_auction:
            bidding = [id for id in conflict.claims if id not in conflict.bids]
            yield "bid", _players(record, table, bidding), ""
            return
        if not conflict.claims:
            yield "claim_turn", _players(record, table, wanting), ""
        else:
            yield ("call_auction" if len(conflict.claims) > 1 else "give_turn"), [caller], ""
        return
    what, who = _of_turn(record, table, turn)
    yield what, [table.player(record, who) if who else caller], ""


def _of_turn(record: Record, table: Table, turn: Turn) -> tuple[str, str]:
    deed = turn.deed
    match turn.moment:
        case "choosing":
            return "act", turn.actor
        case "declared" if turn.compel:
            return "answer_compel", turn.actor
        case "declared":
            assert deed
            if turn.answered or not needs_answer(record, turn, table.player):
                return "close_compels", ""
            return ("oppose" if deed.kind == "move_another" else "accept_help"), deed.target
        case "rolling":
            return "roll", turn.actor
        case "boosting":
            return "stand", turn.actor
        case "resisting":
            assert deed
            return "resist", deed.target
        case "spending":
            return next(iter(spendable(record)), "finish_action"), turn.actor
        case "deciding":
            return ("redefine_border" if turn.taken_out in record.borders else "decide_fate"), (
                turn.actor
            )
        case _:
            return "end_turn", turn.actor


def _players(record: Record, table: Table, characters: list[str]) -> list[str]:
    return list(dict.fromkeys(table.player(record, id) for id in characters))
