"""The JSON schemas have discriminators and descriptions for generated clients, and accept stored events."""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import jsonschema_rs
import pytest

from tests.golden.sample import stored_of
from tests.golden.stored import FORMS, types_of
from verger.domain.games.rulesets import RULESETS
from verger.service.http import rulesets
from verger.service.openapi.document import FILE
from verger.service.schema.json_schema import alone
from verger.service.thread_safe_cache import thread_safe_cache

DOCUMENT = json.loads(FILE.read_bytes())
COMPONENTS: dict[str, Any] = DOCUMENT["components"]["schemas"]
DOCUMENTS = {"": DOCUMENT} | {
    f"{game} {form}": alone(kind)
    for game, ruleset in RULESETS.items()
    for form, kind in types_of(ruleset).items()
}


async def test_nobody_waits_while_schemas_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    others_went_on = Event()
    monkeypatch.setattr(rulesets, "_schemas", lambda _: b"%r" % others_went_on.wait(10))
    asking = asyncio.ensure_future(rulesets.get_schemas.fn("verge"))
    await asyncio.sleep(0)
    others_went_on.set()
    assert (await asking).content == b"True"


def test_a_schema_for_several_simultaneous_requests_is_made_once() -> None:
    made: list[int] = []

    def make() -> None:
        time.sleep(0.05)
        made.append(1)

    wanted = thread_safe_cache(make)
    with ThreadPoolExecutor(4) as pool:
        for asked in [pool.submit(wanted) for _ in range(4)]:
            asked.result()
    assert made == [1]


each_game = pytest.mark.parametrize("game", list(RULESETS))
each_document = pytest.mark.parametrize("document", DOCUMENTS.values(), ids=list(DOCUMENTS))


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a document, except examples."""
    if isinstance(schema, dict):
        yield schema
        inner = [part for name, part in schema.items() if name not in ("example", "examples")]
    else:
        inner = schema if isinstance(schema, list) else []
    for one in inner:
        yield from parts(one)


def named(document: dict[str, Any], reference: str) -> dict[str, Any]:
    """The target of a reference within a document."""
    found: Any = document
    for name in reference.removeprefix("#/").split("/"):
        found = found[name]
    return dict(found)


def tags(schema: dict[str, Any]) -> dict[str, str]:
    """The members of an object that identify its kind."""
    members = schema.get("properties", {}).items()
    return {name: part["const"] for name, part in members if "const" in part}


@each_document
def test_a_discriminator_separates_the_alternatives(
    document: dict[str, Any],
) -> None:
    for union in parts(document):
        members = [*union.get("anyOf", ()), *union.get("oneOf", ())]
        references = [one["$ref"] for one in members if "$ref" in one]
        found = {one: tags(named(document, one)) for one in references}
        if len(found) > 1 and all(found.values()) and not is_of_all_games(union):
            tag = union["discriminator"]["propertyName"]
            told = {names[tag]: one for one, names in found.items()}
            assert union["discriminator"]["mapping"] == told


def is_of_all_games(union: dict[str, Any]) -> bool:
    """Return whether it is `Move`. It has no discriminator, because games share the names of moves."""
    return union is COMPONENTS["Move"]


@each_document
def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    assert all(named(document, part["$ref"]) for part in parts(document) if "$ref" in part)


def test_components_have_names_and_descriptions_that_people_can_read() -> None:
    assert [name for name in COMPONENTS if not re.fullmatch("([A-Z][a-z]*)+", name)] == []
    assert [name for name, part in COMPONENTS.items() if not part.get("description")] == []


def test_only_schemas_of_requests_are_closed() -> None:
    """Answers may have more members one day. Unknown members of requests are refused."""
    operations = [one for path in DOCUMENT["paths"].values() for one in path.values()]
    asked = reached([one.get("requestBody") for one in operations])
    answered = reached(
        [*[one["responses"] for one in operations], DOCUMENT["components"]["responses"]]
    )
    closed = {one for one in answered if named(DOCUMENT, one).get("additionalProperties") is False}
    alone = {one.rpartition("/")[2] for one in closed - asked}
    assert alone == {"PlainAmendmentRemedy", "PlainOverrideRemedy"}


def reached(schema: Any) -> set[str]:
    """Everything that a schema refers to, except the forms in its `$defs`."""
    found, ahead = set[str](), [schema]
    while ahead:
        for part in parts(without_forms(ahead.pop())):
            if "$ref" in part and part["$ref"] not in found:
                found.add(part["$ref"])
                ahead.append(named(DOCUMENT, part["$ref"]))
    return found


def without_forms(schema: Any) -> Any:
    """Return the same schema without `$defs`."""
    if isinstance(schema, dict):
        return {name: without_forms(part) for name, part in schema.items() if name != "$defs"}
    return [without_forms(one) for one in schema] if isinstance(schema, list) else schema


@pytest.mark.parametrize("form", FORMS)
@each_game
def test_a_games_own_schema_takes_all_that_its_logs_hold(game: str, form: str) -> None:
    fits = jsonschema_rs.validator_for(DOCUMENTS[f"{game} {form}"])
    found = [line for kind, line in stored_of(RULESETS[game]) if kind == form]
    for line in found:
        fits.validate(json.loads(line))
    assert found


@each_game
def test_every_event_is_an_event_of_the_document(game: str) -> None:
    whole = {"$ref": "#/components/schemas/Event", "components": DOCUMENT["components"]}
    fits = jsonschema_rs.Draft202012Validator(whole)
    found = [line for form, line in stored_of(RULESETS[game]) if form == "events"]
    for line in found:
        fits.validate(json.loads(line))
    assert found


def test_the_schema_marks_times_and_nullable_values() -> None:
    members = COMPONENTS["Awaited"]["properties"]
    assert (members["until"]["type"], members["until"]["format"]) == (
        ["string", "null"],
        "date-time",
    )
    assert members["about"]["description"].startswith("The id of the proposal")
