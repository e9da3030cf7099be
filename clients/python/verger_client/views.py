"""Views: the banks, the network, the sheets and the map of a session at a version."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from verger_client.records import GAMES, START, Records
from verger_client.types import BanksView, NetworkView, StateView

Json = dict[str, Any]


class View(msgspec.Struct, frozen=True):
    """A session at a version. Each part equals the server's answer, but is computed without a request."""

    version: int
    records: Records
    """The records that the parts are computed from. No view changes them."""

    @property
    def banks(self) -> dict[str, dict[str, int]]:
        """The tokens of each account that has tokens, by account id and kind.

        The bank has only the kinds that can run out.
        """
        limited = GAMES.get(self.records["ruleset"], {}).get("limited", ())
        banks = {key: purse for key, purse in self.records["banks"].items() if key != "supply"}
        lying = banks.pop("bank", {})
        counted = {kind: lying[kind] for kind in limited if kind in lying}
        return {key: purse for key, purse in {"bank": counted, **banks}.items() if purse}

    @property
    def seats(self) -> tuple[Json, ...]:
        """The seats, as in the state of the session."""
        return tuple(self.records["seats"].values())

    @property
    def network(self) -> NetworkView | None:
        """The network, as `get_network` returns it; None if the game has no network."""
        if self.records["ruleset"] != "verge":
            return None
        control = _Control(self.records)
        shown = [_element(one, control) for one in self.records["elements"].values()]
        parts = {
            "nodes": [one for one in shown if "source" not in one],
            "edges": [one for one in shown if "source" in one],
        }
        return msgspec.convert({"version": self.version, **parts}, NetworkView)

    @property
    def sheets(self) -> tuple[Json, ...]:
        """The sheets, as `get_sheets` returns them; empty if the game has no sheets."""
        ruleset, banks = self.records["ruleset"], self.records["banks"]
        points = GAMES.get(ruleset, {}).get("points", ())
        sheets = self.records["sheets"]
        if ruleset == "edgerunner":
            sheets = {id: _of_edgerunner(one, self.records) for id, one in sheets.items()}
        purses = {id: banks.get(f"character:{id}", {}) for id in sheets}
        return tuple(
            {**one, **{kind: purses[id].get(kind, 0) for kind in points}}
            for id, one in sheets.items()
        )

    @property
    def map(self) -> Json | None:
        """The map, as in the state of the session; None if the game has no map."""
        if self.records["ruleset"] != "edgerunner":
            return None
        zones, sheets = self.records["zones"].values(), self.records["sheets"].items()
        borders = list(self.records["borders"].values())
        return {
            **self.records["map"],
            "zones": [
                {
                    **zone,
                    "there": [id for id, one in sheets if one.get("zone") == zone["id"]],
                    "distances": _distances(zone["id"], borders),
                }
                for zone in zones
            ],
            "borders": borders,
        }


def view_of(state: StateView, banks: BanksView, network: NetworkView | None) -> View:
    """Return the view of these answers of the server, which must have the same version."""
    play, table = state.play, msgspec.to_builtins(state.table)
    sheets = [_record(one) for one in play.get("sheets", ())]
    wards = (play.get("conflict") or {}).get("defenses", [])
    elements = msgspec.to_builtins([*network.nodes, *network.edges] if network else ())
    map_ = play.get("map", {})
    records: Records = {
        **START,
        "ruleset": table["ruleset"],
        "seats": {seat["id"]: seat for seat in table["seats"]},
        "house_rules": {rule["id"]: rule["value"] for rule in table["house_rules"]},
        "banks": {"bank": banks.bank, **{one.account: one.tokens for one in banks.accounts}},
        "elements": {one["id"]: {**one, "interest": _by_seat(one)} for one in elements},
        "chosen": play.get("notices", {}).get("chosen", {}),
        "sheets": {one.get("character") or one["id"]: one for one in sheets},
        "map": {name: map_.get(name, START["map"][name]) for name in START["map"]},
        "zones": {zone["id"]: zone for zone in map_.get("zones", ())},
        "borders": {border["id"]: border for border in map_.get("borders", ())},
        "aspects": {one["id"]: one["on"] for one in play.get("aspects", ())},
        "wards": wards,
        "hidden": [{"target": ward["target"], "track": ward["track"]} for ward in wards],
    }
    purses = records["banks"].items()
    held = {key: {kind: n for kind, n in purse.items() if n} for key, purse in purses}
    return View(state.version, {**records, "banks": held})


def _by_seat(element: Json) -> dict[str, int]:
    return {one["seat"]: one["points"] for one in element["interest"]}


