"""Ids in a path have the same format as in answers, so that generated clients pass them on."""

import json
from collections.abc import Iterator

from verger.service.openapi.document import FILE
from verger.service.problem.documented import Document

DOCUMENT: Document = json.loads(FILE.read_text())
TEXTS = {"conflict", "dispute", "element", "removed", "seat_id", "roll", "ruleset", "version"}
"""Ids that a session counts, such as `c1`, and names."""


def in_paths() -> Iterator[tuple[str, Document]]:
    """Yield each parameter of a path, with its path."""
    for path, item in DOCUMENT["paths"].items():
        for one in (each for operation in item.values() for each in operation["parameters"]):
            name = one.get("$ref", "").rpartition("/")[2]
            parameter = DOCUMENT["components"]["parameters"][name] if name else one
            if parameter["in"] == "path":
                yield path, parameter


def test_an_id_that_is_a_uuid_says_so() -> None:
    said = {(one["name"], one["schema"].get("format")) for path, one in in_paths()}
    ids = {"session", "table", "ask", "token", "webhook", "delivery"}
    assert said == {
        *((name, "uuid") for name in ids),
        *((name, None) for name in TEXTS - {"version"}),
        ("version", "int64"),
        ("session", None),
    }


def test_only_webhooks_take_another_text_for_a_session() -> None:
    loose = [path for path, one in in_paths() if one["name"] == "session" and "-` for" in str(one)]
    assert loose
    assert all("/webhooks" in path for path in loose)
    strict = {path for path, one in in_paths() if one["schema"].get("format") == "uuid"}
    assert not strict.intersection(path for path in loose if path.endswith("/webhooks"))
