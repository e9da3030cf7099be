"""Read the figures of the model from the server's answers."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from tests.models.following import Seen
from tests.models.verge import due

Move = dict[str, Any]


def plain(found: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a value in the form of JSON."""
    return msgspec.json.decode(msgspec.json.encode(found), type=dict[str, Any])


def shown(seen: Seen) -> Mapping[str, Any]:
    """Return the same figures, as the server shows them."""
    view, net = seen.view(), seen.read("network")
    found = {
        "step": view["step"],
        "phase": view["phase"],
        "turn": view["turn"] and tuple(view["turn"][key] for key in ("seat", "due", "next")),
        "network": {one["id"]: _element_shown(one) for one in (*net["nodes"], *net["edges"])},
        "characters": view["characters"],
        "banks": {
            account: left
            for account, purse in seen.banks().items()
            if (left := {kind: number for kind, number in purse.items() if number})
        },
        "premises": {one["id"]: (one["aspect"], one["text"]) for one in view["premises"]},
        "declarations": {one["id"]: _declaration_shown(one) for one in view["declarations"]},
        "bribes": {one["seat"]: (one["element"], one["condition"]) for one in view["bribes"]},
        "conflict": view["conflict"] and _conflict_shown(view["conflict"]),
        "notices": _notices_shown(view["notices"]),
        "scene": view["scene"],
        "awaited": _awaited_shown(seen),
        "choices": dict(_choices_shown(seen)),
        "prices": _prices_shown(seen.options(seen.mover)) if view["step"] == "run" else {},
    }
    return plain(found)


def _element_shown(one: Move) -> Any:
    return {
        "label": one["label"],
        "kind": one.get("kind"),
        "explanation": one["explanation"],
        "creator": one["creator"],
        "marks": one["marks"],
        "power": one["power"],
        "standing": one["standing"],
        "gone": one["eliminated"],
        "ends": (one["source"], one["target"]) if "source" in one else None,
        "thing": one.get("thing"),
        "person": one.get("person"),
        "claimed": one.get("claimed_by"),
        "control": sorted(((by["seat"], by["rule"], by["by"]) for by in one["control"]), key=str),
        "grants": [(by["by"], by["seat"]) for by in one["grants"]],
        "interest": {by["seat"]: by["points"] for by in one["interest"]},
    }


def _declaration_shown(one: Move) -> Any:
    over = one["override"]
    return {
        "mover": one["mover"],
        "current": one["current"],
        "asked": sorted(one["asked"]),
        "waiting": sorted(one["waiting"]),
        "blanket": sorted(one["consented_to_all"]),
        "objections": {by["seat"]: by["ground"] for by in one["objections"]},
        "escrow": one["in_escrow"],
        "override": over
        and (
            [(part["element"], part["power"]) for part in over["shares"]],
            [(part["seat"], part["by"]) for part in over["raises"]],
            over["owed"],
            sorted(over["waiting"]),
        ),
        "conflict": one["conflict"],
    }


def _conflict_shown(one: Move) -> Any:
    fighters = one["participants"]
    return {
        **{key: one[key] for key in ("id", "stage", "spotlight", "round", "notice")},
        "goals": [(goal["by"], goal["target"]) for goal in one["goals"]],
        "fighters": {f["seat"]: _fighter_shown(f) for f in fighters},
        "order": [f["seat"] for f in fighters if not f["has_dropped"]],
        "next": one["next"],
        "trades": [(t["seat"], t["goal"], t["dice"], t.get("values")) for t in one["trades"]],
        "winner": one["winner"],
    }


def _fighter_shown(one: Move) -> Any:
    return (
        *(one["node"], one["goal"], one["has_rolled"], one["path"], len(one["dice"])),
        *(one["face"] or 0, one["signal"], one["noise"], one["has_dropped"]),
        [(by["by"], by["element"]) for by in one["doubts"]],
    )


def _notices_shown(one: Move) -> Any:
    return {key: one[key] for key in ("owed", "chosen", "current", "budget", "lost")}


def _awaited_shown(seen: Seen) -> Any:
    return sorted(
        (one["what"], sorted(one["seats"]), one.get("about", ""))
        for one in seen.awaited()
        if one["what"] in due.OF_THE_GAME
    )


def _prices_shown(options: list[Any]) -> Any:
    """The prices in the options of a seat: of changes by element, of an override, and of a match."""
    found: Move = {}
    for option in options:
        match option["fixed"]["move"]:
            case "declare":
                shapes = next(f["shapes"] for f in option["fields"] if f["name"] == "actions")
                found["declare"] = {shape["fixed"]["action"]: {} for shape in shapes}
                for shape in shapes:
                    found["declare"][shape["fixed"]["action"]] |= _elements_shown(shape)
            case "override" | "match_raise" as kind:
                paid = next(f for f in option["fields"] if f["name"] == "payment")
                found[kind] = paid["total"]
            case _:
                pass
    return found


def _choices_shown(seen: Seen) -> Iterator[tuple[str, Any]]:
    """The choices in the options of the seats that roll or join."""
    for wait in seen.awaited():
        for seat in wait["seats"] if wait["what"] in ("roll", "join_conflict") else ():
            fields = [f for o in seen.options(seat) if _is(o, wait["what"]) for f in o["fields"]]
            paths = [f.get("optional", False) for f in fields if f["name"] == "path"]
            if paths or fields:
                yield seat, paths[0] if paths else _weakened_shown(fields)


def _is(option: Move, move: str) -> bool:
    return bool(option["fixed"]["move"] == move)


def _weakened_shown(fields: list[Move]) -> list[str]:
    """The elements that a new goal can weaken."""
    goals = [shape for f in fields if f["field"] == "group" for shape in f["shapes"]]
    changes = [f for goal in goals for f in goal["fields"] if f["name"] == "changes"]
    shapes = [shape for f in changes for shape in f["shapes"] if _weakens(shape)]
    return sorted(element for shape in shapes for element in _elements_shown(shape))


def _weakens(shape: Move) -> bool:
    return bool(shape["fixed"]["action"] == "weaken")


def _elements_shown(shape: Move) -> dict[str, Any]:
    names = ("element", "other", "source")
    field = next(field for field in shape["fields"] if field["name"] in names)
    return {choice["value"]: shape.get("price", {}) for choice in field["choices"]}
