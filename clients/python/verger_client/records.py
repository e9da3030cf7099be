"""Records: the known parts of a session at a version, and how the effects of an event change them.

`effects.json` lists the steps of each effect. Records are never changed in place: a step copies the
records on its path, and shares all others with the records before it.
"""

from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Any

import msgspec

Records = dict[str, Any]

_TABLE = msgspec.json.decode(files("verger_client").joinpath("effects.json").read_bytes())
GAMES: dict[str, Any] = _TABLE["games"]
"""The table of steps for each ruleset, by its name."""
OF_THE_TABLE = ("ruleset", "seats", "house_rules")
"""The records that a rewind does not change."""
START: Records = {
    "ruleset": "",
    "seats": {},
    "house_rules": {},
    "banks": {},
    "elements": {},
    "chosen": {},
    "sheets": {},
    "map": {"name": "", "metaphorical": False},
    "zones": {},
    "borders": {},
    "aspects": {},
    "wards": [],
    "hidden": [],
}
"""The records before the first event."""

_GONE = object()


def after(
    records: Records, effects: Iterable[Mapping[str, Any]], earlier: Callable[[int], Records]
) -> Records:
    """Return the records after the effects of an event. `earlier` returns the records at a version.

    Raises LookupError if an effect is unknown, or if it needs a missing record.
    """
    for effect in effects:
        own = dict(effect)
        for step in _steps(records["ruleset"], own["effect"]):
            records = _step(records, step, own, earlier)
    for track in records["hidden"]:
        # During a defense, the server shows its threshold instead of the sheet's. So the threshold
        # of the sheet is unknown after the defense.
        if not any(_matches(ward, track) for ward in records["wards"]):
            raise LookupError("a defense ended, and the threshold under it is unknown")
    return records


def _steps(ruleset: str, effect: str) -> list[Any]:
    game = GAMES.get(ruleset)
    for part in (_TABLE["shared"], game or {"effects": {}, "ignored": []}):
        if steps := part["effects"].get(effect):
            return list(steps)
        if effect in part["ignored"]:
            return []
    # For a game that is not in the table, only the banks are computed. Only shared effects change
    # them.
    if game or not ruleset:
        raise LookupError(f"the effect `{effect}` is unknown")
    return []


def _step(
    records: Records, step: list[Any], effect: dict[str, Any], earlier: Callable[[int], Records]
) -> Records:
    verb, place, *given = step
    if verb == "rewind":
        kept = {name: records[name] for name in OF_THE_TABLE}
        return {**earlier(_filled(place, effect)), **kept}
    path = place.split(".")
    value = _filled(given[0], effect) if given else None
    if verb == "let":
        effect[place] = _at(records, given[0].split("."), effect)
        return records
    changed: Records = _changed(records, path, effect, lambda old: _VERBS[verb](old, value))
    return changed


def _filled(template: Any, effect: Mapping[str, Any]) -> Any:
    """Fill a template with the members of an effect. A missing member becomes null.

    `{}` stands for the member with the same name.
    """
    if isinstance(template, dict):
        return {
            _filled(key, effect): _filled(f"{{{key}}}" if value == "{}" else value, effect)
            for key, value in template.items()
        }
    if isinstance(template, str) and template[:1] == "{":
        return effect.get(template[1:-1])
    return template


def _at(record: Any, path: list[str], effect: Mapping[str, Any]) -> Any:
    for part in path:
        record = record[_filled(part, effect)]
    return record


def _changed(
    record: Any, path: list[str], effect: Mapping[str, Any], change: Callable[[Any], Any]
) -> Any:
    """Return a changed copy of a record. The path can mean all entries (`*`), or those with a flag (`?`).

    If a part of the path begins with `+`, it can be missing, and is then created empty. Lists count from 1.
    """
    if not path:
        return change(record)
    part, *rest = path
    if part == "*" or part[0] == "?":
        flag = part[1:]
        return {
            key: _changed(one, rest, effect, change) if not flag or one.get(flag) else one
            for key, one in record.items()
        }
    key = _filled(part.removeprefix("+"), effect)
    if isinstance(record, list):
        if not 0 < key <= len(record):
            raise LookupError(f"place {key} is unknown")
        changed = [*record]
        changed[key - 1] = _changed(record[key - 1], rest, effect, change)
        return changed
    if rest and part[0] != "+" and key not in record:
        raise LookupError(f"`{key}` is unknown")
    new = _changed(record.get(key, {} if part[0] == "+" else None), rest, effect, change)
    if new is _GONE:
        return {other: value for other, value in record.items() if other != key}
    return {**record, key: new}


def _sum(old: Any, value: int) -> Any:
    return (old or 0) + value or _GONE


def _matches(one: Any, value: Any) -> bool:
    if not isinstance(value, dict):
        return bool(one == value)
    return all(one[key] == wanted for key, wanted in value.items())


def _merged(old: Records | None, value: Records) -> Records:
    if old is None:
        raise LookupError("what it changes is unknown")
    return {**old, **value}


def _erased(old: str, mark: str) -> str:
    before, separator, behind = old.rpartition(mark)
    return before + behind if separator else old


_VERBS: Mapping[str, Callable[[Any, Any], Any]] = {
    "set": lambda _, value: value,
    "delete": lambda *_: _GONE,
    "merge": _merged,
    "append": lambda old, value: [*(old or []), value],
    "remove": lambda old, value: [one for one in old or [] if not _matches(one, value)],
    "add": _sum,
    "subtract": lambda old, value: _sum(old, -value),
    "write": lambda old, value: old + value,
    "erase": _erased,
}
"""The steps that change one record. A sum of 0 is dropped."""
