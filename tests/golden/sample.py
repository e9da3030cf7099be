"""Record the stored forms and names that are new in a release, in `wire/`.

A release never changes the records of older releases.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from tests.golden import stored
from tests.golden.record import NAMES, game_of, path_of
from tests.golden.stored import SHARED, WIRE, Field, owner, sampled, types_of
from verger.domain.core.decider import Ruleset
from verger.domain.games.rulesets import RULESETS


def found_in_evenings(ruleset: Ruleset[Any]) -> Iterator[tuple[str, bytes]]:
    """Every move and effect of a game's evenings, as it is stored."""
    for name in NAMES:
        if game_of(name) == ruleset.name:
            _, *raw, _ = path_of(name).read_bytes().splitlines()
            for line in raw:
                event = msgspec.json.decode(line, type=ruleset.event_type)
                yield "moves", msgspec.json.encode(event.move)
                yield from (("effects", msgspec.json.encode(effect)) for effect in event.effects)
                yield "events", line


def stored_of(ruleset: Ruleset[Any]) -> Iterator[tuple[str, bytes]]:
    """Every move, effect and event of a game: in its evenings, and in the samples of releases."""
    yield from found_in_evenings(ruleset)
    for form in stored.FORMS:
        for place in (SHARED, ruleset.name):
            yield from ((form, line) for line in stored.samples(place, form))


@cache
def played() -> frozenset[Field]:
    """The fields that occur in an evening of any game."""
    return frozenset(
        field
        for ruleset in RULESETS.values()
        for form, line in found_in_evenings(ruleset)
        for field in sampled(line, types_of(ruleset)[form])
    )


def new(ruleset: Ruleset[Any]) -> tuple[list[bytes], set[Field]]:
    """Return new samples from a game's evenings, and the fields that neither samples nor evenings have.

    A field that all games share can be in an evening of any game.
    """
    left, types = stored.missing(ruleset), types_of(ruleset)
    samples: list[bytes] = []
    if left:
        for form, sample in found_in_evenings(ruleset):
            if covered := sampled(sample, types[form]) & left:
                left -= covered
                samples.append(sample)
    return samples, {field for field in left if owner(field[0]) != SHARED or field not in played()}


def record() -> None:
    """Record all new samples, names and values."""
    for ruleset in RULESETS.values():
        samples, left = new(ruleset)
        assert not left, left
        stored.add(stored.samples_of(ruleset.name), *(sample.decode() for sample in samples))
    for place in (*RULESETS, SHARED):
        _write_names(place)
        _write_values(place)


def _write_names(place: str) -> None:
    """Append the names that are not recorded yet."""
    now = {
        "rules": stored.rules_of(place),
        "codes": stored.codes_of(place),
        "texts": stored.texts_of(place),
    }
    for kind, names in now.items():
        if new := sorted(names - set(stored.words(place, kind))):
            stored.add(WIRE / place / f"{kind}.txt", *new)


def _write_values(place: str) -> None:
    """Add the fields and values that are not recorded yet."""
    known = stored.values(place)
    for field, now in stored.values_of(place).items():
        known[field] = [*known.get(field, []), *sorted(now - set(known.get(field, [])))]
    lines = [f"  {json.dumps(field)}: {json.dumps(some)}" for field, some in known.items()]
    (WIRE / place / "values.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
