"""Move parameters and responses that several operations share to components, so that each appears only once."""

import json
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from itertools import chain, count
from typing import Any

from verger.service.openapi.headers import plain
from verger.service.problem.documented import Document, codes_of, problem_form


def components(paths: Document) -> Document:
    """Replace repeated parts with references. Return the components, by kind."""
    responses = list(_responses(paths))
    return {
        "parameters": _moved(list(_parameters(paths)), "parameters"),
        "responses": _moved(responses, "responses"),
    }


_Place = tuple[Any, Any, str]
"""A part of the document: the object that contains it, its key there, and its name if it becomes a component."""


def _moved(places: list[_Place], kind: str) -> Document:
    """Move repeated parts to components. Different parts with the same name get numbers."""
    texts = Counter(json.dumps(holder[at]) for holder, at, _ in places)
    named: dict[str, str] = {}
    found: Document = {}
    for holder, at, name in places:
        text = json.dumps(holder[at])
        if texts[text] > 1:
            shared = named.setdefault(text, _free(name, found))
            found[shared] = holder[at]
            holder[at] = {"$ref": f"#/components/{kind}/{shared}"}
    return dict(sorted(found.items()))


def _free(name: str, found: Document) -> str:
    """Return the name, or the name with the first number that no other part has."""
    return next(one for one in chain([name], (f"{name}{n}" for n in count(2))) if one not in found)


def _operations(paths: Document) -> Iterator[Document]:
    for methods in paths.values():
        yield from methods.values()


def _parameters(paths: Document) -> Iterator[_Place]:
    for operation in _operations(paths):
        for at, parameter in enumerate(operation["parameters"]):
            yield operation["parameters"], at, _called(parameter)


def _called(parameter: Document) -> str:
    """Return the name of a parameter as a component.

    Two parameters have a second form with its own name: an idempotency key for secrets must be longer,
    and in some paths, a session can be `-`.
    """
    name, schema = parameter["name"], parameter["schema"]
    if name == "Idempotency-Key" and schema["minLength"] > 1:
        return "IdempotencyKeyOfSecrets"
    return "SessionOrAll" if name == "session" and "format" not in schema else plain(name)


def _responses(paths: Document) -> Iterator[_Place]:
    """Yield every response. It is named after its status, or after its error code if it has only one."""
    for operation in _operations(paths):
        for status, response in operation["responses"].items():
            form = problem_form(response)
            codes = codes_of(form) if form else ()
            own = HTTPStatus(int(status)).phrase.title().replace(" ", "")
            yield operation["responses"], status, plain(codes[0]) if len(codes) == 1 else own
