"""Encode the events and states of each ruleset as text, and decode them."""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any, Generic, TypeVar, get_args

import msgspec
from immutables import Map

from verger.domain.core.decider import Ruleset, State, fold
from verger.domain.core.past import NO_PAST, Past
from verger.domain.core.since import NewerError
from verger.domain.games.rulesets import EDITIONS, edition
from verger.domain.table.newer import require_known
from verger.service.log.form import StoredForm, decoded

Effect = TypeVar("Effect")


class _Folded(msgspec.Struct, Generic[Effect]):
    """The part of an event that a fold needs."""

    effects: tuple[Effect, ...]


class _Start(msgspec.Struct):
    ruleset: str
    ruleset_version: int


class _First(msgspec.Struct):
    """The part of a session's first event that names its ruleset."""

    move: _Start


_first = msgspec.json.Decoder(_First)


class NewerRulesetError(NewerError):
    """Only a later program has the session's game, or its version of the game."""


class Codec:
    """The decoders of one ruleset's moves, events and states."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset
        self.moves = msgspec.json.Decoder(ruleset.move_type)
        self.events = msgspec.json.Decoder(ruleset.event_type)
        self.effects = msgspec.json.Decoder(_Folded[ruleset.effect_type])  # type: ignore[name-defined]
        self.states = msgspec.json.Decoder(ruleset.state_type, dec_hook=_map)
        self.format = f"{ruleset.name}-{ruleset.version}-{ruleset.state_format}"

    def fold(self, state: State[Any], stored: StoredForm, past: Past = NO_PAST) -> State[Any]:
        """Return the state after a stored event.

        Raises PastNeededError for a rewind to a version whose play `past` does not have. Raises
        NewerError if only a later program can read the event, or judge the events after it.
        """
        return fold(self.ruleset, state, self.effects_of(stored), past)

    def effects_of(self, stored: StoredForm) -> tuple[Any, ...]:
        """Return the effects of an event. Raises NewerError if only a later program can read or judge them."""
        effects: tuple[Any, ...] = decoded(stored, self.effects.decode).effects
        require_known(self.ruleset, effects)
        return effects


@cache
def codec(ruleset: str, version: int) -> Codec:
    """Return the codec of a version of a ruleset. Raises KeyError if there is no such version."""
    found = edition(ruleset, version)
    if found is None:
        raise KeyError(f"{ruleset} {version}")
    return Codec(found)


@cache
def codecs_by_format() -> Mapping[str, Codec]:
    """Return all codecs. The key is the format of the states that a codec reads and writes."""
    known = [codec(one.name, one.version) for one in EDITIONS]
    return {one.format: one for one in known}


def codec_of(first: StoredForm) -> Codec:
    """Return the codec of the ruleset that a session's first event names. Raises NewerRulesetError."""
    start = decoded(first, _first.decode).move
    try:
        return codec(start.ruleset, start.ruleset_version)
    except KeyError:
        game = f"{start.ruleset[:100]!r} {start.ruleset_version}"
        raise NewerRulesetError(f"it is judged by the rules of {game}") from None


def encode_state(state: State[Any]) -> bytes:
    """Encode a state as text. Equal states have equal texts, even if different events led to them."""
    return msgspec.json.encode(state, enc_hook=_plain, order="sorted")


def digest_of(state: bytes) -> bytes:
    """Return the digest of a state's text, as stored in snapshots."""
    return hashlib.sha256(state).digest()


def _plain(value: object) -> Any:
    assert isinstance(value, Map), f"no state holds a {type(value)}"
    return dict(value)


def _map(kind: Any, value: Any) -> Any:
    """Decode a `Map[K, V]` from a JSON object."""
    key, item = get_args(kind)
    plain = msgspec.convert(value, dict[key, item], dec_hook=_map)  # type: ignore[valid-type]
    return Map(plain)