def _element(element: Json, control: "_Control") -> Json:
    marks, interest = element["marks"], element["interest"].items()
    standing = marks.count("!") - marks.count("X")
    return {
        **element,
        "shown": element["label"] + marks,
        "standing": standing,
        "power": standing - marks.count("?"),
        "control": [] if element["eliminated"] else list(control.of(element)),
        "interest": [{"seat": seat, "points": points} for seat, points in interest],
    }


class _Control:
    """The controllers of elements: the rules `control.own`, `control.gm`, `control.grant`, `interest.control`."""

    def __init__(self, records: Records) -> None:
        seats, elements = records["seats"].values(), records["elements"].values()
        first = sorted(seats, key=lambda seat: seat["kind"] != "gm")
        self.sitting = [one["id"] for one in first if one["taken"] and one["kind"] != "observer"]
        self.gm = [one["id"] for one in first[:1] if one["taken"]]
        self.rules = records["house_rules"]
        self.characters = {
            one["claimed_by"]: one["id"] for one in elements if one.get("claimed_by")
        }
        edges = [one for one in elements if "source" in one and not one["eliminated"]]
        self.near: dict[str, set[str]] = {}
        for edge in edges:
            for one, other in (("source", "target"), ("target", "source")):
                self.near.setdefault(edge[one], set()).add(edge[other])

    def of(self, element: Json) -> Iterator[Json]:
        """Yield the controllers of an element: first those by right, then those by grant."""
        rule, seats = self._by_right(element)
        granters = [seat for seat in seats if seat in self.sitting]
        yield from ({"seat": seat, "rule": rule, "by": None} for seat in seats)
        for grant in element["grants"]:
            if grant["by"] in granters and grant["seat"] in self.sitting:
                yield {"seat": grant["seat"], "rule": "control.grant", "by": grant["by"]}

    def _by_right(self, element: Json) -> tuple[str, list[str]]:
        claimant = element.get("claimed_by")
        if claimant:
            own = claimant in self.sitting
            return ("control.own", [claimant]) if own else ("control.gm", self.gm)
        if holder := self._holder(element["interest"]):
            return "interest.control", holder
        ends = {element["id"], *self.near.get(element["id"], ())}
        if "source" in element:
            ends = {element["source"], element["target"]}
        through = [seat for seat in self.sitting if self.characters.get(seat) in ends]
        if through:
            return "control.own", through
        creator = element["creator"]
        is_left = self.rules.get("residual_control") == "creator" and creator in self.sitting
        return "control.gm", [creator] if is_left else self.gm

    def _holder(self, interest: Mapping[str, int]) -> list[str]:
        counting = {seat: points for seat, points in interest.items() if seat in self.sitting}
        leaders = [seat for seat, points in counting.items() if points == max(counting.values())]
        is_played = self.rules.get("controlling_interest") == "on"
        return leaders if is_played and len(leaders) == 1 else []


def _record(sheet: Json) -> Json:
    """Return the record of a sheet as the server returns it. A sheet of Edgerunner has its condition too."""
    if "tracks" not in sheet:
        return sheet
    marked = {track["name"]: track["marked"] for track in sheet["tracks"]}
    return {**sheet, "sheet": sheet, "stress": marked}


def _of_edgerunner(sheet: Json, records: Records) -> Json:
    """Return a sheet of Edgerunner with the character's condition. A defense replaces a track's threshold."""
    id, own, stress = sheet["character"], sheet["sheet"], sheet.get("stress", {})
    wards = {ward["track"]: ward["threshold"] for ward in records["wards"] if ward["target"] == id}
    return {
        **{name: sheet.get(name, well) for name, well in _WELL.items()},
        **{name: sheet[name] for name in ("character", "name", "seat")},
        "kind": own["kind"],
        "skills": own["skills"],
        "tracks": [
            {
                "name": track["name"],
                "threshold": wards.get(track["name"], track["threshold"]),
                "marked": stress.get(track["name"], []),
            }
            for track in own["tracks"]
        ],
        "aspects": [aspect for aspect, on in records["aspects"].items() if on == id],
    }


_WELL: Json = {"consequences": [], "there": False, "zone": None, "side": 0, "is_out": False}
"""The condition of a character at the start."""


def _distances(start: str, borders: list[Json]) -> dict[str, int]:
    """Return the fewest borders to each zone that can be reached from a zone."""
    far, edge = {start: 0}, [start]
    for here in edge:
        for border in borders:
            ends = (border["one"], border["other"])
            for zone in ends if here in ends else ():
                if zone not in far:
                    far[zone] = far[here] + 1
                    edge.append(zone)
    return far
