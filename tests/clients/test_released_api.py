"""The comparison with the released API document reports breaking differences, and no harmless ones."""

import gzip
import json
import subprocess
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from tests.api.docs.test_quick_start import node
from tests.support.root import ROOT

LINT = ROOT / "openapi" / "lint"
NUMBER = {"type": "integer", "minimum": 1, "maximum": 5}
KIND = {"enum": ["dice", "tokens"]}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Small", "version": "1.0.0"},
    "paths": {
        "/things": {
            "post": {
                "operationId": "make",
                "parameters": [{"name": "page", "in": "query", "schema": NUMBER}],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/New"}}
                    }
                },
                "responses": {
                    "201": {
                        "description": "A thing.",
                        "headers": {"Location": {"schema": {"type": "string"}}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}
                        },
                    },
                    "409": {"description": "There is one."},
                },
            }
        }
    },
    "webhooks": {
        "made": {
            "post": {
                "description": "A thing was made.",
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}
                    }
                },
                "responses": {"200": {"description": "Taken."}},
            }
        }
    },
    "components": {
        "schemas": {
            "New": {
                "type": "object",
                "required": ["title"],
                "properties": {
                    "title": {"type": "string", "maxLength": 9},
                    "kind": KIND,
                    "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                },
            },
            "Thing": {
                "type": "object",
                "required": ["id", "number"],
                "properties": {
                    "id": {"type": "string", "maxLength": 9},
                    "number": NUMBER,
                    "kind": KIND,
                    "description": {"type": "string", "default": ""},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
                },
            },
        }
    },
}

Change = tuple[str, Any]
"""A place in the document, and its new value. None removes the place."""

MAKE, NEW, THING = "paths|/things|post", "components|schemas|New", "components|schemas|Thing"
FRESH, MORE = {"type": "string"}, {"enum": ["dice", "tokens", "cards"]}
BREAKING: dict[str, Change] = {
    "an operation is removed": (MAKE, None),
    "a status is removed": (f"{MAKE}|responses|409", None),
    "a header is removed": (f"{MAKE}|responses|201|headers|Location", None),
    "a media type is removed": (f"{MAKE}|responses|201|content|application/json", None),
    "a parameter is removed": (f"{MAKE}|parameters", []),
    "a parameter is required": (f"{MAKE}|parameters|0|required", True),
    "a parameter has narrower bounds": (f"{MAKE}|parameters|0|schema", NUMBER | {"maximum": 4}),
    "a request has no such member": (f"{NEW}|properties|kind", None),
    "a request needs a known member": (f"{NEW}|required", ["title", "kind"]),
    "a request needs a new member": (NEW, {"required": ["fresh"], "properties": {"fresh": FRESH}}),
    "a request must be shorter": (f"{NEW}|properties|title|maxLength", 8),
    "a request must have a pattern": (f"{NEW}|properties|title|pattern", "^A"),
    "a value is refused": (f"{NEW}|properties|kind|enum", ["dice"]),
    "a type is refused": (f"{NEW}|properties|either|anyOf", [FRESH]),
    "an answer has no such member": (f"{THING}|properties|description", None),
    "a member can be absent": (f"{THING}|required", ["id"]),
    "a member has another type": (f"{THING}|properties|number", FRESH),
    "a member can be null": (f"{THING}|properties|number|type", ["integer", "null"]),
    "an absent member has another meaning": (f"{THING}|properties|description|default", "None."),
    "an answer has no such value": (f"{THING}|properties|kind|enum", ["dice"]),
    "a webhook is removed": ("webhooks|made", None),
}
HARMLESS: dict[str, Change] = {
    "a status is new": (f"{MAKE}|responses|410", {"description": "It is gone."}),
    "a header is new": (f"{MAKE}|responses|201|headers|ETag", {"schema": FRESH}),
    "a parameter is new": (
        f"{MAKE}|parameters|1",
        {"name": "after", "in": "query", "schema": FRESH},
    ),
    "a parameter has wider bounds": (f"{MAKE}|parameters|0|schema", NUMBER | {"maximum": 6}),
    "a request can have a new member": (f"{NEW}|properties|fresh", FRESH),
    "a request needs less": (f"{NEW}|required", []),
    "a request can be longer": (f"{NEW}|properties|title|maxLength", 10),
    "a value is accepted": (f"{NEW}|properties|kind", MORE),
    "an answer has a new member": (f"{THING}|properties|fresh", FRESH),
    "a member is never absent": (f"{THING}|required", ["id", "number", "kind"]),
    "an answer can be longer": (f"{THING}|properties|id|maxLength", 10),
    "an answer can have a new value": (f"{THING}|properties|kind", MORE),
    "an operation has another text": (f"{MAKE}|description", "Makes a thing."),
    "a webhook has another text": ("webhooks|made|post|description", "Somebody made a thing."),
    "an operation is deprecated": (f"{MAKE}|deprecated", True),
}


def compared(folder: Path, now: Any) -> "subprocess.CompletedProcess[str]":
    """Compare a document with the small document, which takes the place of the released one."""
    if not node():
        pytest.skip("Node 20 is not here")
    released, file = folder / "released.json.gz", folder / "now.json"
    released.write_bytes(gzip.compress(json.dumps(DOCUMENT).encode()))
    file.write_text(json.dumps(now))
    command = [node(), "breaking.js", str(released), str(file)]
    return subprocess.run(
        list(map(str, command)), cwd=LINT, capture_output=True, text=True, check=False, timeout=60
    )


def changed(place: str, value: Any) -> Any:
    """Return the small document with a change."""
    document = json.loads(json.dumps(DOCUMENT))
    *way, last = (int(name) if name in "01" else name for name in place.split("|"))
    part = reduce(getitem, way, document)
    if value is None:
        del part[last]
    elif last == 1:
        part.append(value)
    else:
        part[last] = value
    return document


@pytest.mark.parametrize("name", BREAKING)
def test_a_breaking_difference_fails(tmp_path: Path, name: str) -> None:
    done = compared(tmp_path, changed(*BREAKING[name]))
    assert done.returncode == 1, done.stdout
    assert str(tmp_path / "now.json") in done.stderr


@pytest.mark.parametrize("name", HARMLESS)
def test_a_harmless_difference_passes(tmp_path: Path, name: str) -> None:
    done = compared(tmp_path, changed(*HARMLESS[name]))
    assert done.returncode == 0, done.stderr
