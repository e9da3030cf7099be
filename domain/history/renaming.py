"""New ids for a log that is judged again: node `n7` can become `n6` if an earlier node is gone.

Ids are assigned in order. So if you leave out a move, later ids become lower. This module learns
from each event which new id replaces a recorded id, so that later moves keep their meaning.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from verger.domain.core.text import text_fields

_ID = re.compile(r"\b[a-z][0-9]+\b", re.ASCII)

Struct = TypeVar("Struct", bound=msgspec.Struct)


class Renaming:
    """A map from recorded ids to their new ids."""

    def __init__(self, before: Any) -> None:
        self._known = _ids(before)
        """All recorded ids so far."""
        self._now: dict[str, str] = {}

    def learn(self, was: tuple[Any, ...], now: tuple[Any, ...]) -> None:
        """Learn from the recorded and the new effects of an event.

        Without new effects, the event is left out.
        """
        given = _ids(was) - self._known
        self._known |= given
        if not given or was == now:
            return
        pairs = dict(_pairs(_by_type(was), _by_type(now)))
        for id in given:
            # An id that is no longer assigned gets a number that no id ever has.
            name = pairs.get(id, f"{id[0]}0")
            if name != id:
                self._now[id] = name

    def of(self, move: Struct) -> Struct:
        """Return a recorded move with the new ids. Texts stay as they are."""
        return _renamed(move, self._now) if self._now else move

    def bring_the_same(self, was: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
        """Return whether effects differ only in ids, including newly assigned ids."""
        learned = deepcopy(self)
        learned.learn(was, now)
        return learned.are_same(was, now)

    def are_same(self, was: Any, now: Any) -> bool:
        """Return whether two rulings or lists of effects differ only in their ids."""
        if not self._now:
            return bool(was == now)
        text = msgspec.json.encode(was).decode()
        return _ID.sub(
            lambda id: self._now.get(id[0], id[0]), text
        ).encode() == msgspec.json.encode(now)


def _ids(value: Any) -> set[str]:
    return set(_ID.findall(msgspec.json.encode(value, enc_hook=dict).decode()))


def _by_type(effects: tuple[Any, ...]) -> dict[type, list[Any]]:
    groups: dict[type, list[Any]] = defaultdict(list)
    for effect in effects:
        groups[type(effect)].append(msgspec.to_builtins(effect))
    return groups


def _pairs(was: Any, now: Any) -> Iterator[tuple[str, str]]:
    """Yield the pairs of ids at the same places."""
    match was, now:
        case str(), str():
            yield from zip(_ID.findall(was), _ID.findall(now), strict=False)
        case dict(), dict():
            # The pairs have the order of the recorded effects. If an id has two pairs, the later
            # pair counts.
            for key in was:
                if key in now:
                    yield from _pairs(was[key], now[key])
        case ((list() | tuple()), (list() | tuple())):
            for value, other in zip(was, now, strict=False):
                yield from _pairs(value, other)
        case _:
            return


def _renamed(struct: Struct, now: Mapping[str, str]) -> Struct:
    texts = {name for name, limit in text_fields(type(struct)) if limit}
    fields = [name for name in struct.__struct_fields__ if name not in texts]
    return replace(struct, **{name: _value(getattr(struct, name), now) for name in fields})


def _value(value: Any, now: Mapping[str, str]) -> Any:
    match value:
        case str():
            # The name of an account contains the id of its owner: `character:c1`.
            kind, colon, id = value.rpartition(":")
            return kind + colon + now[id] if id in now else value
        case dict():
            return {key: _value(part, now) for key, part in value.items()}
        case list():
            return [_value(part, now) for part in value]
        case tuple():
            return tuple(_value(item, now) for item in value)
        case msgspec.Struct():
            return _renamed(value, now)
        case _:
            return value
