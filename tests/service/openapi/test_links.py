"""The links of the API document name existing parameters and values."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.contract import document, resolved
from verger.service.openapi.examples import FILE
from verger.service.root import examples

Json = dict[str, Any]

OPERATIONS: dict[str, tuple[str, Json]] = {
    operation["operationId"]: (path, operation)
    for path, methods in document()["paths"].items()
    for operation in methods.values()
}


def links() -> Iterator[tuple[str, str, Json]]:
    for id, (_, operation) in OPERATIONS.items():
        for status, response in operation["responses"].items():
            for link in resolved(response).get("links", {}).values():
                yield id, status, link


def answered(id: str, status: str) -> list[Any]:
    """An example of an operation's answer with this status."""
    found = [one["response"] for one in examples(FILE) if one.get("operation") == id]
    return [one["body"] for one in found if str(one["status"]) == status]


def at(value: Any, pointer: str) -> Any:
    for step in pointer.split("/"):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def test_a_link_names_parameters_of_its_target(subtests: pytest.Subtests) -> None:
    for id, status, link in links():
        with subtests.test(f"{id} {status} {link['operationId']}"):
            path, operation = OPERATIONS[link["operationId"]]
            known = {resolved(one)["name"] for one in operation["parameters"]}
            named = set(link.get("parameters", {}))
            assert set(re.findall(r"\{(\w+)\}", path)) <= named <= known


def test_the_values_of_a_link_exist(subtests: pytest.Subtests) -> None:
    for id, status, link in links():
        with subtests.test(f"{id} {status} {link['operationId']}"):
            for value in link.get("parameters", {}).values():
                is_there(id, status, value)
            for name in re.findall("`(.+)` is the ", link["description"]):
                is_there(id, status, f"$response.body#/{name}")


def is_there(id: str, status: str, value: str) -> None:
    """Require that the request's address or every answer contains the value of a link."""
    source, _, name = value.partition("#/" if "#" in value else "path.")
    if source == "$request.":
        assert f"{{{name}}}" in OPERATIONS[id][0]
    else:
        assert source == "$response.body"
        assert all(at(body, name) for body in answered(id, status))
