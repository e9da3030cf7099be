"""Encoding states as snapshots do, without a server."""

from typing import Any

import msgspec
from immutables import Map

from verger.domain.core.decider import Ruleset, State
from verger.domain.games.verge import RULESET


def encode(state: State[Any]) -> bytes:
    """Encode a state as a snapshot stores it."""
    return msgspec.json.encode(state, enc_hook=dict, order="sorted")


def decode(snapshot: bytes, ruleset: Ruleset[Any] = RULESET) -> State[Any]:
    """Decode the state of a snapshot."""
    state: State[Any] = msgspec.json.decode(snapshot, type=ruleset.state_type, dec_hook=_map)
    return state


def _map(kind: Any, value: Any) -> Any:
    items = msgspec.convert(value, dict.__class_getitem__(kind.__args__), dec_hook=_map)
    return Map(items)
