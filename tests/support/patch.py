"""Apply a JSON Patch, written only from RFC 6902, to check patches."""

from copy import deepcopy
from typing import Any


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """The document after all operations of a patch. Each of them has to apply."""
    root = {"": deepcopy(document)}
    for operation in patch:
        parent, last = _place(root, operation["path"])
        if isinstance(parent, list):
            _change_list(parent, int(last), operation)
        else:
            _change_object(parent, last, operation)
    return root[""]


def _place(root: dict[str, Any], path: str) -> tuple[Any, str]:
    parts = ["", *path.split("/")[1:]]
    names = [part.replace("~1", "/").replace("~0", "~") for part in parts]
    at: Any = root
    for name in names[:-1]:
        at = at[int(name)] if isinstance(at, list) else at[name]
    return at, names[-1]


def _change_list(items: list[Any], place: int, operation: dict[str, Any]) -> None:
    match operation["op"]:
        case "add":
            assert place <= len(items)
            items.insert(place, operation["value"])
        case "replace":
            items[place] = operation["value"]
        case _:
            del items[place]


def _change_object(members: dict[str, Any], name: str, operation: dict[str, Any]) -> None:
    if operation["op"] == "remove":
        del members[name]
        return
    assert operation["op"] == "add" or name in members
    members[name] = operation["value"]
