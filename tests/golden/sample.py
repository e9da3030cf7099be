"""Put on record what a game's evenings hold and no sample has yet: python -m tests.golden.sample [game …].

Nothing that is on record is changed; what is still without a sample then is told.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.core.decider import Ruleset
from domain.games.rulesets import RULESETS
from tests.golden import stored
from tests.golden.record import NAMES, game_of, path_of
from tests.golden.stored import SHARED, WIRE, Field, sampled, types_of


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


def append(ruleset: Ruleset[Any]) -> set[Field]:
    """Append what covers something new; what is left without a sample."""
    left, types = stored.missing(ruleset), types_of(ruleset)
    for form, sample in found_in_evenings(ruleset):
        if new := sampled(sample, types[form]) & left:
            left -= new
            _add(stored.samples_of(ruleset.name), sample.decode())
    return left


def _add(path: Any, *lines: str) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def write_names(place: str) -> None:
    """Append the names that are not on record."""
    now = {
        "rules": stored.rules_of(place),
        "codes": stored.codes_of(place),
        "texts": stored.texts_of(place),
    }
    for kind, names in now.items():
        if new := sorted(names - set(stored.words(place, kind))):
            _add(WIRE / place / f"{kind}.txt", *new)


def write_values(place: str) -> None:
    """Add the fields and values that are not on record."""
    known = stored.values(place)
    for field, now in stored.values_of(place).items():
        known[field] = [*known.get(field, []), *sorted(now - set(known.get(field, [])))]
    lines = [f"  {json.dumps(field)}: {json.dumps(some)}" for field, some in known.items()]
    (WIRE / place / "values.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    for game in sys.argv[1:] or RULESETS:
        for kind, field in sorted(append(RULESETS[game]), key=str):
            sys.stdout.write(f"{game}: no evening has {kind.__name__} {field}\n")
        write_names(game)
        write_values(game)
    write_names(SHARED)
    write_values(SHARED)
