"""Samples of each ruleset's moves, effects and events, recorded from play."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from verger.service.root import EXAMPLES, examples
from verger.service.schema.json_schema import Schema


def path_of(ruleset: str) -> Path:
    """Return the file with a ruleset's samples: a line for each move, effect and event."""
    return EXAMPLES / f"{ruleset}.jsonl"


@cache
def samples(ruleset: str, form: str) -> Mapping[str, Schema]:
    """Return the recorded samples of a ruleset's `moves`, `effects` or `events`, by their tags."""
    path, kind = path_of(ruleset), form[:-1]
    kept = examples(path) if path.exists() else ()
    return {one[kind]: one["sample"] for one in kept if kind in one}


def tagged(schema: Schema, kind: str) -> Mapping[str, Schema]:
    """Return the members of a union, by the value of their tag. `kind` is the name of the tag."""
    return {
        part["properties"][kind]["const"]: part
        for part in schema["$defs"].values()
        if "const" in part.get("properties", {}).get(kind, ())
    }


def with_examples(schema: Schema, ruleset: str, form: str) -> Schema:
    """Return a union's schema, each member with its sample."""
    members = tagged(schema, form[:-1])
    for tag, one in samples(ruleset, form).items():
        members[tag]["examples"] = [one]
    return schema


def with_all_examples(schema: Schema, ruleset: str, form: str) -> Schema:
    """Return a schema with all its samples."""
    return {**schema, "examples": list(samples(ruleset, form).values())}
