"""Every operation, parameter and member of the API documents has a description in sentences."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from verger.service.openapi import access, asyncapi, chosen
from verger.service.openapi.document import FILE


def without_games() -> dict[str, Any]:
    """Return the API document without the schemas that only games have. Their own pages describe them."""
    whole = json.loads(FILE.read_bytes())
    schemas = whole["components"]["schemas"]
    schemas["Move"] = {}
    for one in schemas["SchemasView"]["properties"].values():
        one.pop("$defs")
    return chosen.reached(whole)


API = without_games()
SENTENCES = re.compile(r'[A-Z0-9`"].*\.', re.DOTALL)
Described = Iterator[tuple[str, str]]


def operations() -> Described:
    """Yield each operation with its description, without the sentence about its token."""
    for path, methods in API["paths"].items():
        for method, one in methods.items():
            said, _, token = one["description"].rpartition("\n\n")
            assert token.startswith((access.NOBODY, "Your token needs"))
            yield f"{method} {path}", said


def parameters() -> Described:
    """Yield each parameter and header with its description."""
    for path, methods in API["paths"].items():
        for one in (each for operation in methods.values() for each in operation["parameters"]):
            if "$ref" not in one:
                yield f"{path} {one['name']}", one["description"]
    for kind in ("parameters", "headers"):
        for name, one in API["components"][kind].items():
            yield f"{kind} {name}", one["description"]


def members(part: Any, place: str) -> Described:
    """Yield the members of all schemas in a part of a document, with their descriptions."""
    if isinstance(part, list):
        for number, inner in enumerate(part):
            yield from members(inner, f"{place}/{number}")
    elif isinstance(part, dict):
        for name, one in part.get("properties", {}).items():
            yield f"{place}/{name}", one.get("description", "")
        for name in part.keys() - {"example", "examples"}:
            yield from members(part[name], f"{place}/{name}")


TEXTS: dict[str, Callable[[], Described]] = {
    "operations": operations,
    "parameters": parameters,
    "members": lambda: members(API, "openapi"),
    "messages": lambda: members(json.loads(asyncapi.FILE.read_bytes()), "asyncapi"),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_everything_has_a_description_in_sentences(kind: str) -> None:
    found = dict(TEXTS[kind]())
    assert len(found) > 70
    assert [place for place, text in found.items() if not SENTENCES.fullmatch(text)] == []


def test_a_member_without_a_sentence_is_found() -> None:
    schema = {"properties": {"a": {"items": {"properties": {"b": {"description": "no sentence"}}}}}}
    found = dict(members(schema, "x"))
    assert found == {"x/a": "", "x/properties/a/items/b": "no sentence"}
    assert not any(map(SENTENCES.fullmatch, found.values()))


def test_each_description_states_a_default_once() -> None:
    said = [text for _, text in parameters() if "Default:" in text]
    assert len(said) > 20
    assert all(text.count("Default:") == 1 for text in said)
