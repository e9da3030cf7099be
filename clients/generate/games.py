"""The schemas of each game: its moves, recorded moves, effects and play."""

import json
import re
from collections.abc import Iterator

from clients.generate.document import Schema, document

_REFERENCE = re.compile(r'"#/components/schemas/(\w+)"')


def games() -> dict[str, Schema]:
    """Return the schemas of all games, and of all that they are made of, in the document's order."""
    known: dict[str, Schema] = document()["components"]["schemas"]
    kept, waiting = set[str](), set(_roots(known["SchemasView"]))
    while waiting:
        kept |= waiting
        named = json.dumps([known[name] for name in waiting])
        waiting = set(_REFERENCE.findall(named)) - kept
    return {name: schema for name, schema in known.items() if name in kept}


def is_object(schema: Schema) -> bool:
    """Whether a schema is an object with members, and not one of several values or kinds."""
    return "properties" in schema


def _roots(schemas: Schema) -> Iterator[str]:
    """Yield the schemas that `getSchemas` returns: `VergeMove`, `VergeEffect` and so on."""
    for kind in schemas["properties"].values():
        for one in kind.get("$defs", {}).values():
            yield one["$ref"].rpartition("/")[2]
