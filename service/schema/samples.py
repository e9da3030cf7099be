"""Samples of each ruleset's moves, effects and events, as they were played."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from service.root import EXAMPLES
from service.schema.json_schema import Schema


def path_of(ruleset: str, form: str) -> Path:
    """Where a ruleset's samples are kept: of its `moves`, its `effects`, or its `events`."""
    return EXAMPLES / ruleset / f"{form}.json"


@cache
def samples(ruleset: str, form: str) -> Mapping[str, Schema]:
    """A ruleset's samples by their tags; a ruleset that was never recorded has none."""
    path = path_of(ruleset, form)
    return dict(json.loads(path.read_text())) if path.exists() else {}


def tagged(schema: Schema, kind: str) -> Mapping[str, Schema]:
    """The parts of a schema that are told apart by a member of this name."""
    return {
        part["properties"][kind]["const"]: part
        for part in schema["$defs"].values()
        if "const" in part.get("properties", {}).get(kind, ())
    }


def with_examples(schema: Schema, ruleset: str, form: str) -> Schema:
    """A union's schema, each member with its sample."""
    members = tagged(schema, form[:-1])
    for tag, one in samples(ruleset, form).items():
        members[tag]["examples"] = [one]
    return schema


def with_all_examples(schema: Schema, ruleset: str, form: str) -> Schema:
    """A schema with every sample of it."""
    return {**schema, "examples": list(samples(ruleset, form).values())}
