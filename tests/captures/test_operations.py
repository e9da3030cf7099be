"""The examples in the API document are answers of a server, and fit its schemas."""

import json
import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from tests.captures.operations import captured
from tests.support.contract import document, resolved, validator
from verger.service.openapi.examples import FILE

Json = dict[str, Any]


def operations() -> Iterator[Json]:
    for methods in document()["paths"].values():
        yield from methods.values()


def parts(part: Any, at: str = "#") -> Iterator[tuple[str, Json]]:
    """Yield every object below a part of the API document, with its place."""
    if isinstance(part, dict):
        yield at, part
        for name, inner in part.items():
            yield from parts(inner, f"{at}/{name}") if name not in ("example", "examples") else ()
    for number, inner in enumerate(part if isinstance(part, list) else ()):
        yield from parts(inner, f"{at}/{number}")


def is_right(schema: Json, value: Any) -> bool:
    return validator(schema).is_valid(value)


def test_a_server_still_answers_as_the_examples_show(postgres_url: str) -> None:
    again = captured(postgres_url)
    for kept, line in zip_longest(FILE.read_text().split("\n"), again.split("\n")):
        assert kept == line, "run: python -m tests.captures.operations"


def test_every_operation_has_an_example_of_its_success_and_of_its_body() -> None:
    lacking = []
    for operation in operations():
        success = [r for status, r in operation["responses"].items() if status.startswith("2")]
        for part in (operation.get("requestBody", {}), *success):
            forms = resolved(part).get("content", {}).items()
            lacking += [f"{operation['operationId']} {k}" for k, v in forms if "examples" not in v]
    assert not lacking


def test_every_example_fits_its_schema() -> None:
    wrong = [
        f"{at} {name}"
        for at, part in parts(document()["paths"])
        if "schema" in part and isinstance(part.get("examples"), dict)
        for name, shown in part["examples"].items()
        if "value" in shown and not is_right(part["schema"], shown["value"])
    ]
    wrong += [
        name
        for name, schema in document()["components"]["schemas"].items()
        for value in schema.get("examples", ())
        if not is_right(schema, value)
    ]
    assert not wrong


def test_no_example_looks_like_a_secret() -> None:
    text = json.dumps(document())
    assert "vg_example" in text
    assert "vg_" not in text.replace("vg_example", "")
    secrets = re.findall(r"whsec_\w+", text)
    assert {secret[6:27] for secret in secrets} == {"ZXhhbXBsZS1zZWNyZXQtb"}, "base64 of example"


CHOICES = ("oneOf", "anyOf")


def tagged(schema: Json) -> str | None:
    """Return the name of the field with a constant value, which identifies an object. Return None if there is no such field."""
    fields = resolved(schema).get("properties", {})
    found = (
        n for n, field in fields.items() if "const" in field or len(field.get("enum", ())) == 1
    )
    return next(found, None)


def lacks_discriminator(part: Json) -> bool:
    """Return whether a schema offers several objects with tags, and does not name the tag as discriminator."""
    for choice in CHOICES:
        objects = [one for one in part.get(choice, ()) if resolved(one).get("type") == "object"]
        if len(objects) > 1 and all(tagged(one) for one in objects):
            told = part.get("discriminator", {})
            named = {one["$ref"] for one in objects if "$ref" in one}
            return not told or set(told.get("mapping", {}).values()) != named
    return False


def test_every_union_of_tagged_objects_names_its_discriminator() -> None:
    # Moves of several games have the same tag. The ruleset of the session decides which one is meant.
    lacking = {at for at, part in parts(document()) if lacks_discriminator(part)}
    assert lacking == {"#/components/schemas/Move"}


def test_a_union_without_a_named_discriminator_is_found() -> None:
    one, other = ({"type": "object", "properties": {"move": {"const": tag}}} for tag in "ab")
    assert lacks_discriminator({"oneOf": [one, other]})
    assert not lacks_discriminator({"oneOf": [one, {"type": "null"}]})
