"""Turn a view of the Python client into the parts that test vectors have."""

import json
from typing import Any

import msgspec

from tests.captures.foldings import of_map
from verger_client import View

Parts = dict[str, dict[str, Any]]

NOTHING: Parts = {"banks": {}, "network": {}, "sheets": {}, "map": {}, "seats": {}}
"""The parts before the first event."""


def parts(view: View) -> Parts:
    """Return the banks by account, and everything else by id."""
    network = json.loads(msgspec.json.encode(view.network)) or {"nodes": [], "edges": []}
    return {
        "banks": view.banks,
        "network": _by_id([*network["nodes"], *network["edges"]]),
        "sheets": _by_id(view.sheets),
        "map": of_map(view.map) if view.map else {},
        "seats": _by_id(view.seats),
    }


def patched(before: Parts, line: dict[str, Any]) -> Parts:
    """Return the parts after a line of a vector."""
    return {part: _patched(part, own, line.get(part, {})) for part, own in before.items()}


def _patched(part: str, own: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    entries = {
        key: {**own.get(key, {}), **one} if one and part != "banks" else one
        for key, one in changed.items()
    }
    return {key: one for key, one in {**own, **entries}.items() if one is not None}


def _by_id(every: Any) -> dict[str, Any]:
    return {one.get("character") or one["id"]: one for one in every}
