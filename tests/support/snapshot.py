"""States as snapshots keep them, without the server that does."""

from typing import Any

import msgspec
from immutables import Map

from domain.verge import RULESET
from domain.verge.state import State


def encode(state: State) -> bytes:
    """A state as a snapshot keeps it."""
    return msgspec.json.encode(state, enc_hook=dict, order="sorted")


def decode(snapshot: bytes) -> State:
    """The state that a snapshot holds."""
    state: State = msgspec.json.decode(snapshot, type=RULESET.state_type, dec_hook=_map)
    return state


def _map(kind: Any, value: Any) -> Any:
    items = msgspec.convert(value, dict.__class_getitem__(kind.__args__), dec_hook=_map)
    return Map(items)
